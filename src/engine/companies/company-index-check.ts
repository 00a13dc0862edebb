import { parseCompanyName } from '../../text/company-name.ts'
import { NAME_END, NO_NAME, TERM } from '../words/word-index.ts'
import { type CompanyIndex, type CompanyRules, markPlaceWords } from './company-index.ts'
import { findSubjectRows, type SubjectRows } from './subject-rows.ts'

const NOWHERE = 0xffff_ffff

/** Compares an index with its columns, row by row. */
export class CompanyIndexCheck {
  readonly #index: CompanyIndex
  readonly #documents: Uint32Array
  readonly #subjects: SubjectRows
  readonly #shortNamesAt: (row: number) => readonly string[]

  constructor(index: CompanyIndex, rules: CompanyRules) {
    this.#index = index
    this.#subjects = findSubjectRows(index.columns)
    this.#shortNamesAt = rules.createShortNames(index.columns)
    this.#documents = new Uint32Array(index.columns.length).fill(NOWHERE)
    for (const [document, row] of index.rows.entries()) this.#documents[row] = document
  }

  /** Describes what is wrong with the company in this row, or returns null. */
  problemOf(row: number): string | null {
    const index = this.#index
    const document = this.#documents[row]!
    if (index.columns.statusAt(row) === 'removed') return document === NOWHERE ? null : 'was withdrawn and can be found'
    if (this.#subjects.hidden.has(row)) return document === NOWHERE ? null : 'is another registration and can be found'
    if (document === NOWHERE) return 'cannot be found'
    const { columns } = index
    const { name, municipality } = columns.at(row)
    const others = this.#subjects.others.get(row) ?? []
    const otherNames = [
      ...columns.otherNamesAt(row),
      ...others.flatMap((other) => [columns.nameAt(other), ...columns.otherNamesAt(other)]),
    ]
    const own = parseCompanyName(name)
    const expected = [
      own.words.join(' '),
      ...otherNames.map((other) => parseCompanyName(other).words.join(' ')).filter((words) => words !== ''),
      ...own.formWords,
      ...markPlaceWords(municipality),
      ...this.#shortNamesAt(row),
    ]
    const indexed = readIndexedTexts(index, document)
    return expected.join('\n') === indexed.join('\n') ? null : `is indexed as ${indexed.join(', ')}`
  }
}

/** Reads the names of a document from the index, then its other words. */
function readIndexedTexts({ words }: CompanyIndex, document: number): string[] {
  const texts: string[] = []
  let name: string[] = []
  for (let at = words.forwardStarts[document]!; at < words.forwardStarts[document + 1]!; at++) {
    const entry = words.forward[at]!
    const term = entry & TERM
    if ((entry & NO_NAME) !== 0) texts.push(words.trie.termText(term))
    else {
      // A name without words is stored as a term that does not exist.
      if (term < words.trie.termCount) name.push(words.trie.termText(term))
      if ((entry & NAME_END) !== 0) {
        texts.push(name.join(' '))
        name = []
      }
    }
  }
  return texts
}
