/**
 * Milliseconds with fractions that never go back. It is the system's clock and does not start with the thread, so all
 * threads read the same time. On Linux it stops while the machine sleeps.
 */
export const monotonicClock = {
  monotonicMs(): number {
    const [seconds, nanoseconds] = process.hrtime()
    return seconds * 1e3 + nanoseconds / 1e6
  },
} as const
