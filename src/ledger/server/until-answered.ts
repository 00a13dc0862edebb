import { DatabaseError } from '../../storage/storage.ts'
import { backoffMs, pause, type Timers } from './ports.ts'

/** Repeats an operation until the books answer. `done`: this fault means that an earlier attempt has done it. */
export async function untilAnswered<T>(timers: Timers, attempt: () => Promise<T>, done?: 'constraint'): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      if (done !== undefined && error.reason === done && 0 < tries) return undefined as T
      await pause(timers, backoffMs(tries))
    }
  }
}
