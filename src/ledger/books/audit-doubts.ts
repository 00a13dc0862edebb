import type { AuditReport } from './audit-report.ts'
import type { NewDoubt } from './doubts.ts'

/**
 * The doubts that follow from an audit: one for each account that failed, or one for all. The detail names equations
 * and months but no amounts: amounts change while units are charged, and each audit would write a new doubt.
 */
export function deriveDoubts({ failed, broken }: Pick<AuditReport, 'failed' | 'broken'>): NewDoubt[] {
  const reason = 'audit'
  if (failed !== 'all') return broken.map(({ account, rules }) => ({ account, reason, detail: rules.join(', ') }))
  const rules = new Set(broken.flatMap((one) => one.rules))
  return [{ account: null, reason, detail: [...rules].sort().slice(0, RULES_MAX).join(', ') }]
}

/** A doubt about all accounts names at most this many rules. The audit prints all of them. */
const RULES_MAX = 20
