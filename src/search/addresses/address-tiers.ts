import type { Visit, WordSearch } from '../../engine/engine.ts'
import { allowShortTypo, allowTypos } from '../../engine/engine.ts'
import type { AllWords } from './all-words.ts'
import { visitByInitials } from './initials.ts'
import { type IsTypo, isTypoOfBeginning, isTypoOfShort } from './name-matcher.ts'

export type AddressTierName =
  | 'exact'
  | 'begins'
  | 'covered'
  | 'initials'
  | 'words'
  | 'prefixes'
  | 'oneTypo'
  | 'twoTypos'
  | 'shortTypo'

/** What a tier searches with. Each thread has its own. */
export interface TierInput {
  readonly search: WordSearch
  readonly allWords: AllWords
}

/** One way in which streets and places match the words of a reading. Hits of an earlier tier come first. */
export interface AddressTier {
  readonly name: AddressTierName
  /** `explain` prints it. */
  readonly description: string
  /** The name of every match has the typed words, so its house numbers are always searched. */
  readonly isByName?: true
  /** How a mistyped word is compared with a word of a name. */
  readonly isTypo?: IsTypo
  /** Visits streets and places, the best first. */
  readonly visit: (input: TierInput, words: readonly string[], visit: Visit) => void
}

/** Tried in this order until there are enough hits. */
export const TIERS: readonly AddressTier[] = [
  {
    name: 'exact',
    description: 'the name is exactly these words',
    isByName: true,
    visit: ({ allWords }, words, visit) => allWords.visitExact(words, visit),
  },
  {
    name: 'begins',
    description: 'the name begins with these words',
    isByName: true,
    visit: ({ allWords }, words, visit) => allWords.visitBeginning(words, visit),
  },
  {
    name: 'covered',
    description: 'all words, and a name of nothing else',
    isByName: true,
    visit: ({ allWords }, words, visit) => allWords.visitCovered(words, visit),
  },
  {
    name: 'initials',
    description: 'a name of these words, where a letter with a dot is the beginning of one',
    isByName: true,
    visit: ({ search }, words, visit) => visitByInitials(search, words, visit),
  },
  {
    name: 'words',
    description: 'all these words, in any order',
    visit: ({ allWords }, words, visit) => allWords.visitAll(words, visit),
  },
  {
    name: 'prefixes',
    description: 'each of these is the beginning of a word',
    visit: ({ search }, words, visit) => search.visitAllPrefixes(words, visit),
  },
]

/** Names that are exactly these words, or begin so. */
export const BEGINNING_TIERS: readonly AddressTier[] = TIERS.filter(({ name }) => name === 'exact' || name === 'begins')

/** Each is tried alone, while there is no hit at all. */
export const TYPO_TIERS: Readonly<Record<'oneTypo' | 'twoTypos' | 'shortTypo', readonly AddressTier[]>> = {
  oneTypo: [
    {
      name: 'oneTypo',
      description: 'all these words, one letter mistyped',
      isTypo: isTypoOfBeginning,
      visit: ({ search }, words, visit) => search.visitWithTypos(allowTypos(words, 1), visit),
    },
  ],
  twoTypos: [
    {
      name: 'twoTypos',
      description: 'all these words, two letters mistyped',
      isTypo: isTypoOfBeginning,
      visit: ({ search }, words, visit) => search.visitWithTypos(allowTypos(words, 2), visit),
    },
  ],
  shortTypo: [
    {
      name: 'shortTypo',
      description: 'all these words, one of three letters mistyped, and few streets and places fit so',
      isTypo: isTypoOfShort,
      visit: ({ search }, words, visit) => search.visitWithShortTypo(allowShortTypo(words), visit),
    },
  ],
}
