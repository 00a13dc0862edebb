import { type InputError, inputErrorAt } from '../../stdx/input-error.ts'
import { textAt } from '../../stdx/text-column.ts'
import { parseXmlChunks, type XmlChunksHandler } from '../../stdx/xml-chunks.ts'
import { readNumberFormat } from './number-format.ts'
import { openWorkbookFile, TextReader, type Workbook } from './workbook.ts'

export interface SheetRow {
  /** From 1. */
  readonly number: number
  readonly cells: readonly string[]
  readonly problem: string | undefined
}

/** What a sheet may have, and what one row may have in memory. */
export const ROWS_MAX = 1 << 20
export const COLUMNS_MAX = 1 << 14
const ROW_LETTERS_MAX = 1 << 20

const general = readNumberFormat('General', { isFrom1904: false })

/** The rows of a sheet that have a value, as the sheet shows it. */
export async function* readSheetRows(
  path: string,
  book: Workbook,
  progress: (share: number) => void,
): AsyncGenerator<SheetRow> {
  await using zip = await openWorkbookFile(path)
  const member = zip.members.find(({ name }) => name === book.part)
  const file = `${path}/${book.part}`
  if (member === undefined) throw inputErrorAt({ file: path }, `the workbook has no ${book.part}. Save the list again.`)
  const reader = new SheetReader(book, file)
  const chunks = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of zip.chunks(member)) {
      progress(chunk.length / member.bytes)
      yield chunk
    }
  }
  for await (const _ of parseXmlChunks(chunks(), file, reader)) yield* reader.take()
}

class SheetReader implements XmlChunksHandler {
  readonly #book: Workbook
  readonly #file: string
  readonly #text = new TextReader()
  #rows: SheetRow[] = []
  #number = 0
  #cells: string[] = []
  #letters = 0
  #problem: string | undefined
  #column = -1
  #type = 'n'
  #style = 0
  #hasFormula = false

  constructor(book: Workbook, file: string) {
    this.#book = book
    this.#file = file
  }

  take(): SheetRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(element: string, { r, t = 'n', s }: Readonly<Record<string, string>>): void {
    if (element === 'row') {
      const number = r === undefined ? this.#number + 1 : Number(r)
      if (!(this.#number < number && number <= ROWS_MAX)) throw this.#damaged(`has row ${r} behind row ${this.#number}`)
      this.#number = number
      this.#cells = []
      this.#letters = 0
      this.#problem = undefined
      this.#column = -1
    } else if (element === 'c') {
      this.#column = r === undefined ? this.#column + 1 : readColumn(r)
      if (!(0 <= this.#column && this.#column < COLUMNS_MAX)) throw this.#damaged(`has a cell ${r}`)
      this.#type = t
      this.#style = s === undefined ? 0 : Number(s)
      this.#hasFormula = false
    } else if (element === 'f') this.#hasFormula = true
    else this.#text.open(element)
  }

  text(text: string): void {
    this.#text.text(text)
  }

  close(element: string): void {
    this.#text.close(element)
    if (element === 'c') this.#addCell(this.#text.take())
    if (element === 'row' && this.#cells.length !== 0)
      this.#rows.push({ number: this.#number, cells: this.#cells, problem: this.#problem })
  }

  #addCell(text: string): void {
    const at = this.#column
    const value = text === '' ? '' : this.#show(text)
    if (text === '' && this.#hasFormula && this.#type !== 'str')
      this.#problem ??= `the formula in column ${at + 1} has no value; open the list in a spreadsheet program and save it`
    if (value === '') return
    this.#letters += value.length
    if (ROW_LETTERS_MAX < this.#letters)
      throw this.#damaged(`has more than ${ROW_LETTERS_MAX} letters in row ${this.#number}`)
    while (this.#cells.length < at) this.#cells.push('')
    this.#cells[at] = value
  }

  #show(text: string): string {
    if (this.#type === 's') {
      const { starts } = this.#book.strings
      const index = Number(text)
      if (index >>> 0 !== index || starts.length - 1 <= index) throw this.#damaged(`has no string ${text}`)
      return textAt(this.#book.strings, index)
    }
    if (this.#type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
    return this.#type === 'n' ? (this.#book.formats[this.#style] ?? general)(text) : text
  }

  #damaged(what: string): InputError {
    return inputErrorAt({ file: this.#file }, `${what}. Open the list in a spreadsheet program and save it`)
  }
}

/** "C5" is 2. */
function readColumn(reference: string): number {
  let column = 0
  for (let i = 0; i < reference.length; i++) {
    const code = reference.charCodeAt(i)
    if (code < 65) break
    column = column * 26 + (code & 31)
  }
  return column - 1
}
