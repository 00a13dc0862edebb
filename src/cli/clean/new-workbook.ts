import { InputError } from '../../stdx/input-error.ts'
import { ZipWriter } from '../../stdx/zip-writer.ts'
import type { ListFormat, ListRow } from './list-file.ts'
import { NewFile } from './new-file.ts'
import { COLUMNS_MAX, ROWS_MAX } from './sheet-rows.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const FORMATS = 'http://schemas.openxmlformats.org'
const MAIN = `xmlns="${FORMATS}/spreadsheetml/2006/main"`
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const OFFICE = `${FORMATS}/officeDocument/2006/relationships`
const SHEET = 'xl/worksheets/sheet1.xml'

/** All but the rows. Each cell has the style of text, so that a program keeps "04001" when somebody edits it. */
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${FORMATS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/><Override PartName="/${SHEET}" ContentType="${TYPES}.worksheet+xml"/></Types>`,
  '_rels/.rels': writeRelations([['officeDocument', 'xl/workbook.xml']]),
  'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': writeRelations([
    ['worksheet', 'worksheets/sheet1.xml'],
    ['styles', 'styles.xml'],
  ]),
  'xl/styles.xml': `<styleSheet ${MAIN}><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf numFmtId="49" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}

function writeRelations(targets: readonly (readonly [type: string, target: string])[]): string {
  const all = targets.map(
    ([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${FORMATS}/package/2006/relationships">${all.join('')}</Relationships>`
}

const CELL_LETTERS_MAX = 32_767

/** A workbook with one sheet, whose cells are all text. */
export class NewWorkbook {
  readonly #format: ListFormat
  readonly #file: NewFile
  readonly #zip: ZipWriter

  constructor(path: string, format: ListFormat) {
    this.#format = format
    this.#file = new NewFile(path)
    this.#zip = new ZipWriter((bytes) => this.#file.write(bytes))
    for (const [name, part] of Object.entries(PARTS)) {
      this.#zip.begin(name)
      this.#zip.write(Buffer.from(HEAD + part))
      this.#zip.end()
    }
    this.#zip.begin(SHEET)
    this.#zip.write(Buffer.from(`${HEAD}<worksheet ${MAIN}><sheetData>`))
  }

  write(row: ListRow, cells: readonly string[]): void {
    const { bytes, fields, number, isBegun } = row
    // A row that cannot be read is one cell.
    const own = fields ?? [new TextDecoder(this.#format.encoding).decode(bytes)]
    const behind = Math.max(own.length, this.#format.columns.length)
    let text = ''
    const add = (column: number, cell: string): void => {
      if (cell === '') return
      const isTooLong = isBegun || CELL_LETTERS_MAX < cell.length || COLUMNS_MAX <= column
      if (isTooLong || ROWS_MAX < number)
        throw new InputError(
          `${isTooLong ? `line ${row.line}` : 'the list'} is too long for a workbook. Name an output that ends with .csv.`,
        )
      text += `<c r="${nameColumn(column)}${number}" s="1" t="inlineStr"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`
    }
    for (const [i, cell] of own.entries()) add(i, cell)
    for (const [i, cell] of cells.entries()) add(behind + i, cell)
    if (text !== '') this.#zip.write(Buffer.from(`<row r="${number}">${text}</row>`))
  }

  finish(): void {
    this.#zip.write(Buffer.from('</sheetData></worksheet>'))
    this.#zip.end()
    this.#zip.finish()
    this.#file.finish()
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]()
  }
}

const COLUMNS: string[] = []

function nameColumn(column: number): string {
  return (COLUMNS[column] ??=
    (column < 26 ? '' : nameColumn(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26)))
}

const SIGNS: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' }

function escapeText(text: string): string {
  if (/^[\x20-\x25\x27-;=?-\u02ff]*$/.test(text) && !text.includes('_x')) return text
  return text
    .toWellFormed()
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll(
      /(?![\t\n])[\p{Cc}\ufffe\uffff]/gu,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll(/[<>&]/g, (sign) => SIGNS[sign]!)
}
