/**
 * Milliseconds, with fractions, that never go back and do not follow the wall clock. It is the clock of the system itself, not counted from
 * a start of our own, so all threads of the process read the same. On Linux the time that the machine sleeps is not in it.
 */
export const monotonicClock = {
  monotonicMs(): number {
    const [seconds, nanoseconds] = process.hrtime()
    return seconds * 1e3 + nanoseconds / 1e6
  },
} as const
