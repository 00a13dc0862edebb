import type { Ports } from './ports.ts'
import { RegistaError } from './regista-error.ts'

/** How long something may take. */
export interface TimeLimit {
  /** Aborted at the deadline, or by the caller. */
  readonly signal: AbortSignal
  readonly deadlineMs: number
}

/** Rejects with the reason of the caller's signal if it is aborted, and with a `RegistaError` at the deadline. */
export async function withinTime<T>(
  { nowMs }: Ports,
  timeoutMs: number,
  own: AbortSignal | undefined,
  run: (limit: TimeLimit) => Promise<T>,
): Promise<T> {
  own?.throwIfAborted()
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = own ? AbortSignal.any([own, timeout]) : timeout
  try {
    return await run({ signal, deadlineMs: nowMs() + timeoutMs })
  } catch (error) {
    own?.throwIfAborted()
    if (error !== timeout.reason) throw error
    throw new RegistaError('timeout', `No response in ${timeoutMs} ms. Try again.`)
  }
}
