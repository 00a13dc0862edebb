import { createRowEndFinder, type RowEnd } from './csv-row-ends.ts'
import { InputError, inputErrorAt } from './input-error.ts'

export interface CsvFormat {
  /** The file's name in messages. */
  readonly file: string
  readonly delimiter: ',' | ';'
  readonly encoding: 'utf-8' | 'windows-1250'
  /** How many lines one row may span: 1 for a file without line breaks in its fields. Default: no limit. */
  readonly rowLinesMax?: number | undefined
}

/** One row of a file, valid until the next row. Nothing is decoded before `text` or `fields` is called. */
export interface CsvRow {
  /** The line on which the row begins, from 1. */
  readonly line: number
  /** The row's bytes without its line end. */
  readonly bytes: Uint8Array
  text(): string
  fields(): string[]
}

export interface CsvHandler {
  /** Receives the first row. An exception rejects the file before any row is read. */
  header(columns: readonly string[]): void
  row(row: CsvRow): void
  /** Called between blocks of rows, so that a slow consumer can apply backpressure. */
  afterBlock(): Promise<void>
}

/** A longer row is the result of an unclosed quote: rows of registers stay below 4 KiB. */
export const CSV_ROW_BYTES_MAX = 1 << 16

const NEWLINE = 10
const CARRIAGE_RETURN = 13
const QUOTE = 34
const BOM = [0xef, 0xbb, 0xbf]

/**
 * Reads CSV as registers write it: LF or CRLF, fields optionally in double quotes with `""` inside, quoted fields over
 * several lines, a byte order mark, a last line without an end. Rows are split in bytes, so that a caller can skip a
 * known row without decoding it.
 */
export async function readCsv(
  chunks: AsyncIterable<Uint8Array>,
  format: CsvFormat,
  handler: CsvHandler,
): Promise<void> {
  const rows = new CsvBlocks(format, handler)
  for await (const chunk of chunks) {
    rows.push(chunk)
    await handler.afterBlock()
  }
  rows.end()
  await handler.afterBlock()
}

/** Splits one row. */
export function splitCsvRow(text: string, delimiter: string): string[] {
  if (!text.includes('"')) return text.split(delimiter)
  const fields: string[] = []
  let at = 0
  for (;;) {
    if (text.charCodeAt(at) === QUOTE) {
      let field = ''
      let from = at + 1
      for (;;) {
        const quote = text.indexOf('"', from)
        if (quote < 0) throw new InputError('a quoted field has no end')
        field += text.slice(from, quote)
        if (text.charCodeAt(quote + 1) !== QUOTE) {
          at = quote + 1
          break
        }
        field += '"'
        from = quote + 2
      }
      fields.push(field)
      if (at === text.length) return fields
      if (text[at] !== delimiter) throw new InputError('text follows a closing quote')
      at += 1
    } else {
      const end = text.indexOf(delimiter, at)
      if (end < 0) {
        fields.push(text.slice(at))
        return fields
      }
      fields.push(text.slice(at, end))
      at = end + 1
    }
  }
}

/** Joins chunks to rows. If most rows of a block were read, the next block is decoded at once: four times faster. */
class CsvBlocks {
  readonly #format: CsvFormat
  readonly #handler: CsvHandler
  readonly #decoder: TextDecoder
  #rest: Buffer = Buffer.alloc(0)
  #line = 1
  #headerSeen = false
  #rowsInBlock = 0
  #rowsDecoded = 0
  #decodeBlocks = true

  constructor(format: CsvFormat, handler: CsvHandler) {
    this.#format = format
    this.#handler = handler
    this.#decoder = new TextDecoder(format.encoding, { fatal: true, ignoreBOM: true })
  }

  push(chunk: Uint8Array): void {
    const fresh = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    const block = this.#rest.length === 0 ? fresh : Buffer.concat([this.#rest, fresh])
    const used = this.#rows(block, false)
    this.#rest = Buffer.from(block.subarray(used))
  }

  end(): void {
    this.#rows(this.#rest, true)
    if (!this.#headerSeen) throw this.#error(undefined, 'the file is empty; a header row was expected')
  }

  /** Passes on the complete rows of a block and returns how many bytes they took. */
  #rows(block: Buffer, last: boolean): number {
    const wholeText = this.#decodeBlocks
      ? this.#tryDecode(last ? block : block.subarray(0, block.lastIndexOf(NEWLINE) + 1))
      : undefined
    const findEnd = createRowEndFinder(
      block,
      this.#format.delimiter,
      this.#format.rowLinesMax ?? Number.POSITIVE_INFINITY,
    )
    let textAt = 0
    let at = 0
    this.#rowsInBlock = 0
    this.#rowsDecoded = 0
    while (at < block.length) {
      const end = findEnd(at)
      const { newline, lines, openQuote } = end
      this.#rejectSwallowedRows(newline - at, end)
      if (newline === block.length) {
        if (!last) break
        if (openQuote) throw this.#error(this.#line, 'a quoted field has no end; the file may be cut off')
      }
      let textEnd = textAt
      if (wholeText !== undefined) {
        textEnd = newline === block.length ? wholeText.length : skipLines(wholeText, textAt, lines)
      }
      this.#row(block, at, newline, wholeText, textAt, textEnd)
      textAt = textEnd + 1
      at = newline + 1
      this.#line += Math.max(lines, 1)
    }
    if (this.#rowsInBlock !== 0) this.#decodeBlocks = this.#rowsInBlock <= this.#rowsDecoded * 4
    return Math.min(at, block.length)
  }

  /** A stray quote would join all rows up to the next quote to one. */
  #rejectSwallowedRows(bytes: number, { lines, openQuote, linesBeforeQuote }: RowEnd): void {
    const { rowLinesMax } = this.#format
    if (openQuote && rowLinesMax !== undefined && rowLinesMax <= lines) {
      throw this.#error(
        this.#line + linesBeforeQuote,
        `a quoted field goes over ${rowLinesMax} lines: a quote is not closed`,
      )
    }
    if (bytes <= CSV_ROW_BYTES_MAX) return
    throw this.#error(
      this.#line,
      `the row that begins here has no end within ${CSV_ROW_BYTES_MAX} bytes: a quote is not closed`,
    )
  }

  #row(
    block: Uint8Array,
    from: number,
    newline: number,
    whole: string | undefined,
    textFrom: number,
    textTo: number,
  ): void {
    const cut = from < newline && block[newline - 1] === CARRIAGE_RETURN ? 1 : 0
    const to = newline - cut
    if (from === to && this.#headerSeen) return
    const line = this.#line
    const { delimiter } = this.#format
    const text = (): string => {
      this.#rowsDecoded += 1
      return whole === undefined ? this.#decode(block.subarray(from, to), line) : whole.slice(textFrom, textTo - cut)
    }
    if (!this.#headerSeen) {
      const bom = BOM.every((byte, i) => block[from + i] === byte) ? BOM.length : 0
      this.#headerSeen = true
      const header = this.#decode(block.subarray(from + bom, to), line)
      this.#handler.header(this.#split(header, line, delimiter))
      return
    }
    this.#rowsInBlock += 1
    this.#handler.row({
      line,
      bytes: block.subarray(from, to),
      text,
      fields: () => this.#split(text(), line, delimiter),
    })
  }

  #split(text: string, line: number, delimiter: string): string[] {
    try {
      return splitCsvRow(text, delimiter)
    } catch (error) {
      if (error instanceof InputError) throw new CsvRowError(this.#format.file, line, error.message)
      throw error
    }
  }

  /** Undefined if a row cannot be decoded. Then rows are decoded one by one, and the error names the bad row. */
  #tryDecode(block: Uint8Array): string | undefined {
    try {
      return this.#decoder.decode(block)
    } catch {
      return undefined
    }
  }

  #decode(bytes: Uint8Array, line: number): string {
    try {
      return this.#decoder.decode(bytes)
    } catch {
      throw this.#error(line, `is not valid ${this.#format.encoding}; the file has another encoding or is damaged`)
    }
  }

  #error(line: number | undefined, what: string): InputError {
    return inputErrorAt({ file: this.#format.file, line }, what)
  }
}

/** A row that cannot be split. The reader may reject the row and continue. */
export class CsvRowError extends InputError {
  readonly reason: string

  constructor(file: string, line: number, reason: string) {
    super(inputErrorAt({ file, line }, reason).message)
    this.reason = reason
  }
}

/** Returns the position of the `lines`-th line end after `from`. */
function skipLines(text: string, from: number, lines: number): number {
  let at = from - 1
  for (let i = 0; i < lines; i++) at = text.indexOf('\n', at + 1)
  return at
}
