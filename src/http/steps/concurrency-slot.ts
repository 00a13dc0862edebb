import { reject } from '../errors.ts'
import type { LimitsPort } from '../ports.ts'
import type { Caller } from '../request-types.ts'

/** False: the account has too many requests in progress. After true, `leaveConcurrencySlot` must follow. */
export function enterConcurrencySlot(
  { concurrency, thread, limiter: { concurrentMax } }: LimitsPort,
  { project: { account } }: Caller,
): boolean {
  return concurrentMax === null || concurrency.enter(thread, account.number, concurrentMax) === 'entered'
}

export function leaveConcurrencySlot(
  { concurrency, thread, limiter: { concurrentMax } }: LimitsPort,
  { project: { account } }: Caller,
): void {
  if (concurrentMax !== null) concurrency.leave(thread, account.number)
}

export const TOO_MANY_AT_ONCE = reject('rate_limited', {
  message: 'The account has too many requests in progress. Wait until some of them end.',
  retryAfterSeconds: 1,
})
