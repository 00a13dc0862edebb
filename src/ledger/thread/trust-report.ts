import type { TrustStatus } from '../server/trust.ts'

type TrustReason = TrustStatus['reasons'][number]

/** The text for the readiness. */
export function formatReason({ reason, detail }: TrustReason): string {
  if (reason === 'failing') return `the database takes no charges: ${detail}`
  return reason === 'starting' || reason === 'place' ? detail : `the books are not trusted: ${detail}`
}

/** Keys and browser sessions expire by the clock of the machine, and every server must agree about them. */
const CLOCK_MAX_MS = 10_000

/** Undefined: the clock of this machine agrees with that of the books. */
export function describeClock(aheadMs: number): string | undefined {
  if (Math.abs(aheadMs) < CLOCK_MAX_MS) return undefined
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  const where = aheadMs < 0 ? 'behind' : 'ahead of'
  return `the clock of this machine is ${seconds} s ${where} that of the database: sessions and keys expire at a wrong time`
}

/** The log lines: one for each new reason, and one when the last reason has gone. */
export function describeTrustChanges(before: TrustStatus, now: TrustStatus): string[] {
  const known = new Set(before.reasons.map(formatReason))
  const isLogged = ({ reason }: TrustReason): boolean => reason !== 'starting'
  const added = now.reasons
    .filter(isLogged)
    .map(formatReason)
    .filter((line) => !known.has(line))
  const hasCleared = before.reasons.some(isLogged) && now.reasons.length === 0
  return [
    ...added.map((line) => `all requests are refused: ${line}`),
    ...(hasCleared ? ['requests are served again'] : []),
  ]
}
