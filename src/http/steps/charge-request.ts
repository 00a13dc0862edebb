import type { Charge, Refusal } from '../../ledger/ledger.ts'
import { unreachable } from '../../stdx/assert.ts'
import type { ByteString } from '../../stdx/byte-string.ts'
import { corsHeaders } from '../cors/cors-headers.ts'
import { isRejection, type Rejection, reject } from '../errors.ts'
import type { MeteredOperation } from '../operations/operation.ts'
import type { Outcome, RequestContext, Work } from '../request-types.ts'
import { type Success, successResponse } from '../response/success-response.ts'
import { isClientGone, stopWatching, withdrawIfClientLeaves } from './client-gone.ts'

/**
 * No success is sent without a durable debit, and only a success is charged. The body is written before the charge.
 * If the client leaves before the ledger seals the batch of its charge, the charge is withdrawn.
 */
export function chargeRequest(operation: MeteredOperation, work: Work<unknown>): Outcome | Promise<Outcome> {
  const { ports, caller } = work
  const refusal = ports.ledger.knownRefusal(caller.project.account.id, operation.price)
  if (refusal !== undefined) return rejectRefused(refusal)
  const body = operation.run(work)
  return body instanceof Promise
    ? body.then((written) => chargeBody(operation, work, written))
    : chargeBody(operation, work, body)
}

function chargeBody(
  { id, price }: MeteredOperation,
  { ports, context, caller }: Work<unknown>,
  body: ByteString | Rejection,
): Outcome | Promise<Outcome> {
  if (isRejection(body)) return body
  if (isClientGone(context)) return 'client_gone'
  ports.signs?.enter('charge')
  const subject = { project: caller.project.id, credential: caller.credential, operation: id }
  const cors = corsHeaders(ports.access.view(), context.request.headers)
  const account = caller.project.account.id
  const charge = ports.ledger.charge({ account, units: price, subject, requestId: context.requestId })
  withdrawIfClientLeaves(context, charge)
  return awaitCharge(context, charge, { body, price, cors })
}

interface Answer extends Pick<Success, 'body' | 'price'> {
  readonly cors: ReturnType<typeof corsHeaders>
}

async function awaitCharge(context: RequestContext, charge: Charge, { body, price, cors }: Answer): Promise<Outcome> {
  const outcome = await charge.outcome
  stopWatching(context, charge)
  switch (outcome.outcome) {
    case 'charged':
      return successResponse(context, { body, price, credits: outcome }, cors)
    case 'refused':
      return rejectRefused(outcome)
    case 'withdrawn':
      return 'client_gone'
    case 'unknown':
      return 'charge_unknown'
    default:
      return unreachable(outcome)
  }
}

function rejectRefused({ reason, retryAfterSeconds }: Refusal): Rejection {
  switch (reason) {
    case 'monthly_limit':
      return reject('monthly_limit_reached', { retryAfterSeconds })
    case 'untrusted':
    case 'unavailable':
    // `access` has admitted the account, so the books are about to receive it.
    case 'unknown_account':
      return reject('accounting_unavailable', { retryAfterSeconds })
    case 'suspended':
      return reject('forbidden')
    default:
      return unreachable(reason)
  }
}
