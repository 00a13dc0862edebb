import {
  type FileKind,
  type SectionArray,
  type SectionSource,
  section,
  writeSections,
} from '../../stdx/section-file.ts'
import { COMPANY_TEXT_RULES, companyName } from '../../text/company-name.ts'
import { wordsOf } from '../../text/words.ts'
import { madeFor, readIndex } from '../read-index.ts'
import type { RangeMinimum } from '../words/range-minimum.ts'
import { rangeMinimum, rangeMinimumSections, WordIndex } from '../words/word-index.ts'
import { WordIndexBuilder } from '../words/word-index-builder.ts'
import { CompanyColumns, NO_ICO } from './company-columns.ts'
import { companyOrder } from './company-order.ts'

/** The hundreds are raised with the layout of the file, the rest with the rules by which names become words. */
export const COMPANY_INDEX: FileKind = {
  kind: 'company-index',
  format: 100 + COMPANY_TEXT_RULES,
  remedy: 'regista publish',
}

/** Before the words of a municipality, so that a place is not taken for a name: nobody can type it as part of a word. */
export const PLACE_MARK = '@'
export const NO_FORM = 255

/** Everything by which the companies of one country are found. It never changes. */
export class CompanyIndex {
  readonly columns: CompanyColumns
  readonly words: WordIndex
  /** Where each document stands in the columns. Documents are in rank order. */
  readonly rows: Uint32Array
  /** The number of each document's legal form as its name has it, or `NO_FORM`. */
  readonly forms: Uint8Array
  /** Documents before this one are living companies. */
  readonly living: number
  /** Company numbers, ascending. */
  readonly icos: Uint32Array
  /** Whose number it is. */
  readonly icoDocuments: RangeMinimum
  readonly #sections: Map<string, SectionArray>

  static open(path: string, columns: CompanyColumns): CompanyIndex {
    return new CompanyIndex(readIndex(path, COMPANY_INDEX, columns.length), columns)
  }

  /** The same index in another thread: what is handed over is shared memory. */
  static shared(from: SharedCompanyIndex): CompanyIndex {
    return new CompanyIndex(from.index, new CompanyColumns(from.columns))
  }

  constructor(sections: Map<string, SectionArray>, columns: CompanyColumns) {
    this.#sections = sections
    this.columns = columns
    this.words = new WordIndex(sections)
    this.rows = section(sections, 'rows', Uint32Array)
    this.forms = section(sections, 'forms', Uint8Array)
    this.living = section(sections, 'living', Uint32Array)[0]!
    this.icos = section(sections, 'icos', Uint32Array)
    this.icoDocuments = rangeMinimum(sections, 'icoDocuments')
  }

  get toShare(): SharedCompanyIndex {
    return { index: this.#sections, columns: this.columns.shared }
  }
}

export interface SharedCompanyIndex {
  readonly index: Map<string, SectionArray>
  readonly columns: Map<string, SectionArray>
}

/** Makes the index over finished columns. The same columns give the same file. */
export function buildCompanyIndex(columns: CompanyColumns, path: string): void {
  const { rows, living } = companyOrder(columns)
  const builder = new WordIndexBuilder()
  const forms = new Uint8Array(rows.length)
  const placeWords = placeWordsOf(columns)
  for (const [document, row] of rows.entries()) {
    const name = companyName(columns.nameAt(row))
    forms[document] = name.form < 0 ? NO_FORM : name.form
    const otherNames = columns.otherNamesAt(row).map((other) => companyName(other).words)
    builder.add({ names: [name.words, ...otherNames], more: [...name.formWords, ...placeWords(row)] })
  }
  writeSections(path, COMPANY_INDEX, {
    rows,
    forms,
    living: Uint32Array.of(living),
    ...madeFor(columns.length),
    ...icoSections(columns.raw.icos, rows),
    ...builder.sections(),
  })
}

/** Documents are counted with 24 bits, so that an ICO of 27 bits fits above. */
const DOCUMENTS_MAX = 2 ** 24
const NO_DOCUMENT = 0xffff_ffff

function placeWordsOf(columns: CompanyColumns): (row: number) => readonly string[] {
  const { municipalities, poolText } = columns.raw
  const known = new Map<number, readonly string[]>()
  return (row) => {
    const number = municipalities[row]!
    let words = known.get(number)
    if (words === undefined) {
      words = placeWords(poolText(number))
      known.set(number, words)
    }
    return words
  }
}

/** The words of a municipality, marked. */
export function placeWords(municipality: string | null): readonly string[] {
  return [...new Set(wordsOf(municipality ?? '').map(({ text }) => PLACE_MARK + text))]
}

function icoSections(icos: Uint32Array, rows: Uint32Array): Record<string, SectionSource> {
  const documents = new Uint32Array(icos.length).fill(NO_DOCUMENT)
  for (let document = 0; document < rows.length; document++) documents[rows[document]!] = document
  // As one number each, the ICO above and the document below. Czech rows stand in the order of their ICO: then nothing is left to sort.
  const pairs = new Float64Array(rows.length)
  let count = 0
  let isSorted = true
  for (let row = 0; row < icos.length; row++) {
    if (icos[row] === NO_ICO || documents[row] === NO_DOCUMENT) continue
    const pair = icos[row]! * DOCUMENTS_MAX + documents[row]!
    if (0 < count && pair < pairs[count - 1]!) isSorted = false
    pairs[count++] = pair
  }
  const sorted = isSorted ? pairs.subarray(0, count) : pairs.subarray(0, count).sort()
  return {
    icos: Uint32Array.from(sorted, (pair) => Math.floor(pair / DOCUMENTS_MAX)),
    ...rangeMinimumSections(
      'icoDocuments',
      Uint32Array.from(sorted, (pair) => pair % DOCUMENTS_MAX),
    ),
  }
}
