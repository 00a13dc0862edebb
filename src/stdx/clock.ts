/** The wall clock. It is passed in, so that a test can set the time. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  nowMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now() }

/** `2026-11-21T05:54:00.000Z` */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}

/** Whether a value from outside is a time in the form of `isoTime`. */
export function isIsoTime(value: unknown): boolean {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return !Number.isNaN(ms) && isoTime(ms) === value
}

/** `2026-11-21` */
export function isoDay(ms: number): string {
  return isoTime(ms).slice(0, 10)
}
