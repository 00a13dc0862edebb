import {
  type Authenticated,
  authenticate,
  authorize,
  isGuess,
  nearNetwork,
  type Principal,
  type Scope,
} from '../../access/access.ts'
import { isServerKey } from '../cors/cors-headers.ts'
import { type Rejection, reject } from '../errors.ts'
import type { HttpPorts } from '../ports.ts'
import { bearerOf } from '../request/bearer.ts'
import type { RequestContext } from '../request/request-context.ts'
import { warnIfKeySentByBrowser } from './exposed-keys.ts'
import { rejectLimited } from './limits.ts'

/** Rejects with 401 or 429 without a valid credential, and with 403 without the scope. */
export function authenticateCaller(ports: HttpPorts, context: RequestContext, scope: Scope): Principal | Rejection {
  // A stale view may miss a revocation. A rejected client retries; an accepted revoked key cannot be undone.
  if (!ports.access.isFresh()) return reject('accounting_unavailable')
  const { headers } = context.request
  const bearer = bearerOf(headers.authorization)
  const caller = { ip: context.ip, origin: headers.origin, nowMs: ports.clock.nowMs() }
  const outcome = authenticate(ports.access.view(), bearer, caller)
  if (outcome.outcome !== 'authenticated') return rejectCaller(ports, context, outcome)
  const { principal } = outcome
  if (isServerKey(bearer)) warnIfKeySentByBrowser(ports, context, principal)
  switch (authorize(principal, scope)) {
    case 'forbidden':
      return reject('forbidden')
    case 'scope_not_allowed': {
      const message = `The operation requires the scope ${scope}. Both the project and the credential must allow it.`
      return reject('scope_not_allowed', { message })
    }
    case 'allowed':
      return principal
  }
}

function rejectCaller(
  { limits, log }: HttpPorts,
  { ip, requestId }: RequestContext,
  outcome: Exclude<Authenticated, { readonly outcome: 'authenticated' }>,
): Rejection {
  if (outcome.outcome === 'origin_not_allowed') return reject('origin_not_allowed')
  log.debug({ requestId, reason: outcome.reason }, 'rejected a credential')
  if (!isGuess(outcome.reason)) return reject('unauthorized')
  const taken = limits.limiter.take('ip_guesses', nearNetwork(ip), { nowMs: limits.nowMs() })
  return taken.outcome === 'taken' ? reject('unauthorized') : rejectLimited(taken)
}
