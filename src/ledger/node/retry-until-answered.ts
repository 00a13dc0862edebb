import { DatabaseError } from '../../storage/storage.ts'
import type { Timers } from './ports.ts'

/** Repeats an idempotent operation until the books answer. */
export async function retryUntilAnswered<T>(timers: Timers, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      await pause(timers, backoffMs(tries))
    }
  }
}

/** Repeats it for at most this long. Undefined: the books have not answered. */
export function retryWithin<T>(timers: Timers, ms: number, attempt: () => Promise<T>): Promise<T | undefined> {
  let isOver = false
  return new Promise((resolve, reject) => {
    const cancel = timers.after(ms, () => {
      isOver = true
      resolve(undefined)
    })
    const asked = retryUntilAnswered(timers, () => (isOver ? Promise.resolve(undefined) : attempt()))
    asked.finally(cancel).then(resolve, reject)
  })
}

/** 10, 20, 40, … and at most half a second, so that a database that comes back is noticed soon. */
export function backoffMs(tries: number): number {
  return Math.min(500, 10 * 2 ** Math.min(tries, 6))
}

export function pause(timers: Timers, ms: number): Promise<void> {
  return new Promise((resolve) => timers.after(ms, resolve))
}
