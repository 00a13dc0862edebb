import type { WordSearch } from '../../engine/engine.ts'
import type { AllWords } from './all-words.ts'

/** How well the words of a reading fit, the best first. The next is asked only while there are too few hits. */
export const TIERS = ['exact', 'begins', 'covered', 'words', 'prefixes'] as const
/** Asked only when nothing at all was found without them. */
export const TYPO_TIERS = ['oneTypo', 'twoTypos', 'shortTypo'] as const
export type AddressTier = (typeof TIERS)[number] | (typeof TYPO_TIERS)[number]

/** Of one thread. */
export interface Asked {
  readonly search: WordSearch
  readonly allWords: AllWords
}

type Question = (asked: Asked, words: readonly string[], visit: (document: number) => boolean) => void

/** Which streets and places are in a tier, best first. */
export const QUESTIONS: Readonly<Record<AddressTier, Question>> = {
  exact: ({ allWords }, words, visit) => allWords.visitExact(words, visit),
  begins: ({ allWords }, words, visit) => allWords.visitBeginning(words, visit),
  covered: ({ allWords }, words, visit) => allWords.visitCovered(words, visit),
  words: ({ allWords }, words, visit) => allWords.visitAll(words, visit),
  prefixes: ({ search }, words, visit) => search.visitAllPrefixes(words, visit),
  oneTypo: ({ search }, words, visit) => search.visitWithTypos(words, 1, visit),
  twoTypos: ({ search }, words, visit) => search.visitWithTypos(words, 2, visit),
  shortTypo: ({ search }, words, visit) => search.visitWithShortTypo(words, visit),
}
