import { setFlagsFromString } from 'node:v8'
import { limitYoungGeneration } from '../stdx/young-generation.ts'

const HALF_MB = 8

/** For each thread that answers. */
export const HTTP_HEAP = limitYoungGeneration(HALF_MB)

/**
 * Threads that start after this begin with the whole of their young generation. V8 would begin with half a megabyte,
 * approach the limit slowly, and meanwhile copy the requests that wait for their charges too often.
 */
export function enlargeYoungGeneration(): void {
  setFlagsFromString(`--min-semi-space-size=${HALF_MB}`)
}
