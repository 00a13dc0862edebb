import { encodeCells } from './encode-cells.ts'
import type { ListFormat, ListRow } from './list-file.ts'
import { NewFile } from './new-file.ts'
import { NewWorkbook } from './new-workbook.ts'

/** A list that is being written: a row of the input, and cells behind it. */
export interface NewList extends Disposable {
  write(row: ListRow, cells: readonly string[]): void
  finish(): void
}

/** A workbook if its name says so, else CSV in the form of the input. */
export function createList(path: string, format: ListFormat): NewList {
  return /\.xlsx$/i.test(path) ? new NewWorkbook(path, format) : new NewCsv(path, format)
}

class NewCsv {
  readonly #file: NewFile
  readonly #format: ListFormat

  constructor(path: string, format: ListFormat) {
    this.#file = new NewFile(path)
    this.#format = format
  }

  write({ bytes, fields, lineEnd }: ListRow, cells: readonly string[]): void {
    const { columns, delimiter } = this.#format
    // Spreadsheets leave out empty cells at the end. Ours stand below their headers all the same.
    const missing = cells.length === 0 || fields === undefined ? 0 : Math.max(0, columns.length - fields.length)
    this.#file.write(bytes, delimiter.repeat(missing), encodeCells(cells, this.#format), lineEnd)
  }

  finish(): void {
    this.#file.finish()
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]()
  }
}
