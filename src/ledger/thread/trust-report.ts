import type { TrustStatus } from '../node/trust.ts'

type TrustReason = TrustStatus['reasons'][number]

/** The text for the readiness. `period` is not about trust. */
export function formatReason({ reason, detail }: TrustReason): string {
  return reason === 'period' ? detail : `the books are not trusted: ${reason}, ${detail}`
}

/** The log lines: one for each new reason, and one when the last reason has gone. */
export function describeTrustChanges(before: TrustStatus, now: TrustStatus): string[] {
  const known = new Set(before.reasons.map(formatReason))
  const added = now.reasons
    .filter(isLogged)
    .map(formatReason)
    .filter((line) => !known.has(line))
  const hasCleared = before.reasons.some(isLogged) && now.reasons.length === 0
  return [
    ...added.map((line) => `all requests are refused: ${line}`),
    ...(hasCleared ? ['the books are trusted again'] : []),
  ]
}

/**
 * The node itself logs doubts about the clock and the month. `commit_unknown` lasts for moments, and the fault of the
 * database is logged.
 */
function isLogged({ reason }: TrustReason): boolean {
  return reason === 'books' || reason === 'behind' || reason === 'fenced'
}
