import { PLACE_MARK } from '../../engine/companies/companies.ts'
import type { Visit, WordSearch } from '../../engine/engine.ts'
import type { Rule } from '../rule.ts'
import type { AlikeCompanies } from './alike-companies.ts'
import type { CompanyQuery, CompanyReading } from './company-query.ts'
import type { IcoSearch } from './ico-search.ts'

/** What a rule is asked. */
export interface CompanyQuestion {
  readonly query: CompanyQuery
  readonly reading: CompanyReading
  readonly words: WordSearch
  readonly icos: IcoSearch
  readonly alike: AlikeCompanies
}

/** A company of an example. */
export interface ExampleOf {
  readonly name: string
  readonly municipality?: string
  readonly ico?: string
  readonly otherNames?: readonly string[]
  readonly legalForm?: { readonly code: string; readonly name: string; readonly codelist: string }
  readonly size?: string
}

/** One way in which companies match a text. */
export interface CompanyRule extends Rule<CompanyQuestion, ExampleOf> {
  /**
   * Hits that have this number or this name, or whose name begins so, are no typing errors. With
   * a name, ended companies come after the living ones of all rules of the group.
   */
  readonly hits?: 'numbered' | 'called' | 'begun'
  /** While a legal form is being typed, only companies that have it match. */
  readonly wantsForm?: true
  /** Its documents come in the order of the hits, not in rank order. */
  readonly isOrdered?: true
  readonly visit: (question: CompanyQuestion, visit: Visit) => void
}

/** The literal one. */
export function isFirstReading({ query, reading }: CompanyQuestion): boolean {
  return reading === query.readings[0]
}

/** The one whose words lack the legal form, and are not abbreviated. */
export function isBarest({ query, reading }: CompanyQuestion): boolean {
  return reading === query.readings.at(-1) && reading.abbreviations.length === 0
}

export function areSeveral({ reading }: CompanyQuestion): boolean {
  return 1 < reading.words.length
}

/** Whether all words but the last are terms, and the last one begins one. */
export function areTerms({ reading: { words }, words: { index } }: CompanyQuestion): boolean {
  const last = words.length - 1
  for (let i = 0; i < last; i++) if (index.trie.termOf(words[i]!) < 0) return false
  return last < 0 || index.trie.findPrefix(words[last]!, { low: 0, high: 0 })
}

export function hasShortName({ reading, words }: CompanyQuestion, mark: string): boolean {
  return 0 <= words.index.trie.termOf(mark + (reading.words[0] ?? ''))
}

export function visitShortNames({ reading, words }: CompanyQuestion, mark: string, visit: Visit): void {
  visitShort(words, [mark + reading.words[0]!, ...reading.words.slice(1)], visit)
}

/** A short name alone is a whole word; behind it the last word may be unfinished. */
export function visitShort(words: WordSearch, typed: readonly string[], visit: Visit): void {
  if (typed.length === 1) words.visitAllWholeWords(typed, visit)
  else words.visitAllWords(typed, visit, PLACE_MARK)
}
