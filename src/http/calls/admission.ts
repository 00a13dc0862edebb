import {
  type Authenticated,
  authenticate,
  authorize,
  isGuess,
  nearNetwork,
  type Operation,
  type Principal,
} from '../../access/access.ts'
import { isServerKey } from '../cors/cors-headers.ts'
import { type Refused, refused } from '../errors.ts'
import type { HttpPorts } from '../ports.ts'
import { bearerOf } from '../request/bearer.ts'
import type { Call } from './call.ts'
import { watchForPage } from './exposed-keys.ts'
import { limitCaller, refusedByLimit } from './limits.ts'

/** Who calls, and that he may: 401, then 403, then 429. */
export function admit(ports: HttpPorts, call: Call, operation: Operation): Principal | Refused {
  // Nobody knows whether a credential still counts: a refusal now is mended by the next request, a wrong yes never.
  if (!ports.access.isFresh()) return refused('accounting_unavailable')
  const { headers } = call.request
  const bearer = bearerOf(headers.authorization)
  const caller = { ip: call.ip, origin: headers.origin, nowMs: ports.clock.nowMs() }
  const outcome = authenticate(ports.access.view(), bearer, caller)
  if (outcome.outcome !== 'authenticated') return refusedCaller(ports, call, outcome)
  const { principal } = outcome
  if (isServerKey(bearer)) watchForPage(ports, call, principal)
  switch (authorize(principal, operation)) {
    case 'forbidden':
      return refused('forbidden')
    case 'scope_not_allowed':
      return refused('scope_not_allowed')
    case 'allowed':
      return limitCaller(ports, operation, principal) ?? principal
  }
}

function refusedCaller(
  { limits, log }: HttpPorts,
  { ip, requestId }: Call,
  outcome: Exclude<Authenticated, { readonly outcome: 'authenticated' }>,
): Refused {
  if (outcome.outcome === 'origin_not_allowed') return refused('origin_not_allowed')
  log.debug({ requestId, reason: outcome.reason }, 'unauthorized')
  if (!isGuess(outcome.reason)) return refused('unauthorized')
  const taken = limits.limiter.take('ip_guesses', nearNetwork(ip), { nowMs: limits.nowMs() })
  if (taken.outcome === 'taken') return refused('unauthorized')
  return refusedByLimit(taken)
}
