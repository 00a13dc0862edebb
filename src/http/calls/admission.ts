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
import { limitCaller } from './limits.ts'

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
  if (isServerKey(bearer)) watchForLeak(ports, call, principal)
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
  return refused('rate_limited', { retryAfterSeconds: taken.retryAfterSeconds })
}

/** A server has no origin and no fetch metadata: its key is in a page, where everybody can read it. */
function watchForLeak({ log, limits }: HttpPorts, { request, requestId }: Call, { credential }: Principal): void {
  const { headers } = request
  if (headers.origin === undefined && headers['sec-fetch-site'] === undefined) return
  const nowMs = limits.nowMs()
  const saidMs = leaks.get(credential)
  if (saidMs !== undefined && nowMs < saidMs + LEAK_EVERY_MS) return
  if (LEAKS_MAX <= leaks.size) leaks.clear()
  leaks.set(credential, nowMs)
  log.warn({ requestId, key: credential }, 'a server key was sent by a browser: revoke it and issue another')
}

/** Of each key when it was last said: a page with many visitors would fill the log. */
const leaks = new Map<string, number>()
const LEAK_EVERY_MS = 60_000
const LEAKS_MAX = 1_000
