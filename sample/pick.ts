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
  const values = entries.map(([value]) => value)
  const ends: number[] = []
  let total = 0
  for (const [, weight] of entries) ends.push((total += weight))
  return (random) => {
    const at = random.fraction() * total
    let index = 0
    while (index < values.length - 1 && ends[index]! <= at) index++
    return values[index]!
  }
}
