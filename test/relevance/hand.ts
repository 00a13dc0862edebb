import type { Random } from '../../src/stdx/random.ts'
import { maxTypos } from '../../src/text/edit-distance.ts'
import { foldLetters } from '../../src/text/fold-letters.ts'

/** Draws from a list of values with weights. */
export function drawByWeight<T>(random: Random, choices: readonly (readonly [T, number])[]): T {
  let left = random.fraction() * choices.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [choice, weight] of choices) {
    left -= weight
    if (left < 0) return choice
  }
  return choices.at(-1)![0]
}

export function shuffle<T>(random: Random, items: readonly T[]): T[] {
  const left = [...items]
  return items.map(() => left.splice(random.below(left.length), 1)[0]!)
}

/** How people write: half of them without diacritics and capitals, some with capitals only. */
export function byHand(random: Random, text: string): string {
  return drawByWeight(random, [
    [text, 30],
    [foldLetters(text), 50],
    [text.toLowerCase(), 15],
    [text.toUpperCase(), 5],
  ])
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/**
 * One edit in a word: a neighbouring pair swapped, or a letter left out, doubled, added or replaced, at any place of
 * it.
 */
export function mistypeWord(random: Random, word: string): string {
  const at = random.below(word.length)
  const letter = LETTERS[random.below(LETTERS.length)]!
  return drawByWeight(random, [
    [
      word.slice(0, at) +
        word
          .slice(at, at + 2)
          .split('')
          .reverse()
          .join('') +
        word.slice(at + 2),
      3,
    ],
    [word.slice(0, at) + word.slice(at + 1), 3],
    [word.slice(0, at) + word[at] + word.slice(at), 2],
    [word.slice(0, at) + letter + word.slice(at), 1],
    [word.slice(0, at) + letter + word.slice(at + 1), 2],
  ])
}

/**
 * The words with one forgiven typo in one of them, or two if it is long. Undefined if no word is long enough. The
 * result may be another existing word; the judge tests that first.
 */
export function withTypo(random: Random, words: readonly string[]): string[] | undefined {
  const long = words.flatMap((word, i) => (0 < maxTypos(word) ? [i] : []))
  if (long.length === 0) return undefined
  const at = long[random.below(long.length)]!
  const once = mistypeWord(random, words[at]!)
  const wrong = maxTypos(words[at]!) === 2 && random.fraction() < 0.2 ? mistypeWord(random, once) : once
  // The typed word decides how many typos are allowed: a shorter word may allow fewer.
  if (wrong === words[at] || maxTypos(wrong) < maxTypos(words[at]!)) return undefined
  return words.map((word, i) => (i === at ? wrong : word))
}
