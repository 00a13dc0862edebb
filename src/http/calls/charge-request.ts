import type { Principal } from '../../access/access.ts'
import type { ChargeOutcome, Refusal } from '../../ledger/ledger.ts'
import { unreachable } from '../../stdx/assert.ts'
import type { Answer } from '../answer/answer.ts'
import { creditHeaders, JSON_TYPE, SECURITY_HEADERS } from '../answer/headers.ts'
import { isRefused, type Refused, refused } from '../errors.ts'
import type { HttpPorts } from '../ports.ts'
import { type Call, isGone } from './call.ts'
import { whenGone } from './client-gone.ts'

/** What a request ends in: an answer, a refusal, or silence. */
export type Outcome = Answer | Refused | Silence

/** `gone`: the client has left. `unknown`: the request may be charged or not, so nothing may be said: the connection is closed. */
export type Silence = 'gone' | 'unknown'

export interface MeteredOperation {
  readonly operation: 'suggestAddresses' | 'suggestCompanies' | 'readCompany'
  readonly units: number
  /** The whole body, ready to be sent, or why there is none. */
  readonly make: () => string | Refused
}

/**
 * Known refusals → the whole answer → is the client there? → charge → answer. No success is sent without a durable debit, and a request that is not answered with
 * success has none: until its batch is sealed the charge is withdrawn when the client leaves.
 */
export async function chargeRequest(
  { ledger }: HttpPorts,
  call: Call,
  { project, credential }: Principal,
  { operation, units, make }: MeteredOperation,
): Promise<Outcome> {
  const account = project.account.id
  const known = ledger.knownRefusal(account, units)
  if (known !== undefined) return notCharged(known)
  const body = make()
  if (isRefused(body)) return body
  if (isGone(call)) return 'gone'
  const subject = { project: project.id, credential, operation }
  const charge = ledger.charge({ account, units, subject, requestId: call.requestId })
  const stopWatching = whenGone(call, () => charge.withdraw())
  const outcome = await charge.outcome
  stopWatching()
  switch (outcome.outcome) {
    case 'charged':
      return success(call, outcome, { body, chargedUnits: units })
    case 'refused':
      return notCharged(outcome)
    case 'withdrawn':
      return 'gone'
    case 'unknown':
      return 'unknown'
    default:
      return unreachable(outcome)
  }
}

function success(
  { requestId }: Call,
  { period, endsAtMs, availableUnits }: Extract<ChargeOutcome, { readonly outcome: 'charged' }>,
  { body, chargedUnits }: { readonly body: string; readonly chargedUnits: number },
): Answer {
  const credits = { chargedUnits, availableUnits, period, endsAtMs }
  return {
    status: 200,
    headers: { ...SECURITY_HEADERS, 'Content-Type': JSON_TYPE, 'X-Request-Id': requestId, ...creditHeaders(credits) },
    body,
  }
}

function notCharged({ reason, retryAfterSeconds }: Refusal): Refused {
  switch (reason) {
    case 'monthly_limit':
      return refused('monthly_limit_reached', { retryAfterSeconds })
    case 'busy':
      return refused('allowance_busy', { retryAfterSeconds })
    case 'untrusted':
    case 'unavailable':
    // The account may call, so the books are about to have it.
    case 'unknown_account':
      return refused('accounting_unavailable', { retryAfterSeconds })
    case 'suspended':
      return refused('forbidden')
    default:
      return unreachable(reason)
  }
}
