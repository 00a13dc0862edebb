import type { Timers } from '../server/ports.ts'

/** The timers of this thread. */
export const realTimers: Timers = {
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
  // Node runs immediates after it has handled all messages that have arrived.
  endOfTurn(work) {
    setImmediate(work)
  },
}
