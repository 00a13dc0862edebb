import { assert } from '../../src/stdx/assert.ts'
import type { Random } from '../../src/stdx/random.ts'

/** Ranges of the first seven digits, from and below. */
type Block = readonly [from: number, below: number]

/**
 * Where the numbers of each country lie. The ranges overlap a little: as in life, some ICO exist in both countries,
 * about one Slovak number in forty.
 */
export const SLOVAK_ICO_BLOCKS: readonly Block[] = [
  [10_000, 70_000],
  [1_000_000, 1_750_000],
  [3_000_000, 3_800_000],
  [4_000_000, 5_800_000],
]

export const CZECH_ICO_BLOCKS: readonly Block[] = [
  [1, 1_000_000],
  [1_750_000, 3_000_000],
  [4_000_000, 4_050_000],
  [6_000_000, 7_700_000],
  [8_600_000, 9_000_000],
]

/**
 * The live firms of both countries that the trap `shared-ico` hits take this plus their number: on purpose the same
 * one.
 */
export const SHARED_FIRST_SEVEN = 9_000_000

/** Numbers for `count` subjects in ascending order, spread evenly over the blocks, no two alike. */
export class IcoSpace {
  readonly #blocks: readonly Block[]
  readonly #step: number

  constructor(blocks: readonly Block[], count: number) {
    const room = blocks.reduce((all, [from, below]) => all + below - from, 0)
    assert(count <= room, 'there are enough numbers')
    this.#blocks = blocks
    this.#step = room / count
  }

  /** The first seven digits of the subject at a position. */
  at(position: number, random: Random): number {
    const first = Math.floor(position * this.#step)
    const next = Math.floor((position + 1) * this.#step)
    let offset = first + random.below(next - first)
    for (const [from, below] of this.#blocks) {
      if (offset < below - from) return from + offset
      offset -= below - from
    }
    return assert(false, 'a position below the count has a number') as never
  }
}

/** Eight digits. The last is the check digit, weights 8 to 2 modulo 11; a `wrong` one is off by one. */
export function icoText(firstSeven: number, kind: 'right' | 'wrong'): string {
  const digits = String(firstSeven).padStart(7, '0')
  let sum = 0
  for (let i = 0; i < 7; i++) sum += (8 - i) * (digits.charCodeAt(i) - 48)
  const check = (11 - (sum % 11)) % 10
  return digits + (kind === 'right' ? check : (check + 1) % 10)
}
