import type { AuditReport } from './audit-report.ts'
import type { NewDoubt } from './doubts.ts'

/**
 * What an audit gives reason to doubt: each account that failed, or all. The detail says which equations of which months, without the numbers: these move
 * while units are sold, and the same doubt should not be written at each audit.
 */
export function deriveDoubts({ failed, broken }: Pick<AuditReport, 'failed' | 'broken'>): NewDoubt[] {
  const reason = 'audit'
  if (failed !== 'all') return broken.map(({ account, rules }) => ({ account, reason, detail: rules.join(', ') }))
  const rules = new Set(broken.flatMap((one) => one.rules))
  return [{ account: null, reason, detail: [...rules].sort().slice(0, RULES_MAX).join(', ') }]
}

/** A doubt about all accounts names at most so many rules; the audit prints everything. */
const RULES_MAX = 20
