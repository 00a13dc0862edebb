import type { LimitName, TakeOutcome } from '../../access/limits/limits.ts'
import { type Ip, nearNetwork, wideNetwork } from '../../access/network/network.ts'
import { type Rejection, reject } from '../errors.ts'
import type { Operation } from '../operations/operation.ts'
import type { HttpPorts } from '../ports.ts'
import type { Caller, CallerLimit } from '../request-types.ts'

/** Before the caller is known. */
export function limitAddress({ limits }: HttpPorts, ip: Ip): Rejection | undefined {
  const taken = limits.limiter.take('ip', nearNetwork(ip), { nowMs: limits.nowMs() })
  return taken.outcome === 'limited' ? rejectLimited(taken) : undefined
}

/** The narrowest limit comes first: a caller that it stops takes nothing from the limits that it shares with others. */
const LIMITS_OF_CALLERS: Readonly<Record<Caller['kind'], readonly CallerLimit[]>> = {
  key: ['key', 'account'],
  session: ['session', 'session_life', 'ip', 'project_sessions'],
  client_id: [],
}

/** The limits of the operation, then those of the caller. */
export function limitCaller(
  ports: HttpPorts,
  { limits }: Pick<Operation, 'limits'>,
  caller: Caller,
): Rejection | undefined {
  return takeFirst(ports, limits, caller) ?? takeFirst(ports, LIMITS_OF_CALLERS[caller.kind], caller)
}

function takeFirst(ports: HttpPorts, names: readonly CallerLimit[], caller: Caller): Rejection | undefined {
  for (const name of names) {
    const taken = take(ports, name, caller)
    if (taken?.outcome === 'limited') return rejectLimited(taken)
  }
  return undefined
}

function take({ limits, clock }: HttpPorts, name: CallerLimit, caller: Caller): TakeOutcome | undefined {
  const { limiter } = limits
  const nowMs = limits.nowMs()
  const { subject, project, ip } = caller
  switch (name) {
    case 'usage':
    case 'details':
    case 'key':
    case 'session':
      return limiter.take(name, subject, { nowMs })
    case 'session_life':
      return limiter.takeFromSessionTotal(subject, { leftMs: caller.expiresAtMs - clock.nowMs(), nowMs })
    case 'account':
      return limiter.take(name, project.account.id, { nowMs })
    case 'project_sessions':
    case 'mint_project':
      return limiter.take(name, project.id, { nowMs })
    case 'mint_network':
      return limiter.take(name, wideNetwork(ip), { nowMs })
    case 'mint_ip': {
      const own = project.limits.mint_ip
      return limiter.take(name, own === undefined ? nearNetwork(ip) : addressInProject(caller), { nowMs, own })
    }
    // The server's own limit of the address was taken before the caller was known.
    case 'ip': {
      const own = project.limits.ip
      return own && limiter.take(name, addressInProject(caller), { nowMs, own })
    }
  }
}

/** A project counts an address separately from the server. */
function addressInProject({ project, ip }: Caller): string {
  return `${project.id} ${nearNetwork(ip)}`
}

/** These stop one client. The others stop many clients at the same moment. */
const LIMITS_OF_ONE: readonly LimitName[] = ['key', 'details', 'usage', 'session', 'session_life', 'ip_guesses']

export function rejectLimited({
  limit,
  retryAfterSeconds,
}: Extract<TakeOutcome, { readonly outcome: 'limited' }>): Rejection {
  return reject('rate_limited', { retryAfterSeconds, concerns: LIMITS_OF_ONE.includes(limit) ? 'one' : 'many' })
}
