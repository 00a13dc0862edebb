import { mix32 } from './mix32.ts'

/** Pseudo-random numbers, the same for the same seed. Not for secrets. */
export interface Random {
  /** A whole number, 0 ≤ n < `below`. */
  below(below: number): number
  /** A fraction, 0 ≤ f < 1. */
  fraction(): number
}

/** Marsaglia's 32-bit xorshift with a final mix: fast, and uniform enough for sample data. */
export function seededRandom(seed: number): Random {
  let state = Math.imul((seed ^ 0x9e3779b9) >>> 0 || 1, 0x85ebca6b) >>> 0 || 1
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return mix32(state)
  }
  return {
    below: (below) => Math.floor((next() / 0x1_0000_0000) * below),
    fraction: () => next() / 0x1_0000_0000,
  }
}
