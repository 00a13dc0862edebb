import type { Random } from '../../src/stdx/random.ts'

/** A row of a customer's list, and the record that it means. */
export interface NoisyRow<Given> {
  readonly noise: string
  readonly given: Given
  /** Null: an invented one, which no record is. */
  readonly right: string | null
  /** False: the text, as it was written before the noise, fits another record as well. */
  readonly hasOneRecord: boolean
}

export type Noises<Noise> = Readonly<Record<string, readonly [weight: number, noise: Noise]>>

export function pickNoise<N>(noises: Noises<N>, random: Random): [string, N] {
  const entries = Object.entries(noises)
  let left = random.fraction() * entries.reduce((sum, [, [weight]]) => sum + weight, 0)
  for (const [name, [weight, noise]] of entries) {
    left -= weight
    if (left < 0) return [name, noise]
  }
  return [entries[0]![0], entries[0]![1][1]]
}

export function pick<Value>(random: Random, values: readonly Value[]): Value {
  return values[random.below(values.length)]!
}

/** One edit in a word of at least four letters. */
export function mistype(name: string, random: Random): string | undefined {
  const words = name.split(' ')
  const long = words.flatMap((word, i) => (4 <= word.length && /^\p{L}+$/u.test(word) ? [i] : []))
  if (long.length === 0) return undefined
  const at = pick(random, long)
  const word = words[at]!
  const i = 1 + random.below(word.length - 2)
  const letter = 'aeiouknrst'[random.below(10)]!
  const edits = [
    word.slice(0, i) + word.slice(i + 1),
    word.slice(0, i) + letter + word.slice(i),
    word.slice(0, i) + letter + word.slice(i + 1),
    word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2),
  ]
  words[at] = pick(random, edits)
  return words.join(' ')
}

export function stripAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}
