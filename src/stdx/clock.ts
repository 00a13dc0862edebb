/** Where the time comes from. Passed in, so that a test can say what time it is. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  nowMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now() }

/** `2026-11-21T05:54:00.000Z` */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
