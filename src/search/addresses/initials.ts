import { NAME_END, NO_NAME, TERM, type Visit, type WordSearch } from '../../engine/engine.ts'

/** The letters that a word beside an initial has. */
const LETTERS_MIN = 3

/** "V. Krtíš": a letter with a dot, and a longer word. */
export function hasInitial(words: readonly { readonly text: string; readonly hasDot: boolean }[]): boolean {
  return (
    words.some(({ text, hasDot }) => text.length === 1 && hasDot) &&
    words.some(({ text }) => LETTERS_MIN <= text.length)
  )
}

/**
 * Visits documents that have a name of these words, in which a letter stands for a word that begins so. The last word
 * may be unfinished.
 */
export function visitByInitials(search: WordSearch, words: readonly string[], visit: Visit): void {
  const { trie, forward, forwardStarts } = search.index
  const ranges = words.map((word, i) => {
    const range = { low: 0, high: 0 }
    if (word.length === 1 || i === words.length - 1) trie.findPrefix(word, range)
    else trie.findWord(word, range)
    return range
  })
  if (ranges.some(({ low, high }) => low === high)) return
  const hasName = (document: number): boolean => {
    let isSame = true
    let at = 0
    for (let i = forwardStarts[document]!; i < forwardStarts[document + 1]!; i++) {
      const entry = forward[i]!
      if ((entry & NO_NAME) !== 0) return false
      const range = ranges[at]
      isSame &&= range !== undefined && range.low <= (entry & TERM) && (entry & TERM) < range.high
      at += 1
      if ((entry & NAME_END) === 0) continue
      if (isSame && at === ranges.length) return true
      isSame = true
      at = 0
    }
    return false
  }
  search.visitAllPrefixes(words, (document) => !hasName(document) || visit(document))
}
