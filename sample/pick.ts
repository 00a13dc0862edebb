import type { Random } from '../src/stdx/random.ts'

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.below(list.length)]!
}

/** The front of the list more often than its end: the square of an even fraction. For lists sorted by frequency. */
export function pickEarly<T>(random: Random, list: readonly T[]): T {
  const fraction = random.fraction()
  return list[Math.floor(fraction * fraction * list.length)]!
}

/** Draws values in proportion to their weights. */
export function drawByWeight<T>(entries: readonly (readonly [value: T, weight: number])[]): (random: Random) => T {
  const index = drawIndex(entries.map(([, weight]) => weight))
  return (random) => entries[index(random)]![0]
}

/**
 * How steep a list is: rank r (from 0) comes in proportion to 1 / (r + 1 + shift) ** exponent (Zipf and Mandelbrot).
 */
export interface Curve {
  readonly exponent: number
  /** The larger, the closer the first ranks are to each other. */
  readonly shift: number
}

/** Draws ranks below `count`: the first ones often, most of them hardly ever. */
export function zipf(count: number, { exponent, shift }: Curve): (random: Random) => number {
  return drawIndex(Float64Array.from({ length: count }, (_, rank) => (rank + 1 + shift) ** -exponent))
}

/** Draws from a list whose most frequent value comes first. */
export function drawByFrequency<T>(list: readonly T[], curve: Curve): (random: Random) => T {
  const rank = zipf(list.length, curve)
  return (random) => list[rank(random)]!
}

/** Draws positions in proportion to the weights there. */
function drawIndex(weights: ArrayLike<number>): (random: Random) => number {
  const ends = new Float64Array(weights.length)
  let total = 0
  for (let i = 0; i < weights.length; i++) ends[i] = total += weights[i]!
  return (random) => {
    const at = random.fraction() * total
    let low = 0
    let high = ends.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle]! <= at) low = middle + 1
      else high = middle
    }
    return low
  }
}
