import { setTimeout } from 'node:timers/promises'

/** Of one processor, while others charge. */
const SHARE = 0.08

/** A shorter pause would be longer than was asked for: timers have milliseconds. */
const PAUSE_MIN_MS = 5

/**
 * Makes a reader of many pages use no more than a share of one processor: it waits between two pages for so long. It counts the processor's time and not
 * the wall's: on a machine that is busy a reader that waits anyway need not wait longer.
 */
export function auditPace(): () => Promise<void> {
  let usedMs = threadMs()
  return async () => {
    const pauseMs = (threadMs() - usedMs) * (1 / SHARE - 1)
    if (pauseMs < PAUSE_MIN_MS) return
    await setTimeout(pauseMs)
    usedMs = threadMs()
  }
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
