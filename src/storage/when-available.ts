import { setTimeout } from 'node:timers/promises'
import { InputError, TryLaterError } from '../stdx/input-error.ts'
import { monotonicClock } from '../stdx/monotonic-clock.ts'
import { DatabaseError } from './database.ts'
import { isWrongAddress } from './postgres-errors.ts'

export interface Waiting {
  /** Receives why it waits, at once and every ten seconds. */
  report(text: string): void
  /** Ends the wait with its reason. */
  readonly signal?: AbortSignal | undefined
  readonly monotonicMs?: () => number
  readonly pause?: (ms: number) => Promise<unknown>
}

const AGAIN_MS = 500
const REPORT_EVERY_MS = 10_000
/** A password or a name may be wrong only until an operator has changed it everywhere. */
const WRONG_MAX_MS = 5 * 60_000

/**
 * Opens a database as soon as it can be opened: after a power cut it may start later than the program, or its disk may
 * be full. Throws at once what no time mends, as a wrong schema, and after five minutes what the address has wrong.
 */
export async function whenAvailable<T>(open: () => Promise<T>, waiting: Waiting): Promise<T> {
  const { report, signal, monotonicMs = () => monotonicClock.monotonicMs() } = waiting
  const pause = waiting.pause ?? ((ms: number) => setTimeout(ms, undefined, { signal }))
  let reported = { text: '', atMs: Number.NEGATIVE_INFINITY }
  let wrongSinceMs: number | undefined
  for (;;) {
    signal?.throwIfAborted()
    try {
      return await open()
    } catch (error) {
      if (!mayPass(error) && !isWrongAddress(error)) throw error
      const nowMs = monotonicMs()
      wrongSinceMs = isWrongAddress(error) ? (wrongSinceMs ?? nowMs) : undefined
      if (wrongSinceMs !== undefined && WRONG_MAX_MS <= nowMs - wrongSinceMs) throw new InputError(error.message)
      if (error.message !== reported.text || reported.atMs + REPORT_EVERY_MS <= nowMs) {
        reported = { text: error.message, atMs: nowMs }
        report(`the server waits for its database: ${error.message}`)
      }
    }
    await pause(AGAIN_MS).catch((error) => {
      signal?.throwIfAborted()
      throw error
    })
  }
}

const PASSING: ReadonlySet<DatabaseError['reason']> = new Set(['lost', 'busy', 'full', 'io'])

/** Faults that may pass. They say nothing about the rows. */
export function isPassing({ reason }: DatabaseError): boolean {
  return PASSING.has(reason)
}

function mayPass(error: unknown): error is DatabaseError | TryLaterError {
  return error instanceof TryLaterError || (error instanceof DatabaseError && isPassing(error))
}
