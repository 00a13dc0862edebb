import {
  type Ip,
  type LimitName,
  type Minted,
  nearNetwork,
  type Operation,
  type Principal,
  type TakeOutcome,
  wideNetwork,
} from '../../access/access.ts'
import { type Refused, refused } from '../errors.ts'
import type { HttpPorts } from '../ports.ts'

/** Of an address, whoever it is. */
export function limitAddress({ limits }: HttpPorts, ip: Ip): Refused | undefined {
  return first([() => limits.limiter.take('ip', nearNetwork(ip), { nowMs: limits.nowMs() })])
}

/** Of a credential, of what it is for, and of those who share it; the narrowest first, so that who is stopped there takes nothing from the others. */
export function limitCaller(ports: HttpPorts, operation: Operation, principal: Principal): Refused | undefined {
  const { limiter } = ports.limits
  const [dayMs, nowMs] = [ports.clock.nowMs(), ports.limits.nowMs()]
  const { kind, subject, project, ip, expiresAtMs } = principal
  const { ip: own } = project.limits
  const draws: (() => TakeOutcome)[] = []
  if (operation === 'getUsage') draws.push(() => limiter.take('usage', subject, { nowMs }))
  if (operation === 'readCompany') draws.push(() => limiter.take('details', subject, { nowMs }))
  if (kind === 'key') {
    draws.push(() => limiter.take('key', subject, { nowMs }))
    draws.push(() => limiter.take('account', project.account.id, { nowMs }))
  } else {
    draws.push(() => limiter.take('session', subject, { nowMs }))
    draws.push(() => limiter.takeOfLife(subject, { leftMs: expiresAtMs - dayMs, nowMs }))
    if (own !== undefined) draws.push(() => limiter.take('ip', addressOf(project, ip), { nowMs, own }))
    draws.push(() => limiter.take('project_sessions', project.id, { nowMs }))
  }
  return first(draws)
}

/** Of new sessions: anybody may ask for one. */
export function limitMinting(
  { limits }: HttpPorts,
  ip: Ip,
  { project }: Extract<Minted, { readonly outcome: 'minted' }>,
): Refused | undefined {
  const { limiter } = limits
  const nowMs = limits.nowMs()
  const { mint_ip: own } = project.limits
  return first([
    () => limiter.take('mint_ip', own === undefined ? nearNetwork(ip) : addressOf(project, ip), { nowMs, own }),
    () => limiter.take('mint_network', wideNetwork(ip), { nowMs }),
    () => limiter.take('mint_project', project.id, { nowMs }),
  ])
}

/** An address as one project counts it, beside what the server counts of it. */
function addressOf({ id }: Principal['project'], ip: Ip): string {
  return `${id} ${nearNetwork(ip)}`
}

function first(draws: readonly (() => TakeOutcome)[]): Refused | undefined {
  for (const draw of draws) {
    const taken = draw()
    if (taken.outcome === 'limited') return refusedByLimit(taken)
  }
  return undefined
}

/** Limits of one credential or one guesser; the others stop many clients at the same moment. */
const LIMITS_OF_ONE: readonly LimitName[] = ['key', 'details', 'usage', 'session', 'session_life', 'ip_guesses']

export function refusedByLimit({
  limit,
  retryAfterSeconds,
}: Extract<TakeOutcome, { readonly outcome: 'limited' }>): Refused {
  return refused('rate_limited', { retryAfterSeconds, concerns: LIMITS_OF_ONE.includes(limit) ? 'one' : 'many' })
}
