import { compareText } from '../../stdx/compare-text.ts'
import { splitWords } from '../../text/words.ts'

/** A name has seldom more dotted words, and each doubles the patterns. */
const DOTTED_MAX = 4
/** The most frequent ones. "J. Nerudy" may stand for a few first names, and only one of them has streets. */
const SPELLINGS_MAX = 4
/** Longer names are not abbreviated, and their patterns are many. */
const WORDS_MAX = 8

/**
 * Spells out the dotted words of street names as other streets of the register do: "Bož. Němcové" is "Boženy Němcové",
 * because a street of that name exists whose other words are equal and whose word begins so.
 */
export class DottedNames {
  /** The spelled-out names of each pattern, in which `*` stands for a dotted word, and how many streets have each. */
  readonly #patterns = new Map<string, Map<string, number>>()

  constructor(names: Iterable<string>) {
    const spelledOut: (readonly string[])[] = []
    /** By the number of words: which of them are dotted. */
    const wildcards = new Map<number, Set<number>>()
    for (const name of names) {
      const { words, dotted } = splitName(name)
      if (words.length < 2 || WORDS_MAX < words.length) continue
      if (dotted.length === 0) spelledOut.push(words)
      for (const set of listSubsets(dotted)) {
        this.#patterns.set(patternOf(words, set), new Map())
        wildcards.set(words.length, (wildcards.get(words.length) ?? new Set()).add(set))
      }
    }
    for (const words of spelledOut) {
      for (const set of wildcards.get(words.length) ?? []) {
        const spellings = this.#patterns.get(patternOf(words, set))
        const text = words.join(' ')
        spellings?.set(text, (spellings.get(text) ?? 0) + 1)
      }
    }
  }

  /** The spellings of a name as folded words. */
  spellingsOf(name: string): string[][] {
    const { words, dotted } = splitName(name)
    const found = new Map<string, number>()
    for (const set of listSubsets(dotted)) {
      for (const [text, streets] of this.#patterns.get(patternOf(words, set)) ?? []) {
        if (isSpellingOf(words, text.split(' '), set)) found.set(text, streets)
      }
    }
    const ordered = [...found].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]))
    return ordered.slice(0, SPELLINGS_MAX).map(([text]) => text.split(' '))
  }
}

function splitName(name: string): { readonly words: readonly string[]; readonly dotted: readonly number[] } {
  const words = splitWords(name)
  const dotted = words.flatMap(({ text, end }, i) => (name[end] === '.' && LETTERS.test(text) ? [i] : []))
  return { words: words.map(({ text }) => text), dotted: dotted.slice(0, DOTTED_MAX) }
}

const LETTERS = /^[a-z]+$/

/** The sets of one or several of these places, each as bits. */
function listSubsets(places: readonly number[]): number[] {
  let sets = [0]
  for (const place of places) sets = [...sets, ...sets.map((set) => set | (1 << place))]
  return sets.slice(1)
}

function patternOf(words: readonly string[], set: number): string {
  return words.map((word, i) => ((set & (1 << i)) === 0 ? word : '*')).join(' ')
}

function isSpellingOf(words: readonly string[], spelledOut: readonly string[], set: number): boolean {
  return words.every((word, i) => {
    const other = spelledOut[i]!
    if ((set & (1 << i)) === 0) return true
    return word.length < other.length && other.startsWith(word) && LETTERS.test(other)
  })
}
