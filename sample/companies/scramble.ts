/**
 * A fixed order that looks like none: every number below `count` comes once. So that live and dissolved, large and
 * small stand mixed in a file, and each can still be found from its number without a table.
 */
export function scramble(index: number, count: number): number {
  return (index * multiplier(count) + OFFSET) % count
}

const OFFSET = 17
const multipliers = new Map<number, number>()

/** Near the golden section, which spreads neighbours widest, and without a common divisor. */
function multiplier(count: number): number {
  const known = multipliers.get(count)
  if (known !== undefined) return known
  let candidate = Math.max(1, Math.floor(count * 0.618034))
  while (commonDivisor(candidate, count) !== 1) candidate++
  multipliers.set(count, candidate)
  return candidate
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b)
}
