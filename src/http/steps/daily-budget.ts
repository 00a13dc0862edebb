import { isRejection, type Rejection, reject } from '../errors.ts'
import type { MeteredOperation, Work } from '../operations/operation.ts'
import { chargeRequest, type Outcome } from './charge-request.ts'

/**
 * Counts the units of a browser session in the daily budget before they are charged. A request without a charge returns
 * them.
 */
export function chargeWithinBudget(operation: MeteredOperation, work: Work<unknown>): Outcome | Promise<Outcome> {
  return work.caller.kind === 'key' ? chargeRequest(operation, work) : chargeSession(operation, work)
}

async function chargeSession(operation: MeteredOperation, work: Work<unknown>): Promise<Outcome> {
  const { ports, caller } = work
  const taken = ports.limits.browserSpending.take(caller.project.browserBudget, caller.ip, operation.price)
  if (taken.outcome === 'spent') return rejectSpent(taken, ports.clock.nowMs())
  let outcome: Outcome | undefined
  try {
    outcome = await chargeRequest(operation, work)
    return outcome
  } finally {
    if (outcome === undefined || !mayBeCharged(outcome)) taken.returnUnits()
  }
}

/** An unknown charge counts: to count too much is the safe side. */
function mayBeCharged(outcome: Outcome): boolean {
  return outcome !== 'client_gone' && !isRejection(outcome)
}

/** Threads learn of a new day up to a second after its start. */
const NEW_DAY_WITHIN_MS = 1_000

function rejectSpent(
  { part, endsAtMs }: { readonly part: 'all' | 'address'; readonly endsAtMs: number },
  nowMs: number,
): Rejection {
  const retryAfterSeconds = (endsAtMs + NEW_DAY_WITHIN_MS - nowMs) / 1000
  return reject('rate_limited', { message: MESSAGES[part], retryAfterSeconds })
}

const MESSAGES = {
  all: 'The daily budget of browser sessions is used up. Retry after midnight, Europe/Bratislava, or ask the operator for a larger budget.',
  address:
    'This IP address has used its part of the daily budget of browser sessions. Retry after midnight, Europe/Bratislava.',
} as const
