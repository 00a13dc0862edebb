import { PLACE_MARK, SHORT_MARKS } from '../../engine/companies/companies.ts'
import { allowShortTypo, allowTypos, type Visit, WORDS_MAX, type WordSearch } from '../../engine/engine.ts'
import type { CompanyQuery, CompanyReading } from './company-query.ts'
import { isMerePlace, listNamesWithPlace, listShorter } from './fewer-words.ts'
import type { IcoSearch } from './ico-search.ts'
import { hasPlaceWords } from './seat-words.ts'

/** What a tier searches with. */
export interface TierInput {
  readonly query: CompanyQuery
  readonly reading: CompanyReading
  readonly words: WordSearch
  readonly icos: IcoSearch
  /** The seat of a document in one line. Null if the query has read enough of them. */
  readonly seatOf: (document: number) => string | null
}

/**
 * When a tier is tried. `number`: once, if the query is or has a company number. `names`: first of all; ended companies
 * come after the living ones of all these tiers. `first_word`, `words`: if there is room. `few_found`: while there is
 * no hit, and for one word if few living companies are found and none by its name. `nothing_found`, `too_many_words`:
 * while there is no hit.
 */
export type CompanyTierTime =
  | 'number'
  | 'names'
  | 'first_word'
  | 'words'
  | 'few_found'
  | 'nothing_found'
  | 'too_many_words'

/** One way in which companies match a query. Hits of an earlier tier come first. */
export interface CompanyTier {
  readonly name: CompanyTierName
  /** `explain` prints it. */
  readonly description: string
  readonly when: CompanyTierTime
  /** While a legal form is being typed, only companies that have it match. */
  readonly wantsForm?: true
  /** Checks cheaply whether it may match: most readings have a word that is no term. */
  readonly mayMatch?: (question: TierInput) => boolean
  /** The tier runs several searches, so its documents are not in rank order. */
  readonly isUnordered?: true
  /** Names that begin with one of the words, as typed or mistyped, come first. */
  readonly wantsBeginning?: true
  /** Visits documents; those of one search come in rank order. */
  readonly visit: (question: TierInput, visit: Visit) => void
}

export type CompanyTierName =
  | 'number_in_text'
  | 'ico'
  | 'ampersand_name'
  | 'exact_name'
  | 'exact_other_name'
  | 'short_name'
  | 'ico_beginning'
  | 'ico_without_zeros'
  | 'whole_words_first'
  | 'initials'
  | 'name_beginning'
  | 'other_name_beginning'
  | 'first_word_and_others'
  | 'words_of_name'
  | 'joined_words'
  | 'words_and_place'
  | 'beginnings'
  | 'name_and_seat'
  | 'split_words'
  | 'one_typo'
  | 'two_typos'
  | 'short_typo'
  | 'words_left_out'

/** Tried in this order until there are enough hits. */
export const COMPANY_TIERS: readonly CompanyTier[] = [
  {
    name: 'ico',
    description: 'the number is the company number',
    when: 'number',
    mayMatch: hasDigits,
    visit: ({ query, icos }, visit) => icos.visitEqual(query.digits!, visit),
  },
  {
    name: 'number_in_text',
    description: 'the company number is among the words, with the right check digit',
    when: 'number',
    mayMatch: ({ query }) => query.number !== null,
    visit: ({ query, icos }, visit) => icos.visitEqual(query.number!, visit),
  },
  {
    name: 'ampersand_name',
    description: 'the name begins with two words that begin with these letters, and has "&" between them',
    when: 'names',
    // A reading without a legal form may lack the letters: "Z & S".
    mayMatch: ({ query, reading }) => query.ampersand?.replace('&', '') === reading.words[0],
    visit: ({ query: { ampersand }, reading: { words: typed }, words }, visit) =>
      visitShort(words, [SHORT_MARKS.name + ampersand!, ...typed.slice(1)], visit),
  },
  {
    name: 'exact_name',
    description: 'the name is exactly these words',
    when: 'names',
    wantsForm: true,
    mayMatch: areTerms,
    visit: ({ reading, words }, visit) => words.visitExactNames(reading.words, visit, 'own'),
  },
  {
    name: 'exact_other_name',
    description: 'another name, mostly a former one, is exactly these words',
    when: 'names',
    wantsForm: true,
    mayMatch: areTerms,
    visit: ({ reading, words }, visit) => words.visitExactNames(reading.words, visit, 'other'),
  },
  {
    name: 'short_name',
    description: 'the first word is the short name of a large subject, the others are words of it or its place',
    when: 'names',
    ...shortNameMarked(SHORT_MARKS.name),
  },
  {
    name: 'ico_beginning',
    description: 'the company number begins with these digits',
    when: 'number',
    mayMatch: hasDigits,
    visit: ({ query, icos }, visit) => icos.visitByPrefix(query.digits!, visit),
  },
  {
    name: 'ico_without_zeros',
    description: 'the company number without its leading zeros begins with these digits',
    when: 'number',
    mayMatch: hasDigits,
    visit: ({ query, icos }, visit) => icos.visitIgnoringZeros(query.digits!, visit),
  },
  {
    name: 'whole_words_first',
    description: 'the name begins with these whole words',
    when: 'names',
    // The letters of a form may be the beginning of a word: "alfa se".
    mayMatch: ({ reading, words }) =>
      reading.forms.length === 0 && reading.words.every((word) => 0 <= words.index.trie.termOf(word)),
    visit: ({ reading, words }, visit) => words.visitNamesByWholeWords(reading.words, visit),
  },
  {
    name: 'initials',
    description: 'the first word is the initials of a joint-stock company, the others are words of it or its place',
    when: 'names',
    ...shortNameMarked(SHORT_MARKS.initials),
  },
  {
    name: 'name_beginning',
    description: 'the name begins with these words',
    when: 'names',
    mayMatch: areTerms,
    visit: ({ reading, words }, visit) => words.visitNamesByPrefix(reading.words, visit, 'own'),
  },
  {
    name: 'other_name_beginning',
    description: 'another name, mostly a former one, begins with these words',
    when: 'names',
    mayMatch: areTerms,
    visit: ({ reading, words }, visit) => words.visitNamesByPrefix(reading.words, visit, 'other'),
  },
  {
    name: 'first_word_and_others',
    description: 'the name begins with the first word, and has the others, or the municipality has them',
    when: 'first_word',
    mayMatch: ({ reading, words }) => 1 < reading.words.length && 0 <= words.index.trie.termOf(reading.words[0]!),
    visit: ({ reading, words }, visit) =>
      words.visitAllWords(
        reading.words,
        (document) => !words.nameBeginsWith(document, reading.words[0]!) || visit(document),
        PLACE_MARK,
      ),
  },
  {
    name: 'words_of_name',
    description: 'its names have all these words, in any order',
    when: 'words',
    mayMatch: areTerms,
    visit: ({ reading, words }, visit) => words.visitAllWords(reading.words, visit),
  },
  {
    name: 'joined_words',
    description: 'two neighbouring words are one word of the name',
    when: 'words',
    isUnordered: true,
    visit: ({ reading, words }, visit) => {
      const mayBe = (joined: string): boolean => words.index.trie.findPrefix(joined, { low: 0, high: 0 })
      for (const joined of joinNeighbours(reading.words, mayBe)) words.visitAllWords(joined, visit)
    },
  },
  {
    name: 'words_and_place',
    description: 'the name and the municipality together have all these words',
    when: 'words',
    mayMatch: areSeveral,
    visit: ({ reading, words }, visit) => words.visitAllWords(reading.words, visit, PLACE_MARK),
  },
  {
    name: 'beginnings',
    description: 'each of these is the beginning of a word of the name or the municipality',
    when: 'words',
    mayMatch: areSeveral,
    visit: ({ reading, words }, visit) => words.visitAllPrefixes(reading.words, visit, PLACE_MARK),
  },
  {
    name: 'name_and_seat',
    description: 'some of these are the name, and the others are words of the seat',
    when: 'nothing_found',
    isUnordered: true,
    visit: ({ reading, words, seatOf }, visit) => {
      for (const { name, place } of listNamesWithPlace(reading.words)) {
        let isFound = false
        visitNamed(words, name, (document) => {
          const seat = seatOf(document)
          if (seat === null || !hasPlaceWords(seat, place)) return seat !== null
          isFound = true
          return visit(document)
        })
        if (isFound) return
      }
    },
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
    when: 'few_found',
    isUnordered: true,
    wantsBeginning: true,
    visit: ({ reading, words }, visit) => words.visitWithTypos(allowTypos(reading.words, 1), visit, placeMark(reading)),
  },
  {
    name: 'two_typos',
    description: 'all these words, two letters mistyped',
    when: 'nothing_found',
    isUnordered: true,
    wantsBeginning: true,
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
  {
    name: 'words_left_out',
    description: 'some of these, without words at the end or in front',
    when: 'too_many_words',
    isUnordered: true,
    wantsBeginning: true,
    visit: ({ reading, words }, visit) => {
      let isFound = false
      const take: Visit = (document) => {
        isFound = true
        return visit(document)
      }
      const isPlace = (word: string): boolean => words.index.trie.findWord(word, { low: 0, high: 0 }, PLACE_MARK)
      for (const shorter of listShorter(reading.words)) {
        if (isMerePlace(shorter, isPlace)) continue
        visitNamed(words, shorter, take)
        if (isFound) return
      }
    },
  },
]

function shortNameMarked(mark: string): Pick<CompanyTier, 'mayMatch' | 'visit'> {
  return {
    mayMatch: ({ reading, words }) => 0 <= words.index.trie.termOf(mark + (reading.words[0] ?? '')),
    visit: ({ reading: { words: typed }, words }, visit) =>
      visitShort(words, [mark + typed[0]!, ...typed.slice(1)], visit),
  }
}

/** A short name alone is a whole word; behind it the last word may be unfinished. */
function visitShort(words: WordSearch, typed: readonly string[], visit: Visit): void {
  if (typed.length === 1) words.visitAllWholeWords(typed, visit)
  else words.visitAllWords(typed, visit, PLACE_MARK)
}

/** Visits companies of this name, then companies with these whole words. */
function visitNamed(words: WordSearch, name: readonly string[], visit: Visit): void {
  let wantsMore = true
  const note: Visit = (document) => (wantsMore = visit(document))
  words.visitExactNames(name, note, 'own')
  if (wantsMore) words.visitExactNames(name, note, 'other')
  if (wantsMore) words.visitAllWholeWords(name, note, placeMark({ words: name }))
}

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

/** Whether all words but the last are terms, and the last one begins one. */
function areTerms({ reading: { words }, words: { index } }: TierInput): boolean {
  const last = words.length - 1
  for (let i = 0; i < last; i++) if (index.trie.termOf(words[i]!) < 0) return false
  return last < 0 || index.trie.findPrefix(words[last]!, { low: 0, high: 0 })
}

function hasDigits({ query }: TierInput): boolean {
  return query.digits !== null
}

function areSeveral({ reading }: TierInput): boolean {
  return 1 < reading.words.length
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
