import { PLACE_MARK } from '../../engine/companies/companies.ts'
import { type Visit, WORDS_MAX, type WordSearch } from '../../engine/engine.ts'
import { allowShortTypo, allowTypos } from '../typo-rules.ts'
import type { CompanyQuery, CompanyReading } from './company-query.ts'
import type { IcoSearch } from './ico-search.ts'

/** What a tier searches with. */
export interface TierInput {
  readonly query: CompanyQuery
  readonly reading: CompanyReading
  readonly words: WordSearch
  readonly icos: IcoSearch
}

/** One way in which companies match a query. Hits of an earlier tier come first. */
export interface CompanyTier {
  readonly name: CompanyTierName
  /** `explain` prints it. */
  readonly description: string
  /**
   * `nothing_found`: tried only while there is no hit. `digits`: tried once, if the query may be a company number.
   */
  readonly when: 'always' | 'nothing_found' | 'digits'
  /** While a legal form is being typed, only companies that have it match. */
  readonly wantsForm?: true
  /** All words but the last must be terms, and the last one must begin one: most readings have another word. */
  readonly wantsTerms?: true
  /** The tier runs several searches, so its documents are not in rank order. */
  readonly isUnordered?: true
  /** Visits documents; those of one search come in rank order. */
  readonly visit: (question: TierInput, visit: Visit) => void
}

export type CompanyTierName =
  | 'ico'
  | 'exact_name'
  | 'exact_other_name'
  | 'ico_beginning'
  | 'ico_without_zeros'
  | 'name_beginning'
  | 'other_name_beginning'
  | 'words_of_name'
  | 'joined_words'
  | 'words_and_place'
  | 'beginnings'
  | 'split_words'
  | 'one_typo'
  | 'two_typos'
  | 'short_typo'

/** Tried in this order until there are enough hits. */
export const COMPANY_TIERS: readonly CompanyTier[] = [
  {
    name: 'ico',
    description: 'the number is the company number',
    when: 'digits',
    visit: ({ query, icos }, visit) => icos.visitEqual(query.digits!, visit),
  },
  {
    name: 'exact_name',
    description: 'the name is exactly these words',
    when: 'always',
    wantsForm: true,
    wantsTerms: true,
    visit: ({ reading, words }, visit) => words.visitExactNames(reading.words, visit, 'own'),
  },
  {
    name: 'exact_other_name',
    description: 'another name, mostly a former one, is exactly these words',
    when: 'always',
    wantsForm: true,
    wantsTerms: true,
    visit: ({ reading, words }, visit) => words.visitExactNames(reading.words, visit, 'other'),
  },
  {
    name: 'ico_beginning',
    description: 'the company number begins with these digits',
    when: 'digits',
    visit: ({ query, icos }, visit) => icos.visitByPrefix(query.digits!, visit),
  },
  {
    name: 'ico_without_zeros',
    description: 'the company number without its leading zeros begins with these digits',
    when: 'digits',
    visit: ({ query, icos }, visit) => icos.visitIgnoringZeros(query.digits!, visit),
  },
  {
    name: 'name_beginning',
    description: 'the name begins with these words',
    when: 'always',
    wantsTerms: true,
    visit: ({ reading, words }, visit) => words.visitNamesByPrefix(reading.words, visit, 'own'),
  },
  {
    name: 'other_name_beginning',
    description: 'another name, mostly a former one, begins with these words',
    when: 'always',
    wantsTerms: true,
    visit: ({ reading, words }, visit) => words.visitNamesByPrefix(reading.words, visit, 'other'),
  },
  {
    name: 'words_of_name',
    description: 'its names have all these words, in any order',
    when: 'always',
    wantsTerms: true,
    visit: ({ reading, words }, visit) => words.visitAllWords(reading.words, visit),
  },
  {
    name: 'joined_words',
    description: 'two neighbouring words are one word of the name',
    when: 'always',
    isUnordered: true,
    visit: ({ reading, words }, visit) => {
      const mayBe = (joined: string): boolean => words.index.trie.findPrefix(joined, { low: 0, high: 0 })
      for (const joined of joinNeighbours(reading.words, mayBe)) words.visitAllWords(joined, visit)
    },
  },
  {
    name: 'words_and_place',
    description: 'the name and the municipality together have all these words',
    when: 'always',
    visit: ({ reading, words }, visit) =>
      1 < reading.words.length && words.visitAllWords(reading.words, visit, PLACE_MARK),
  },
  {
    name: 'beginnings',
    description: 'each of these is the beginning of a word of the name or the municipality',
    when: 'always',
    visit: ({ reading, words }, visit) =>
      1 < reading.words.length && words.visitAllPrefixes(reading.words, visit, PLACE_MARK),
  },
  {
    name: 'split_words',
    description: 'one of these is two words of the name',
    when: 'nothing_found',
    isUnordered: true,
    visit: ({ reading, words }, visit) => {
      if (WORDS_MAX <= reading.words.length) return
      for (const split of splitEachWord(reading.words)) words.visitAllWords(split, visit)
    },
  },
  {
    name: 'one_typo',
    description: 'all these words, one letter mistyped',
    when: 'nothing_found',
    isUnordered: true,
    visit: ({ reading, words }, visit) => words.visitWithTypos(allowTypos(reading.words, 1), visit, placeMark(reading)),
  },
  {
    name: 'two_typos',
    description: 'all these words, two letters mistyped',
    when: 'nothing_found',
    isUnordered: true,
    visit: ({ reading, words }, visit) => words.visitWithTypos(allowTypos(reading.words, 2), visit, placeMark(reading)),
  },
  {
    name: 'short_typo',
    description: 'all these words, one of three letters mistyped, and few companies fit so',
    when: 'nothing_found',
    isUnordered: true,
    visit: ({ reading, words }, visit) =>
      words.visitWithShortTypo(
        allowShortTypo(reading.words),
        visit,
        PLACE_MARK,
        placeMark({ words: reading.words.slice(1) }),
      ),
  },
]

/** A single word is a name: a municipality alone names no company. */
function placeMark({ words }: Pick<CompanyReading, 'words'>): string {
  return words.length === 1 ? '' : PLACE_MARK
}

/** "total energies" → "totalenergies", if that may be a word */
export function joinNeighbours(words: readonly string[], mayBe: (joined: string) => boolean): string[][] {
  const all: string[][] = []
  for (let i = 0; i + 1 < words.length; i++) {
    const joined = words[i]! + words[i + 1]!
    if (mayBe(joined)) all.push(words.toSpliced(i, 2, joined))
  }
  return all
}

/** Whether a tier with `wantsTerms` can match. */
export function areTerms(words: readonly string[], { index: { trie } }: WordSearch): boolean {
  const last = words.length - 1
  for (let i = 0; i < last; i++) if (trie.termOf(words[i]!) < 0) return false
  return last < 0 || trie.findPrefix(words[last]!, { low: 0, high: 0 })
}

/** "totalenergies" → "total energies", and every other way to split it */
export function* splitEachWord(words: readonly string[]): Generator<string[]> {
  for (const [i, word] of words.entries()) {
    const letters = Array.from(word)
    for (let at = 1; at < letters.length; at++) {
      yield words.toSpliced(i, 1, letters.slice(0, at).join(''), letters.slice(at).join(''))
    }
  }
}
