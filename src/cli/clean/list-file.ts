import { closeSync, existsSync, fdatasyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { splitCsvRow } from '../../stdx/csv.ts'
import { createRowEndFinder } from '../../stdx/csv-row-ends.ts'
import { InputError, inputErrorAt } from '../../stdx/input-error.ts'
import { readChunks } from '../../stdx/read-chunks.ts'
import { syncFolder } from '../../stdx/sync-folder.ts'
import { encodeWindows1250, fitWindows1250 } from '../../stdx/windows-1250.ts'
import { writeAll } from '../../stdx/write-all.ts'

/** How a customer's list is written. */
export interface ListFormat {
  readonly path: string
  readonly bytes: number
  readonly encoding: 'utf-8' | 'windows-1250'
  readonly delimiter: string
  readonly columns: readonly string[]
}

export interface ListRow {
  /** From 1, where the row begins. */
  readonly line: number
  readonly bytes: Buffer
  /** '\n', '\r\n', or '' at the end of the file. */
  readonly lineEnd: string
  /** Undefined for a row that cannot be read. */
  readonly fields: readonly string[] | undefined
  readonly problem: string | undefined
}

/** A longer row, or a field over more lines, is the result of an unclosed quote. */
const ROW_BYTES_MAX = 1 << 16
const ROW_LINES_MAX = 100
const NEWLINE = 10
const BOM = Buffer.from('\ufeff')
const DELIMITERS = [';', ',', '\t', '|']

/** The delimiter is the one that gives the header most columns. */
export async function detectFormat(path: string): Promise<ListFormat> {
  const stat = statSync(path, { throwIfNoEntry: false })
  // A pipe can be read only once.
  if (!stat?.isFile()) throw new InputError(`${path} ${stat ? 'is not a regular file' : 'does not exist'}.`)
  let format: ListFormat = { path, bytes: stat.size, encoding: await detectEncoding(path), delimiter: '', columns: [] }
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

/** Every row with its own bytes, the header first. A row that cannot be read ends with its first line. */
export async function* readRows(
  format: ListFormat,
  progress: (bytes: number) => void = () => {},
): AsyncGenerator<ListRow> {
  let rest = Buffer.alloc(0)
  let line = 1
  const decoder = new TextDecoder(format.encoding, { fatal: true, ignoreBOM: true })
  const takeRows = function* (block: Buffer, isLast: boolean): Generator<ListRow, number> {
    const findEnd = createRowEndFinder(block, format.delimiter, ROW_LINES_MAX)
    let at = 0
    while (at < block.length) {
      const { newline, lines, openQuote } = findEnd(at + (BOM.equals(block.subarray(at, at + 3)) ? 3 : 0))
      const isTooLong = ROW_BYTES_MAX < newline - at || (openQuote && ROW_LINES_MAX <= lines)
      if (newline === block.length && !isLast && !isTooLong) break
      const whole = isTooLong || openQuote ? undefined : toRow(block, at, newline)
      // A stray quote joins rows up to the next quote: only the first line is broken.
      const isCut =
        whole === undefined ||
        (1 < lines && format.columns.length !== 0 && whole.fields?.length !== format.columns.length)
      const firstEnd = block.indexOf(NEWLINE, at)
      if (isCut && firstEnd < 0 && !isLast) break
      const end = !isCut ? newline : firstEnd < 0 ? block.length : firstEnd
      const problem = isTooLong && !openQuote ? `is longer than ${ROW_BYTES_MAX} bytes` : 'a quoted field has no end'
      yield isCut ? { ...toRow(block, at, end), fields: undefined, problem } : whole
      at = end + 1
      line += isCut ? 1 : Math.max(lines, 1)
    }
    return Math.min(at, block.length)
  }
  const toRow = (block: Buffer, from: number, newline: number): ListRow => {
    const isCrLf = from < newline && block[newline - 1] === 13 && newline < block.length
    const bytes = block.subarray(from, isCrLf ? newline - 1 : newline)
    const lineEnd = newline === block.length ? '' : isCrLf ? '\r\n' : '\n'
    const row = { line, bytes, lineEnd, fields: undefined, problem: undefined }
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

/** Cells behind a row. A spreadsheet would run one that begins as a formula does, so it gets an apostrophe. */
export function encodeCells(cells: readonly string[], { encoding, delimiter }: ListFormat): Buffer {
  let text = ''
  for (const cell of cells) {
    const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
    const isQuoted = safe.includes(delimiter) || /["\r\n]/.test(safe)
    text += delimiter + (isQuoted ? `"${safe.replaceAll('"', '""')}"` : safe)
  }
  return encoding === 'utf-8' ? Buffer.from(text) : encodeWindows1250(fitWindows1250(text))
}

const BLOCK_BYTES = 1 << 16

/** A file that appears whole or not at all, for its owner only: it has a customer's persons. */
export class NewFile implements Disposable {
  readonly #path: string
  readonly #temporary: string
  readonly #file: number
  #blocks: Buffer[] = []
  #bytes = 0

  constructor(path: string) {
    if (existsSync(path)) throw new InputError(`${path} exists. Choose another name, or remove it first.`)
    this.#path = path
    this.#temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`)
    this.#file = openSync(this.#temporary, 'wx', 0o600)
  }

  write(...blocks: readonly (Buffer | string)[]): void {
    for (const block of blocks) {
      const bytes = typeof block === 'string' ? Buffer.from(block) : block
      this.#blocks.push(bytes)
      this.#bytes += bytes.length
    }
    if (BLOCK_BYTES <= this.#bytes) this.#flush()
  }

  finish(): void {
    this.#flush()
    if (existsSync(this.#path)) throw new InputError(`${this.#path} was made by another program meanwhile.`)
    fdatasyncSync(this.#file)
    renameSync(this.#temporary, this.#path)
    syncFolder(dirname(this.#path))
  }

  [Symbol.dispose](): void {
    closeSync(this.#file)
    rmSync(this.#temporary, { force: true })
  }

  #flush(): void {
    writeAll(this.#file, Buffer.concat(this.#blocks))
    this.#blocks = []
    this.#bytes = 0
  }
}
