import { setTimeout } from 'node:timers/promises'

/** The share of one processor that an audit uses, so that charging goes on. */
const SHARE = 0.08

/** Timers count whole milliseconds, so a shorter pause would often last longer than it should. */
const PAUSE_MIN_MS = 5

/**
 * Creates a pause between two pages that limits a reader to a share of one processor. It measures processor time, so
 * time spent waiting for a busy machine needs no further pause.
 */
export function createAuditPause(): () => Promise<void> {
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
