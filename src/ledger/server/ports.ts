/** The clock and timers of a server's ledger. It uses no others, so a simulation can replace them. */

/** Milliseconds that never go back and are the same in all threads of the process. Their origin has no meaning. */
export interface MonotonicClock {
  monotonicMs(): number
}

export interface Timers {
  /** Runs once, after this many milliseconds of the monotonic clock. The returned function cancels it. */
  after(ms: number, work: () => void): () => void
  /** Runs after everything that has already arrived was handled. */
  endOfTurn(work: () => void): void
}

export function pause(timers: Timers, ms: number): Promise<void> {
  return new Promise((resolve) => timers.after(ms, resolve))
}

/** 10, 20, 40, … and at most half a second, so that a database that comes back is noticed soon. */
export function backoffMs(tries: number): number {
  return Math.min(500, 10 * 2 ** Math.min(tries, 6))
}

/** Resolves to undefined if the promise does not settle in time. */
export async function resolveWithin<T>(timers: Timers, ms: number, promise: Promise<T>): Promise<T | undefined> {
  const timeout = Promise.withResolvers<undefined>()
  const cancel = timers.after(ms, () => timeout.resolve(undefined))
  return await Promise.race([promise, timeout.promise]).finally(cancel)
}
