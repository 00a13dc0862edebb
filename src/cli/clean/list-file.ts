import { statSync } from 'node:fs'
import { splitCsvRow } from '../../stdx/csv.ts'
import { createRowEndFinder } from '../../stdx/csv-row-ends.ts'
import { InputError, inputErrorAt } from '../../stdx/input-error.ts'
import { readChunks } from '../../stdx/read-chunks.ts'
import { readFileHead } from '../../stdx/read-file-head.ts'
import { encodeCells } from './encode-cells.ts'
import { readSheetRows } from './sheet-rows.ts'
import { readWorkbook, type Workbook } from './workbook.ts'

/** How a customer's list is written. */
export interface ListFormat {
  readonly path: string
  readonly bytes: number
  readonly modifiedMs: number
  readonly encoding: 'utf-8' | 'windows-1250'
  readonly delimiter: string
  readonly columns: readonly string[]
  /** Undefined for CSV. */
  readonly workbook: Workbook | undefined
}

export interface ListRow {
  /** From 1, where the row begins. */
  readonly line: number
  /** From 1, whatever the number of lines of the rows before. */
  readonly number: number
  readonly isHeader: boolean
  /** As they stand in the file, or as the row of a workbook stands in CSV. */
  readonly bytes: Buffer
  /** '\n', '\r\n', or '' at the end of the file. */
  readonly lineEnd: string
  /** Undefined for a row that cannot be read. */
  readonly fields: readonly string[] | undefined
  readonly problem: string | undefined
  /** The beginning of a row that is too long to be kept in memory; the next one goes on with it. */
  readonly isBegun: boolean
}

/** A longer row, or a field over more lines, is the result of an unclosed quote. */
const ROW_BYTES_MAX = 1 << 16
const ROW_LINES_MAX = 100
const TOO_LONG = `is longer than ${ROW_BYTES_MAX} bytes`
const NEWLINE = 10
const DELIMITERS = [';', ',', '\t', '|']

/** The delimiter is the one that gives the header most columns. A workbook is read as CSV with semicolons is. */
export async function detectFormat(path: string, sheet?: string): Promise<ListFormat> {
  const stat = statSync(path, { throwIfNoEntry: false })
  // A pipe can be read only once.
  if (!stat?.isFile()) throw new InputError(`${path} ${stat ? 'is not a regular file' : 'does not exist'}.`)
  const { size: bytes, mtimeMs: modifiedMs } = stat
  const head = await readFileHead(path, OLD_WORKBOOK.length)
  if (OLD_WORKBOOK.equals(head))
    throw inputErrorAt(
      { file: path },
      'is an old or a locked workbook. Save it as .xlsx without a password, or as CSV.',
    )
  if (head.subarray(0, 4).equals(ZIP)) return detectSheet({ path, bytes, modifiedMs }, sheet)
  if (sheet !== undefined) throw inputErrorAt({ file: path }, 'is no workbook, so --sheet is not possible.')
  const encoding = await detectEncoding(path)
  let format: ListFormat = { path, bytes, modifiedMs, encoding, delimiter: '', columns: [], workbook: undefined }
  let problem: string | undefined = 'the file is empty; a header row was expected'
  for (const delimiter of DELIMITERS) {
    for await (const row of readRows({ ...format, delimiter, columns: [] })) {
      problem = row.problem
      const columns = row.fields?.map((column) => column.trim()) ?? []
      if (format.columns.length < columns.length) format = { ...format, delimiter, columns }
      break
    }
  }
  if (format.columns.length === 0) throw inputErrorAt({ file: path, line: 1 }, problem ?? 'has no header')
  if (/\0|\r(?!\n)/.test(format.columns.join()))
    throw inputErrorAt(
      { file: path },
      'is not CSV. Save it as CSV in UTF-8 or windows-1250, with lines that end in LF.',
    )
  return format
}

const ZIP = Buffer.from('PK\x03\x04')
const OLD_WORKBOOK = Buffer.from('d0cf11e0a1b11ae1', 'hex')

async function detectSheet(
  file: Pick<ListFormat, 'path' | 'bytes' | 'modifiedMs'>,
  name: string | undefined,
): Promise<ListFormat> {
  const workbook = await readWorkbook(file.path, name)
  const format: ListFormat = { ...file, encoding: 'utf-8', delimiter: ';', columns: [], workbook }
  for await (const { isHeader, fields } of readRows(format))
    if (isHeader) return { ...format, columns: fields!.map((column) => column.trim()) }
  throw inputErrorAt({ file: file.path }, `the sheet "${workbook.sheet}" is empty; a header row was expected`)
}

const UTF8_LETTER_OR_BYTE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g
const LETTERS_READ = 10_000

/** Letters of UTF-8 are practically never such in windows-1250, so a few damaged rows do not decide. */
async function detectEncoding(path: string): Promise<ListFormat['encoding']> {
  let [letters, strays] = [0, 0]
  for await (const chunk of readChunks(path, () => {})) {
    for (const [{ length }] of chunk.toString('latin1').matchAll(UTF8_LETTER_OR_BYTE)) {
      if (length === 1) strays += 1
      else letters += 1
    }
    if (LETTERS_READ < letters + strays) break
  }
  return strays <= letters ? 'utf-8' : 'windows-1250'
}

/** Every row, the header first. Throws an InputError at the end if the file has changed since its format was read. */
export async function* readRows(
  format: ListFormat,
  progress: (bytes: number) => void = () => {},
): AsyncGenerator<ListRow> {
  const { workbook } = format
  let bytesRead = 0
  const count = (bytes: number): void => {
    bytesRead += bytes
    progress(bytes)
  }
  let number = 1
  let hasHeader = false
  for await (const row of workbook === undefined
    ? readCsvRows(format, count)
    : readBookRows(format, workbook, progress)) {
    const isHeader: boolean = !hasHeader && (workbook === undefined || row.bytes.length !== 0)
    yield { ...row, number, isHeader }
    if (row.isBegun) continue
    hasHeader ||= isHeader
    number += 1
  }
  const stat = statSync(format.path, { throwIfNoEntry: false })
  const isWhole = workbook !== undefined || bytesRead === format.bytes
  if (!isWhole || stat?.size !== format.bytes || stat.mtimeMs !== format.modifiedMs)
    throw new InputError(`${format.path} was changed while it was read. Run this again when no program writes to it.`)
}

type ReadRow = Omit<ListRow, 'number' | 'isHeader'>

const EMPTY_ROW = { bytes: Buffer.alloc(0), lineEnd: '\r\n', fields: [''], problem: undefined, isBegun: false } as const
/** By this mark, spreadsheets know CSV in UTF-8. */
const BOM = Buffer.from('\ufeff')

/** The rows of a sheet, also those between them that have no value, as rows of CSV. */
async function* readBookRows(
  format: ListFormat,
  workbook: Workbook,
  progress: (bytes: number) => void,
): AsyncGenerator<ReadRow> {
  let line = 1
  let isHeader = true
  for await (const row of readSheetRows(format.path, workbook, (share) => progress(share * format.bytes))) {
    for (; line < row.number; line++) yield { ...EMPTY_ROW, line }
    const fields = [...row.cells]
    while (fields.length < format.columns.length) fields.push('')
    const text = encodeCells(fields, format).subarray(1)
    const problem = row.problem ?? (ROW_BYTES_MAX < text.length ? TOO_LONG : undefined)
    yield { ...EMPTY_ROW, line, bytes: isHeader ? Buffer.concat([BOM, text]) : text, fields, problem }
    isHeader = false
    line += 1
  }
}

/** Every row with its own bytes. A row that cannot be read ends with its first line. */
async function* readCsvRows(format: ListFormat, progress: (bytes: number) => void): AsyncGenerator<ReadRow> {
  let rest = Buffer.alloc(0)
  let line = 1
  let isInLongLine = false
  const decoder = new TextDecoder(format.encoding, { fatal: true, ignoreBOM: true })
  const takeRows = function* (block: Buffer, isLast: boolean): Generator<ReadRow, number> {
    const findEnd = createRowEndFinder(block, format.delimiter, ROW_LINES_MAX)
    let at = isInLongLine ? yield* takeLongLine(block, 0, isLast) : 0
    while (at < block.length) {
      const { newline, lines, openQuote } = findEnd(at + (BOM.equals(block.subarray(at, at + 3)) ? 3 : 0))
      const isTooLong = ROW_BYTES_MAX < newline - at || (openQuote && ROW_LINES_MAX <= lines)
      if (newline === block.length && !isLast && !isTooLong) break
      const whole = isTooLong || openQuote ? undefined : toRow(block, at, newline)
      // A stray quote joins rows up to the next quote: only the first line is broken.
      const isCut =
        whole === undefined ||
        (1 < lines && format.columns.length !== 0 && whole.fields?.length !== format.columns.length)
      const firstEnd = isCut ? block.indexOf(NEWLINE, at) : newline
      if (firstEnd < 0 && !isLast) return yield* takeLongLine(block, at, isLast)
      const end = firstEnd < 0 ? block.length : firstEnd
      const problem = isTooLong && !openQuote ? TOO_LONG : 'a quoted field has no end'
      yield isCut ? { ...toBytes(block, at, end), fields: undefined, problem, isBegun: false } : whole
      at = end + 1
      line += isCut ? 1 : Math.max(lines, 1)
    }
    return Math.min(at, block.length)
  }
  /** Passes on what the block has of a line that is too long, and returns where it ends. */
  const takeLongLine = function* (block: Buffer, from: number, isLast: boolean): Generator<ReadRow, number> {
    const newline = block.indexOf(NEWLINE, from)
    isInLongLine = newline < 0 && !isLast
    // The next block may begin with the other half of a line end.
    const end = 0 <= newline ? newline : isInLongLine && block.at(-1) === 13 ? block.length - 1 : block.length
    const unread = { fields: undefined, problem: TOO_LONG, isBegun: isInLongLine }
    if (isInLongLine) {
      yield { line, bytes: block.subarray(from, end), lineEnd: '', ...unread }
      return end
    }
    yield { ...toBytes(block, from, end), ...unread }
    line += 1
    return end + 1
  }
  const toBytes = (block: Buffer, from: number, newline: number) => {
    const isCrLf = from < newline && block[newline - 1] === 13 && newline < block.length
    const bytes = block.subarray(from, isCrLf ? newline - 1 : newline)
    return { line, bytes, lineEnd: newline === block.length ? '' : isCrLf ? '\r\n' : '\n' }
  }
  const toRow = (block: Buffer, from: number, newline: number): ReadRow => {
    const row = { ...toBytes(block, from, newline), fields: undefined, problem: undefined, isBegun: false }
    const { bytes } = row
    try {
      return { ...row, fields: splitCsvRow(decoder.decode(bytes).replace(/^\ufeff/, ''), format.delimiter) }
    } catch (error) {
      if (!(error instanceof InputError || error instanceof TypeError)) throw error
      return { ...row, problem: error instanceof InputError ? error.message : `is not ${format.encoding}` }
    }
  }
  for await (const chunk of readChunks(format.path, progress)) {
    const block = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    rest = Buffer.from(block.subarray(yield* takeRows(block, false)))
  }
  yield* takeRows(rest, true)
}
