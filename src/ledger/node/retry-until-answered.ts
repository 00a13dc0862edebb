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
export async function retryWithin<T>(timers: Timers, ms: number, attempt: () => Promise<T>): Promise<T | undefined> {
  let isOver = false
  const asked = retryUntilAnswered(timers, () => (isOver ? Promise.resolve(undefined) : attempt()))
  return await resolveWithin(timers, ms, asked).finally(() => (isOver = true))
}

/** Resolves to undefined if the promise does not settle in time: the books thread stands still while its disk does. */
export async function resolveWithin<T>(timers: Timers, ms: number, promise: Promise<T>): Promise<T | undefined> {
  const timeout = Promise.withResolvers<undefined>()
  const cancel = timers.after(ms, () => timeout.resolve(undefined))
  return await Promise.race([promise, timeout.promise]).finally(cancel)
}

/** 10, 20, 40, … and at most half a second, so that a database that comes back is noticed soon. */
export function backoffMs(tries: number): number {
  return Math.min(500, 10 * 2 ** Math.min(tries, 6))
}

export function pause(timers: Timers, ms: number): Promise<void> {
  return new Promise((resolve) => timers.after(ms, resolve))
}
