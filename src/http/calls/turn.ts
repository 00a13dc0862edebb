import type { Principal } from '../../access/access.ts'
import { type Refused, refused } from '../errors.ts'
import type { LimitsPort } from '../ports.ts'

/** One of the requests of an account that are under way; it ends whatever happens. */
export async function inTurn<T>(
  { concurrency, thread, limiter: { concurrentMax } }: LimitsPort,
  { project: { account } }: Principal,
  work: () => Promise<T>,
): Promise<T | Refused> {
  if (concurrentMax === null) return await work()
  if (concurrency.enter(thread, account.number, concurrentMax) === 'too_many') {
    const message = 'Too many requests of this account are under way. Wait for some of them to end.'
    return refused('rate_limited', { message, retryAfterSeconds: 1 })
  }
  try {
    return await work()
  } finally {
    concurrency.leave(thread, account.number)
  }
}
