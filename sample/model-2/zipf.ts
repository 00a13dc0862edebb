import type { Random } from '../../src/stdx/random.ts'

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
  const ends = new Float64Array(count)
  let total = 0
  for (let rank = 0; rank < count; rank++) ends[rank] = total += (rank + 1 + shift) ** -exponent
  return (random) => {
    const at = random.fraction() * total
    let low = 0
    let high = count - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle]! <= at) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Draws from a list whose most frequent value comes first. */
export function drawByFrequency<T>(list: readonly T[], curve: Curve): (random: Random) => T {
  const rank = zipf(list.length, curve)
  return (random) => list[rank(random)]!
}
