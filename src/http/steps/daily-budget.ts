import { isRejection, reject } from '../errors.ts'
import type { MeteredOperation } from '../operations/operation.ts'
import type { Outcome, Work } from '../request-types.ts'
import { chargeRequest } from './charge-request.ts'

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
  if (taken.outcome === 'spent')
    return reject('rate_limited', { message: MESSAGES[taken.part], retryAfterSeconds: taken.retryAfterMs / 1000 })
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

const MESSAGES = {
  all: 'The budget of browser sessions is used up. Retry after the time given in Retry-After, or ask the operator for a larger budget.',
  address:
    'This IP address has used its part of the budget of browser sessions. Retry after the time given in Retry-After.',
} as const
