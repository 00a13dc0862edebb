import { posix } from 'node:path'
import { InputError, inputErrorAt } from '../../stdx/input-error.ts'
import { type TextArrays, TextColumnBuilder } from '../../stdx/text-column.ts'
import { readXmlChunks, type XmlChunksHandler } from '../../stdx/xml-chunks.ts'
import { openZip, type Zip } from '../../stdx/zip.ts'
import { builtInFormat, type NumberFormat, readNumberFormat } from './number-format.ts'

/** A sheet of a workbook (.xlsx), and what its cells refer to. */
export interface Workbook {
  readonly sheet: string
  /** The member of the zip that has its rows. */
  readonly part: string
  readonly strings: TextArrays
  /** How the cells of each style show a number. */
  readonly formats: readonly NumberFormat[]
}

/** A sheet of a million rows and thirty columns is smaller. */
const SHEET_BYTES_MAX = 2 ** 31
/** Everything else is kept in memory. */
const PART_BYTES_MAX = 1 << 27

export function openWorkbookFile(path: string): Promise<Zip> {
  return openZip(path, { file: path, memberBytesMax: SHEET_BYTES_MAX })
}

/** Reads all but the rows. Without a name, the sheet is the first one that is not hidden. */
export async function readWorkbook(path: string, name: string | undefined): Promise<Workbook> {
  await using zip = await openWorkbookFile(path)
  const book = (await readRelations(zip, path, '')).find(({ type }) => type === 'officeDocument')?.part
  if (book === undefined) throw inputErrorAt({ file: path }, 'is no workbook. Save the list as .xlsx or CSV.')
  const relations = await readRelations(zip, path, book)
  const sheets: { name: string; part: string; isHidden: boolean }[] = []
  let isFrom1904 = false
  await readPart(zip, path, book, (element, attributes) => {
    if (element === 'workbookPr') isFrom1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
    if (element !== 'sheet') return
    const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
    const relation = relations.find((one) => one.id === id && one.type === 'worksheet')
    if (relation === undefined) return
    sheets.push({
      name: attributes.name ?? '',
      part: relation.part,
      isHidden: (attributes.state ?? 'visible') !== 'visible',
    })
  })
  const sheet = sheets.find((one) => (name === undefined ? !one.isHidden : one.name === name))
  if (sheet === undefined)
    throw new InputError(
      `${path} has no ${name === undefined ? 'sheet with rows' : `sheet "${name}"`}. Its sheets are ${sheets.map((one) => one.name).join(', ')}.`,
    )
  const partOf = (type: string): string | undefined => relations.find((one) => one.type === type)?.part
  return {
    sheet: sheet.name,
    part: sheet.part,
    strings: await readStrings(zip, path, partOf('sharedStrings')),
    formats: await readFormats(zip, path, partOf('styles'), isFrom1904),
  }
}

type Open = XmlChunksHandler['open']

async function readPart(zip: Zip, path: string, part: string, open: Open, rest: Partial<XmlChunksHandler> = {}) {
  const member = zip.members.find((one) => one.name === part)
  if (member === undefined) throw inputErrorAt({ file: path }, `the workbook has no ${part}. Save the list again.`)
  if (PART_BYTES_MAX < member.bytes)
    throw inputErrorAt(
      { file: `${path}/${part}` },
      `unpacks to ${member.bytes} bytes; at most ${PART_BYTES_MAX} are read. Save the sheet as CSV.`,
    )
  await readXmlChunks(zip.chunks(member), `${path}/${part}`, { open, text: () => {}, close: () => {}, ...rest })
}

interface Relation {
  readonly id: string
  /** The last word of its address, which differs between the two forms of the standard. */
  readonly type: string
  readonly part: string
}

async function readRelations(zip: Zip, path: string, of: string): Promise<Relation[]> {
  const { dir, base } = posix.parse(of)
  const part = posix.join(dir, '_rels', `${base}.rels`)
  const relations: Relation[] = []
  if (of === '' && !zip.members.some(({ name }) => name === part)) return relations
  await readPart(zip, path, part, (element, { Id = '', Type = '', Target = '' }) => {
    if (element === 'Relationship')
      relations.push({
        id: Id,
        type: posix.basename(Type),
        part: posix.join(Target.startsWith('/') ? '' : dir, Target).replace(/^\//, ''),
      })
  })
  return relations
}

async function readStrings(zip: Zip, path: string, part: string | undefined): Promise<TextArrays> {
  const column = new TextColumnBuilder()
  const reader = new TextReader()
  if (part !== undefined)
    await readPart(zip, path, part, (element) => reader.open(element), {
      text: (text) => reader.text(text),
      close(element) {
        reader.close(element)
        if (element === 'si') column.push(reader.take())
      },
    })
  const { bytes, starts } = column.pieces()
  const all = new Uint32Array(starts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of starts) {
    all.set(piece, at)
    at += piece.length
  }
  return { bytes: Buffer.concat(bytes), starts: all }
}

/** Joins the texts of a string or cell: `<t>` in runs of one look and `<v>`, but no reading aids. */
export class TextReader {
  #text = ''
  #isText = false
  #isAid = false

  open(element: string): void {
    if (element === 'rPh') this.#isAid = true
    this.#isText = (element === 't' || element === 'v') && !this.#isAid
  }

  text(text: string): void {
    if (this.#isText) this.#text += text
  }

  close(element: string): void {
    if (element === 'rPh') this.#isAid = false
    this.#isText = false
  }

  take(): string {
    const text = this.#text
    this.#text = ''
    // "_x000D_" is a character that XML has not.
    return text.includes('_x')
      ? text.replaceAll(/_x([\da-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
      : text
  }
}

async function readFormats(
  zip: Zip,
  path: string,
  part: string | undefined,
  isFrom1904: boolean,
): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  let isOfCells = false
  if (part === undefined) return formats
  await readPart(
    zip,
    path,
    part,
    (element, { numFmtId = '0', formatCode = '' }) => {
      if (element === 'numFmt') codes.set(Number(numFmtId), formatCode)
      if (element === 'cellXfs') isOfCells = true
      if (element === 'xf' && isOfCells)
        formats.push(readNumberFormat(codes.get(Number(numFmtId)) ?? builtInFormat(Number(numFmtId)), { isFrom1904 }))
    },
    { close: (element) => (isOfCells &&= element !== 'cellXfs') },
  )
  return formats
}
