import type { TrustStatus } from '../node/trust.ts'

type TrustReason = TrustStatus['reasons'][number]

/** For the readiness. A month that cannot be used is no matter of trust. */
export function formatReason({ reason, detail }: TrustReason): string {
  return reason === 'period' ? detail : `the books are not trusted: ${reason}, ${detail}`
}

/** Lines for the log: one for each reason that begins, and one when the last has gone. */
export function trustChanges(before: TrustStatus, now: TrustStatus): string[] {
  const known = new Set(before.reasons.map(formatReason))
  const begun = now.reasons
    .filter(isLogged)
    .map(formatReason)
    .filter((line) => !known.has(line))
  const isOver = before.reasons.some(isLogged) && now.reasons.length === 0
  return [
    ...begun.map((line) => `all requests are refused: ${line}`),
    ...(isOver ? ['the books are trusted again'] : []),
  ]
}

/** The node itself logs what it finds about the clock and the month. `commit_unknown` lasts for moments, and the fault of the database is logged. */
function isLogged({ reason }: TrustReason): boolean {
  return reason === 'books' || reason === 'behind' || reason === 'fenced'
}
