import type { AuditReport } from './audit.ts'
import type { Difference } from './difference.ts'
import type { NewDoubt } from './doubts.ts'

/**
 * What an audit gives reason to doubt: each account that failed, or all. The detail says which equations of which months, without the numbers: these move
 * while units are sold, and a doubt that an operator has cleared up must not come back for that.
 */
export function doubtsOf({ failed, differences }: AuditReport): NewDoubt[] {
  if (failed === 'all') return [doubtOf(null, differences)]
  return failed.map((name) =>
    doubtOf(
      name,
      differences.filter(({ account }) => account === name),
    ),
  )
}

function doubtOf(account: string | null, differences: readonly Difference[]): NewDoubt {
  const broken = new Set(differences.map(({ rule, period }) => (period === null ? rule : `${rule} of ${period}`)))
  return { account, reason: 'audit', detail: [...broken].sort().join(', ') }
}
