import type { Principal } from '../../access/access.ts'
import { type Refused, refused } from '../errors.ts'
import type { HttpPorts } from '../ports.ts'
import type { Call } from './call.ts'
import { chargeRequest, type MeteredOperation, type Outcome } from './charge-request.ts'

/** Counts the units of a browser session's request in the daily budget before it is charged. What ends without a charge is not counted. */
export async function chargeWithinBudget(
  ports: HttpPorts,
  call: Call,
  principal: Principal,
  operation: MeteredOperation,
): Promise<Outcome> {
  const { kind, project, ip } = principal
  if (kind === 'key') return await chargeRequest(ports, call, principal, operation)
  const taken = ports.limits.browserSpending.take(project.browserBudget, ip, operation.units)
  if (taken.outcome === 'spent') return refusedSpending(taken, ports.clock.nowMs())
  let outcome: Outcome | undefined
  try {
    outcome = await chargeRequest(ports, call, principal, operation)
    return outcome
  } finally {
    if (outcome === undefined || !mayBeCharged(outcome)) taken.giveBack()
  }
}

/** `unknown`: the books may have it; to count too much is the safe side. */
function mayBeCharged(outcome: Outcome): boolean {
  return outcome === 'unknown' || (typeof outcome === 'object' && 'status' in outcome)
}

/** Threads hear of a new day up to a second after its start. */
const NEW_DAY_WITHIN_MS = 1_000

function refusedSpending(
  { part, endsAtMs }: { readonly part: 'all' | 'address'; readonly endsAtMs: number },
  nowMs: number,
): Refused {
  const retryAfterSeconds = (endsAtMs + NEW_DAY_WITHIN_MS - nowMs) / 1000
  return refused('rate_limited', { message: MESSAGES[part], retryAfterSeconds })
}

const MESSAGES = {
  all: 'Browser sessions have used all units that they may use today. Retry after midnight, Europe/Bratislava, or ask the operator for a larger budget.',
  address:
    'This address has used all units that one address may use in browser sessions today. Retry after midnight, Europe/Bratislava.',
} as const
