import { PLACE_MARK, type Visit, WORDS_MAX, type WordSearch } from '../../engine/engine.ts'
import type { CompanyQuery, CompanyReading } from './company-query.ts'
import type { IcoSearch } from './ico-search.ts'

/** What a tier may ask. */
export interface TierQuestion {
  readonly query: CompanyQuery
  readonly reading: CompanyReading
  readonly words: WordSearch
  readonly icos: IcoSearch
}

/** One way to fit a query. Every hit of a tier comes before every hit of the next. */
export interface CompanyTier {
  readonly name: CompanyTierName
  /** For a person who reads an explanation. */
  readonly says: string
  /** `nothing_found`: asked only while there is no hit at all. `digits`: asked once, if the query may be a company number. */
  readonly when: 'always' | 'nothing_found' | 'digits'
  /** Only companies that have the legal form, while that is being typed. */
  readonly wantsForm?: true
  /** Several ways are asked one after the other: the documents do not come in rank order. */
  readonly hasWays?: true
  /** Visits documents, of each way in rank order. */
  readonly ask: (question: TierQuestion, visit: Visit) => void
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
  | 'glued'
  | 'words_and_place'
  | 'beginnings'
  | 'parted'
  | 'one_typo'
  | 'two_typos'
  | 'short_typo'

/** Asked in this order until there are enough hits. */
export const COMPANY_TIERS: readonly CompanyTier[] = [
  {
    name: 'ico',
    says: 'the number is the company number',
    when: 'digits',
    ask: ({ query, icos }, visit) => icos.equalTo(query.digits!, visit),
  },
  {
    name: 'exact_name',
    says: 'the name is exactly these words',
    when: 'always',
    wantsForm: true,
    ask: ({ reading, words }, visit) => words.exactNames(reading.words, visit, 'own'),
  },
  {
    name: 'exact_other_name',
    says: 'another name, mostly a former one, is exactly these words',
    when: 'always',
    wantsForm: true,
    ask: ({ reading, words }, visit) => words.exactNames(reading.words, visit, 'other'),
  },
  {
    name: 'ico_beginning',
    says: 'the company number begins with these digits',
    when: 'digits',
    ask: ({ query, icos }, visit) => icos.beginningWith(query.digits!, visit),
  },
  {
    name: 'ico_without_zeros',
    says: 'the company number without its leading zeros begins with these digits',
    when: 'digits',
    ask: ({ query, icos }, visit) => icos.beginningAfterZeros(query.digits!, visit),
  },
  {
    name: 'name_beginning',
    says: 'the name begins with these words',
    when: 'always',
    ask: ({ reading, words }, visit) => words.namesStartingWith(reading.words, visit, 'own'),
  },
  {
    name: 'other_name_beginning',
    says: 'another name, mostly a former one, begins with these words',
    when: 'always',
    ask: ({ reading, words }, visit) => words.namesStartingWith(reading.words, visit, 'other'),
  },
  {
    name: 'words_of_name',
    says: 'its names have all these words, in any order',
    when: 'always',
    ask: ({ reading, words }, visit) => words.allWords(reading.words, visit),
  },
  {
    name: 'glued',
    says: 'two neighbouring words are one word of the name',
    when: 'always',
    hasWays: true,
    ask: ({ reading, words }, visit) => visitEach(gluedWays(reading.words), (way) => words.allWords(way, visit)),
  },
  {
    name: 'words_and_place',
    says: 'the name and the municipality together have all these words',
    when: 'always',
    ask: ({ reading, words }, visit) => 1 < reading.words.length && words.allWords(reading.words, visit, PLACE_MARK),
  },
  {
    name: 'beginnings',
    says: 'each of these is the beginning of a word of the name or the municipality',
    when: 'always',
    ask: ({ reading, words }, visit) =>
      1 < reading.words.length && words.everyWordAPrefix(reading.words, visit, PLACE_MARK),
  },
  {
    name: 'parted',
    says: 'one of these is two words of the name',
    when: 'nothing_found',
    hasWays: true,
    ask: ({ reading, words }, visit) =>
      reading.words.length < WORDS_MAX && visitEach(partedWays(reading.words), (way) => words.allWords(way, visit)),
  },
  {
    name: 'one_typo',
    says: 'all these words, one letter mistyped',
    when: 'nothing_found',
    hasWays: true,
    ask: ({ reading, words }, visit) => words.withTypos(reading.words, 1, visit, placeMark(reading)),
  },
  {
    name: 'two_typos',
    says: 'all these words, two letters mistyped',
    when: 'nothing_found',
    hasWays: true,
    ask: ({ reading, words }, visit) => words.withTypos(reading.words, 2, visit, placeMark(reading)),
  },
  {
    name: 'short_typo',
    says: 'all these words, one of three letters mistyped, and few companies fit so',
    when: 'nothing_found',
    hasWays: true,
    ask: ({ reading, words }, visit) =>
      words.withShortTypo(reading.words, visit, PLACE_MARK, placeMark({ words: reading.words.slice(1) })),
  },
]

/** A single word is a name: a municipality alone names no company. */
function placeMark({ words }: Pick<CompanyReading, 'words'>): string {
  return words.length === 1 ? '' : PLACE_MARK
}

function visitEach(ways: Iterable<readonly string[]>, ask: (way: readonly string[]) => void): void {
  for (const way of ways) ask(way)
}

/** "total energies" → "totalenergies" */
export function* gluedWays(words: readonly string[]): Generator<string[]> {
  for (let i = 0; i + 1 < words.length; i++) yield words.toSpliced(i, 2, words[i]! + words[i + 1]!)
}

/** "totalenergies" → "total energies", and every other place where it could part */
export function* partedWays(words: readonly string[]): Generator<string[]> {
  for (const [i, word] of words.entries()) {
    const letters = Array.from(word)
    for (let at = 1; at < letters.length; at++) {
      yield words.toSpliced(i, 1, letters.slice(0, at).join(''), letters.slice(at).join(''))
    }
  }
}
