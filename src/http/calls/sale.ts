import type { Principal } from '../../access/access.ts'
import type { DebitOutcome, Refusal, Reservation } from '../../ledger/ledger.ts'
import { unreachable } from '../../stdx/assert.ts'
import type { Answer } from '../answer/answer.ts'
import { creditHeaders, JSON_TYPE, SECURITY_HEADERS } from '../answer/headers.ts'
import { isRefused, type Refused, refused } from '../errors.ts'
import type { HttpPorts } from '../ports.ts'
import { type Call, isGone } from './call.ts'

/** What a request ends in: an answer, a refusal, or silence. */
export type Outcome = Answer | Refused | Silence

/** `gone`: nobody listens any more. `unknown`: nobody knows whether it was charged, so nothing may be said: the connection is closed. */
export type Silence = 'gone' | 'unknown'

export interface Ware {
  readonly operation: 'suggestAddresses' | 'suggestCompanies' | 'readCompany'
  readonly units: number
  /** The whole body, ready to be sent, or why there is none. */
  readonly make: () => string | Refused
}

/**
 * reserve → make the whole answer → is anybody there? → debit → answer. No success is sent without a durable debit, and what is not sent as a success has none: every way out
 * before the debit cancels.
 */
export async function sell(ports: HttpPorts, call: Call, principal: Principal, ware: Ware): Promise<Outcome> {
  const { ledger } = ports
  const { project, credential } = principal
  const subject = { project: project.id, credential, operation: ware.operation }
  const reservation = await ledger.reserve(project.account.id, ware.units, subject)
  if (reservation.outcome === 'refused') return refusedSale(reservation)
  const body = makeOrCancel(ports, reservation, ware)
  if (isRefused(body)) return body
  if (isGone(call)) {
    ledger.cancel(reservation)
    return 'gone'
  }
  // From here on the ledger decides: the reservation has ended.
  const debit = await ledger.debit(reservation, call.requestId)
  if (debit.outcome === 'unknown') return 'unknown'
  if (debit.outcome === 'refused') return refusedSale(debit)
  return success(call, debit, { body, chargedUnits: ware.units })
}

function makeOrCancel({ ledger }: HttpPorts, reservation: Reservation, { make }: Ware): string | Refused {
  let body: string | Refused | undefined
  try {
    body = make()
    return body
  } finally {
    if (body === undefined || isRefused(body)) ledger.cancel(reservation)
  }
}

function success(
  { requestId }: Call,
  { period, endsAtMs, availableUnits }: Extract<DebitOutcome, { readonly outcome: 'debited' }>,
  { body, chargedUnits }: { readonly body: string; readonly chargedUnits: number },
): Answer {
  const credits = { chargedUnits, availableUnits, period: periodText(period), endsAtMs }
  return {
    status: 200,
    headers: { ...SECURITY_HEADERS, 'Content-Type': JSON_TYPE, 'X-Request-Id': requestId, ...creditHeaders(credits) },
    body,
  }
}

/** 202611 → `2026-11` */
function periodText(period: number): string {
  return `${Math.floor(period / 100)}-${String(period % 100).padStart(2, '0')}`
}

export function refusedSale({ reason, retryAfterSeconds }: Refusal): Refused {
  switch (reason) {
    case 'monthly_limit':
      return refused('monthly_limit_reached', { retryAfterSeconds })
    case 'busy':
      return refused('allowance_busy', { retryAfterSeconds })
    case 'untrusted':
    case 'unavailable':
    // The account may call, so the books are about to be told of it.
    case 'unknown_account':
      return refused('accounting_unavailable', { retryAfterSeconds })
    case 'suspended':
      return refused('forbidden')
    default:
      return unreachable(reason)
  }
}
