import {
  type FileKind,
  type SectionArray,
  type SectionSource,
  section,
  writeSections,
} from '../../stdx/section-file.ts'
import { reorder, stableOrder } from '../../stdx/stable-order.ts'
import { COMPANY_TEXT_RULES } from '../../text/company-name.ts'
import { splitWords } from '../../text/words.ts'
import { columnRowsSection, readIndex } from '../read-index.ts'
import type { RangeMinimum } from '../words/range-minimum.ts'
import { rangeMinimumSections, readRangeMinimum, WordIndex } from '../words/word-index.ts'
import { WordIndexBuilder } from '../words/word-index-builder.ts'
import { CompanyColumns, NAME_SEPARATOR_BYTE, NO_ICO } from './company-columns.ts'
import { NameTerms } from './name-terms.ts'
import { findSubjectRows, type SubjectRows } from './subject-rows.ts'

/**
 * Increase the hundreds with the layout of the file; the rest is the version of the rules that split names into words.
 */
export const COMPANY_INDEX: FileKind = {
  kind: 'company-index',
  format: 300 + COMPANY_TEXT_RULES,
  remedy: 'regista publish',
}

/**
 * Marks the words of a municipality, so that they do not match a name. It cannot be typed as part of a word.
 */
export const PLACE_MARK = '@'
/** Marks the short name of a subject, and initials that few people know. */
export const SHORT_MARKS = { name: '=', initials: '<' } as const
export const NO_FORM = 255

/** The immutable index of the companies of one country. */
export class CompanyIndex {
  readonly columns: CompanyColumns
  readonly words: WordIndex
  /** The row of each document in the columns. Documents are in rank order. */
  readonly rows: Uint32Array
  /** The number of each document's legal form as its name has it, or `NO_FORM`. */
  readonly forms: Uint8Array
  /** Documents before this one are living companies. */
  readonly livingCount: number
  /** Company numbers, ascending. */
  readonly icos: Uint32Array
  /** The document of each company number. */
  readonly icoDocuments: RangeMinimum
  readonly #sections: Map<string, SectionArray>

  static open(path: string, columns: CompanyColumns): CompanyIndex {
    return new CompanyIndex(readIndex(path, COMPANY_INDEX, columns.length), columns)
  }

  /** Opens the same index in another thread, on the same shared memory. */
  static fromShared(from: SharedCompanyIndex): CompanyIndex {
    return new CompanyIndex(from.index, new CompanyColumns(from.columns))
  }

  constructor(sections: Map<string, SectionArray>, columns: CompanyColumns) {
    this.#sections = sections
    this.columns = columns
    this.words = new WordIndex(sections)
    this.rows = section(sections, 'rows', Uint32Array)
    this.forms = section(sections, 'forms', Uint8Array)
    this.livingCount = section(sections, 'living', Uint32Array)[0]!
    this.icos = section(sections, 'icos', Uint32Array)
    this.icoDocuments = readRangeMinimum(sections, 'icoDocuments')
  }

  get toShare(): SharedCompanyIndex {
    return { index: this.#sections, columns: this.columns.shared }
  }
}

export interface SharedCompanyIndex {
  readonly index: Map<string, SectionArray>
  readonly columns: Map<string, SectionArray>
}

/** The order of documents, as the search wants it. */
export interface CompanyOrder {
  /** The row of each document, best first. A row that is not in it cannot be found. */
  readonly rows: Uint32Array
  /** Documents before this one are living. */
  readonly living: number
}

/** The rules of the search that an index is built by. */
export interface CompanyRules {
  /** `hidden`: other registrations, which are no documents. */
  readonly sort: (columns: CompanyColumns, hidden: ReadonlySet<number>) => CompanyOrder
  /** Returns the short names of the subject of each row, folded, with a mark. */
  readonly createShortNames: (columns: CompanyColumns) => (row: number) => readonly string[]
}

/** Builds the index of finished columns, and returns its subjects. Equal columns in equal order give equal files. */
export function buildCompanyIndex(columns: CompanyColumns, path: string, rules: CompanyRules): SubjectRows {
  const builder = new WordIndexBuilder()
  const subjects = findSubjectRows(columns)
  const { rows, living } = rules.sort(columns, subjects.hidden)
  const formOfRow = addCompanies(builder, columns, {
    others: subjects.others,
    shortNamesAt: rules.createShortNames(columns),
  })
  const forms = new Uint8Array(rows.length)
  for (let document = 0; document < rows.length; document++) forms[document] = formOfRow[rows[document]!]!
  // This takes the most memory, so it runs before the other sections exist.
  const words = builder.sections(rows)
  writeSections(path, COMPANY_INDEX, {
    rows,
    forms,
    living: Uint32Array.of(living),
    ...columnRowsSection(columns.length),
    ...buildIcoSections(columns.raw.icos, rows),
    ...words,
  })
  return subjects
}

/**
 * Adds the companies row by row and returns the legal form of each. In the order of documents, names would be read from
 * random positions in memory, which takes twice as long.
 */
function addCompanies(
  builder: WordIndexBuilder,
  columns: CompanyColumns,
  { others, shortNamesAt }: { others: SubjectRows['others']; shortNamesAt: (row: number) => readonly string[] },
): Uint8Array {
  const { names, otherNames, municipalities, poolText } = columns.raw
  const forms = new Uint8Array(columns.length)
  const name = new NameTerms(builder.terms)
  const placeTerms: (readonly number[] | undefined)[] = []
  const addOtherNames = (row: number): void => {
    const othersEnd = otherNames.starts[row + 1]!
    for (let from = otherNames.starts[row]!; from < othersEnd; ) {
      let end = from
      while (end < othersEnd && otherNames.bytes[end] !== NAME_SEPARATOR_BYTE) end += 1
      name.read(otherNames.bytes, from, end)
      builder.addName(name.terms, name.length)
      from = end + 1
    }
  }
  for (let row = 0; row < columns.length; row++) {
    builder.beginDocument()
    name.read(names.bytes, names.starts[row]!, names.starts[row + 1]!)
    builder.addName(name.terms, name.length)
    forms[row] = name.form < 0 ? NO_FORM : name.form
    const { formTerms } = name
    addOtherNames(row)
    for (const other of others.get(row) ?? []) {
      name.read(names.bytes, names.starts[other]!, names.starts[other + 1]!)
      builder.addName(name.terms, name.length)
      addOtherNames(other)
    }
    for (const term of formTerms) builder.addWord(term)
    const place = municipalities[row]!
    placeTerms[place] ??= markPlaceWords(poolText(place)).map((word) => builder.terms.internText(word))
    for (const term of placeTerms[place]) builder.addWord(term)
    for (const short of shortNamesAt(row)) builder.addWord(builder.terms.internText(short))
  }
  return forms
}

/** The words of a municipality, marked. */
export function markPlaceWords(municipality: string | null): readonly string[] {
  return [...new Set(splitWords(municipality ?? '').map(({ text }) => PLACE_MARK + text))]
}

function buildIcoSections(icos: Uint32Array, rows: Uint32Array): Record<string, SectionSource> {
  const documents = new Uint32Array(rows.length)
  const numbers = new Uint32Array(rows.length)
  let count = 0
  for (let document = 0; document < rows.length; document++) {
    const ico = icos[rows[document]!]!
    if (ico === NO_ICO) continue
    documents[count] = document
    numbers[count] = ico
    count += 1
  }
  const order = stableOrder(count, [numbers])
  return { icos: reorder(numbers, order), ...rangeMinimumSections('icoDocuments', reorder(documents, order)) }
}
