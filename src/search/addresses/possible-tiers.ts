import type { WordIndex } from '../../engine/engine.ts'
import { isMarkedWord } from '../../text/address-words.ts'
import type { AddressReading } from './address-reading.ts'
import { type AddressTier, TIERS } from './address-tiers.ts'

/**
 * Classifies the words of a reading by the list of all terms. Most readings have a word that is no term, and one test
 * is cheaper than a test in each tier.
 *
 *     unknown     a word begins no term
 *     beginnings  each word begins a term, but one before the last is no term itself
 *     words       all but the last are terms, or one is marked, so it is in no name
 *     name        they may be a name
 */
type WordsClass = 'unknown' | 'beginnings' | 'words' | 'name'

/** The tiers that may find documents with the words of this reading. */
export function listPossibleTiers(
  trie: WordIndex['trie'],
  { words, hasInitial }: Pick<AddressReading, 'words' | 'hasInitial'>,
): readonly AddressTier[] {
  const possible = words.length === 1 ? POSSIBLE_WITH_ONE_WORD : hasInitial ? POSSIBLE_WITH_INITIAL : POSSIBLE_TIERS
  return possible[classifyWords(trie, words)]
}

const POSSIBLE_WITH_INITIAL: Readonly<Record<WordsClass, readonly AddressTier[]>> = {
  unknown: [],
  beginnings: TIERS.filter(({ name }) => name === 'initials' || name === 'prefixes'),
  words: TIERS.filter(({ name }) => name !== 'exact' && name !== 'begins'),
  name: TIERS,
}

const POSSIBLE_TIERS: Readonly<Record<WordsClass, readonly AddressTier[]>> = {
  unknown: [],
  beginnings: withoutInitials(POSSIBLE_WITH_INITIAL.beginnings),
  words: withoutInitials(POSSIBLE_WITH_INITIAL.words),
  name: withoutInitials(POSSIBLE_WITH_INITIAL.name),
}

function withoutInitials(tiers: readonly AddressTier[]): AddressTier[] {
  return tiers.filter(({ name }) => name !== 'initials')
}

/** A covered name of one word is one that begins with it, and its beginnings are what `words` finds. */
const TIERS_OF_ONE_WORD = POSSIBLE_TIERS.name.filter(({ name }) => name !== 'covered' && name !== 'prefixes')
const POSSIBLE_WITH_ONE_WORD: Readonly<Record<WordsClass, readonly AddressTier[]>> = {
  unknown: [],
  beginnings: [],
  words: TIERS_OF_ONE_WORD.filter(({ name }) => name === 'words'),
  name: TIERS_OF_ONE_WORD,
}

function classifyWords(trie: WordIndex['trie'], words: readonly string[]): WordsClass {
  const range = { low: 0, high: 0 }
  let known: WordsClass = 'name'
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    if (i + 1 < words.length && trie.findWord(word, range)) {
      if (known === 'name' && isMarkedWord(word)) known = 'words'
    } else {
      if (!trie.findPrefix(word, range)) return 'unknown'
      if (i + 1 < words.length) known = 'beginnings'
      else if (known === 'name' && isMarkedWord(word)) known = 'words'
    }
  }
  return known
}
