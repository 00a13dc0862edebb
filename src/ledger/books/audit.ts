import { differingAllowances } from './audit-allowances.ts'
import { Findings } from './audit-findings.ts'
import { sumUpLives } from './audit-lives.ts'
import { auditedMonths } from './audit-months.ts'
import type { Difference } from './difference.ts'
import { brokenMonth, brokenPeriod, misplacedMonth } from './equations.ts'
import { RequestIdSieve } from './request-id-sieve.ts'
import type { Rows } from './rows.ts'

/** What an audit looked at, and what it found. */
export interface AuditReport {
  readonly checked: {
    readonly accounts: number
    readonly periods: number
    readonly grants: number
    readonly incarnations: number
    readonly batches: number
    readonly lines: number
  }
  /** None: everything agrees. At most `DIFFERENCES_LISTED`, the first found. */
  readonly differences: readonly Difference[]
  readonly differencesTotal: number
  /** Whose books cannot be trusted. `all`: something is wrong, and it cannot be said whose it is. */
  readonly failed: readonly string[] | 'all'
  /** Which rules are broken, of all differences: `E4 of 2026-11`. The account is null if it cannot be said. */
  readonly broken: readonly { readonly account: string | null; readonly rules: readonly string[] }[]
}

/**
 * Sums up the whole journal and holds the books against it. Within a snapshot. What it keeps in memory grows with the accounts and their months, with
 * the grants of one life of a node and with the lines in doubt or void, but not with the journal; for the request ids see `RequestIdSieve`.
 */
export async function audit(rows: Rows): Promise<AuditReport> {
  const findings = new Findings()
  const accounts = new Map((await rows.accounts()).map((row) => [row.account, row]))
  const changes = await rows.allowanceChanges()
  const months = auditedMonths(await rows.periods())
  const sieve = new RequestIdSieve()
  const counts = await sumUpLives(rows, { findings, months, sieve })
  await reportTwice(rows, sieve, findings)

  for (const { row, sums } of months.withRow()) {
    findings.add(brokenPeriod(row))
    findings.addAll(misplacedMonth(row))
    findings.addAll(brokenMonth(row, sums))
    if (!accounts.has(row.account)) findings.addOrphan(row, 'account')
  }
  for (const place of months.withoutRow()) findings.addOrphan(place, 'month')
  findings.addAll(differingAllowances({ accounts, changes, periods: months.rows }))
  return {
    checked: { accounts: accounts.size, periods: months.rows.length, ...counts },
    ...findings.report(),
  }
}

/** The sieve has seen the journal once. */
async function reportTwice(rows: Rows, sieve: RequestIdSieve, findings: Findings): Promise<void> {
  while (sieve.wantsPass()) {
    for await (const { lines } of rows.journal()) for (const { requestId } of lines) sieve.see(requestId)
  }
  const suspects = sieve.suspects()
  if (suspects === 'too_many') {
    const comparison = { what: 'the number of requests that are written twice', is: 'large', against: 'it is' }
    findings.addDiffering('twice', {}, { ...comparison, shouldBe: 0 })
    return
  }
  if (suspects.size === 0) return
  const times = new Map<string, number>()
  for await (const { incarnation, seq, lines } of rows.journal()) {
    for (const { requestId, grant } of lines) {
      if (!suspects.has(requestId)) continue
      const seen = (times.get(requestId) ?? 0) + 1
      times.set(requestId, seen)
      if (seen < 2) continue
      const row = await rows.grant(grant)
      const place = { account: row?.account ?? null, period: row?.period ?? null, grant, batch: { incarnation, seq } }
      const comparison = { what: `request ${requestId}`, is: `written ${seen} times`, against: 'a request is written' }
      findings.addDiffering('twice', place, { ...comparison, shouldBe: 'once' })
    }
  }
}
