import { setTimeout } from 'node:timers/promises'
import { monotonicClock } from '../../stdx/monotonic-clock.ts'

/** Of one processor, while others charge. */
const SHARE = 0.1

/** A shorter pause would be longer than was asked for: timers have milliseconds. */
const PAUSE_MIN_MS = 5

/** Makes a reader of many pages use no more than a share of one processor: it waits between two pages for so long. */
export function auditPace(): () => Promise<void> {
  let sinceMs = monotonicClock.monotonicMs()
  return async () => {
    const pauseMs = (monotonicClock.monotonicMs() - sinceMs) * (1 / SHARE - 1)
    if (pauseMs < PAUSE_MIN_MS) return
    await setTimeout(pauseMs)
    sinceMs = monotonicClock.monotonicMs()
  }
}
