import type { WordIndex } from '../../engine/engine.ts'
import { isMarkedWord } from '../../text/address-words.ts'
import { type AddressTier, TIERS } from './address-tiers.ts'

/**
 * What the list of all words says of the words of a reading. Most readings hold a number or a cut off word that stands nowhere: to find that out
 * once is cheaper than in each tier.
 *
 *     unknown     a word begins no word at all
 *     beginnings  each begins one, but one before the last is none itself
 *     words       all but the last are words, or one is a mark, which stands in no name
 *     name        they may be a name
 */
type WordsClass = 'unknown' | 'beginnings' | 'words' | 'name'

export const POSSIBLE_TIERS: Readonly<Record<WordsClass, readonly AddressTier[]>> = {
  unknown: [],
  beginnings: ['prefixes'],
  words: ['covered', 'words', 'prefixes'],
  name: TIERS,
}

export function classifyWords(trie: WordIndex['trie'], words: readonly string[]): WordsClass {
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
