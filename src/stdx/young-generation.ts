import type { ResourceLimits } from 'node:worker_threads'

/**
 * Limits of a Worker whose young generation has two halves of so many MB, a power of two. V8 copies what is still used
 * from one half to the other, and counts as much again for large objects. Without limits a half may grow to 32 MB.
 */
export function limitYoungGeneration(halfMb: number): ResourceLimits {
  return { maxYoungGenerationSizeMb: 3 * halfMb }
}
