import {
  type Authenticated,
  authenticate,
  authorize,
  isGuess,
  type Principal,
  type Scope,
} from '../../access/access.ts'
import { nearNetwork } from '../../access/network/network.ts'
import { isServerKey } from '../cors/cors-headers.ts'
import { type Rejection, reject } from '../errors.ts'
import type { HttpPorts } from '../ports.ts'
import { bearerOf } from '../request/bearer.ts'
import { type PageOrigin, readPageOrigin } from '../request/page-origin.ts'
import type { RequestContext } from '../request-types.ts'
import { warnIfKeySentByBrowser } from './exposed-keys.ts'
import { rejectLimited } from './limits.ts'

/** Rejects with 401 or 429 without a valid credential, and with 403 without the scope. */
export function authenticateCaller(ports: HttpPorts, context: RequestContext, scope: Scope): Principal | Rejection {
  // A stale view may miss a revocation. A rejected client retries; an accepted revoked key cannot be undone.
  if (!ports.access.isFresh()) return reject('accounting_unavailable')
  const bearer = bearerOf(context.request.headers.authorization)
  const page = readPageOrigin(context.request, ports.access.proxies)
  const outcome = authenticate(ports.access.view(), bearer, { ip: context.ip, nowMs: ports.clock.nowMs(), ...page })
  if (outcome.outcome === 'origin_not_allowed') return rejectOrigin(page)
  if (outcome.outcome === 'unauthorized') return rejectCaller(ports, context, outcome)
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

function rejectOrigin({ origin, sameOriginHost }: PageOrigin): Rejection {
  if (origin !== undefined) return reject('origin_not_allowed')
  return reject('origin_not_allowed', { message: sameOriginHost === undefined ? NO_ORIGIN : HOST_IS_ORIGIN })
}

const NO_ORIGIN =
  'The request has no Origin header. A session works without one only for a script of a page on the same host: with one header Sec-Fetch-Site: same-origin, and one Sec-Fetch-Mode: cors or same-origin. Browsers send these to https and to localhost only.'
const HOST_IS_ORIGIN =
  'The request has no Origin header, so its origin is https:// and its host. The project must allow that origin, and the session must be from it. Create a session there, or ask the operator to allow the origin and to let the proxy pass on the host.'

function rejectCaller(
  { limits, log }: HttpPorts,
  { ip, requestId }: RequestContext,
  outcome: Extract<Authenticated, { readonly outcome: 'unauthorized' }>,
): Rejection {
  log.debug({ requestId, reason: outcome.reason }, 'rejected a credential')
  if (!isGuess(outcome.reason)) return reject('unauthorized')
  const taken = limits.limiter.take('ip_guesses', nearNetwork(ip), { nowMs: limits.nowMs() })
  return taken.outcome === 'taken' ? reject('unauthorized') : rejectLimited(taken)
}
