import { seededRandom } from '../../src/stdx/random.ts'

/** A few words with commas between. Longer lists are files of `tables/`. */
export const wordList = (text: string): readonly string[] => text.trim().split(/\s*,\s*/)

/** Each value once, those of the first list first; the rest in a fixed order that looks like none. */
export function withShuffledTail(head: readonly string[], tail: Iterable<string>): string[] {
  const rest = [...new Set(tail).difference(new Set(head))]
  const random = seededRandom(rest.length)
  for (let i = rest.length - 1; 0 < i; i--) {
    const j = random.below(i + 1)
    ;[rest[i], rest[j]] = [rest[j]!, rest[i]!]
  }
  return [...new Set(head), ...rest]
}

/** Every value of the first list before every one of the second. */
export function* combine(first: readonly string[], second: readonly string[], between = ''): Generator<string> {
  for (const a of first) for (const b of second) yield a + between + b
}
