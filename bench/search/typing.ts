import type { Random } from '../../src/stdx/random.ts'

/*
 * What hands do to a word.
 */

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** One letter too many, too few or wrong, or two swapped; never the first one, which people hit. */
export function mistypeWord(word: string, random: Random): string {
  const at = 1 + random.below(word.length - 1)
  const letter = LETTERS[random.below(LETTERS.length)]!
  switch (random.below(4)) {
    case 0:
      return word.slice(0, at) + letter + word.slice(at)
    case 1:
      return word.slice(0, at) + word.slice(at + 1)
    case 2:
      return word.slice(0, at) + letter + word.slice(at + 1)
    default:
      return word.slice(0, at - 1) + word[at] + word[at - 1] + word.slice(at + 1)
  }
}

/** At least the first three letters of a word. */
export function cut(word: string, random: Random): string {
  return word.slice(0, Math.min(word.length, 3 + random.below(Math.max(1, word.length - 2))))
}

export function pick<T>(all: readonly T[], random: Random): T {
  return all[random.below(all.length)]!
}

export function shuffle<T>(all: readonly T[], random: Random): T[] {
  const left = [...all]
  return all.map(() => left.splice(random.below(left.length), 1)[0]!)
}
