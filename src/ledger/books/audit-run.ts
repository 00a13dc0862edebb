import { checkAllowances } from './audit-allowances.ts'
import type { CheckpointChanges } from './audit-checkpoint.ts'
import { Findings } from './audit-findings.ts'
import { NO_UNITS } from './audit-grant.ts'
import { auditIncarnation, type IncarnationAudit } from './audit-incarnation.ts'
import type { AuditDepth, AuditedIncarnation, AuditInput } from './audit-input.ts'
import { indexLineStates } from './audit-line-states.ts'
import { AuditedMonths, MonthUnits } from './audit-months.ts'
import type { AuditReport } from './audit-report.ts'
import { type Difference, findDifference, makeMissing } from './difference.ts'
import { checkMonthBounds, checkPeriod, compareMonth } from './equations.ts'
import { RecentRequests } from './recent-requests.ts'
import { GRANTS_MAX, type LineStateRow } from './rows.ts'

export interface AuditResult {
  readonly report: AuditReport
  /** Undefined if the audit found a difference: the next one must read everything of this one again. */
  readonly changes: CheckpointChanges | undefined
}

/**
 * Adds up the journal, above the checkpoint or all of it, and compares the books with the sums. Memory grows with the
 * accounts and their months and with the grants that are not folded; in a full audit also with the grants of one
 * incarnation. It does not grow with the journal.
 */
export async function runAudit(input: AuditInput, depth: AuditDepth): Promise<AuditResult> {
  const findings = new Findings()
  const accounts = new Map(input.accounts.map((row) => [row.account, row]))
  const months = new AuditedMonths(input.periods, input.checkpoint.months.values())
  const recounted = new MonthUnits()
  const lineStates = indexLineStates(input.lineStates)
  const subjects = new Map(input.subjects.map(({ id, account }) => [id, account]))
  const ports = { input, depth, findings, requests: new RecentRequests(), months, lineStates, subjects, recounted }

  const ends: IncarnationAudit[] = []
  const present = new Set<number>()
  for (const incarnation of input.incarnations) {
    present.add(incarnation.incarnation)
    if (depth === 'full' || !isSettled(incarnation, input)) ends.push(await auditIncarnation(incarnation, ports))
  }
  reportMissingRows(input, present, findings)
  for (const states of lineStates.values())
    for (const state of states.values()) findings.add(await makeMissingLine(state, input))
  findings.addAll(input.archive.differences)
  if (depth === 'full' && input.archive.unreadable.size === 0) compareMonths(input, recounted, findings)
  for (const { account, period, row, sums } of months.all()) {
    if (row === undefined) {
      findings.add(makeMissing('orphan', { account, period }, 'its month', 'it must be'))
      continue
    }
    findings.add(checkPeriod(row))
    findings.addAll(checkMonthBounds(row))
    findings.addAll(compareMonth(row, sums))
    if (!accounts.has(account)) findings.add(makeMissing('orphan', { account, period }, 'its account', 'it must be'))
  }
  findings.addAll(checkAllowances(accounts, input))

  const count = (of: (end: IncarnationAudit) => number): number => ends.reduce((sum, end) => sum + of(end), 0)
  const found = findings.report()
  const report = {
    depth,
    checked: {
      accounts: accounts.size,
      periods: input.periods.length,
      grants: count(({ counts }) => counts.grants),
      incarnations: ends.length,
      batches: count(({ counts }) => counts.batches),
      lines: count(({ counts }) => counts.lines),
    },
    ...found,
  }
  return { report, changes: found.broken.length === 0 ? computeChanges(input, ends) : undefined }
}

/** The incarnation cannot change any more, and has not changed. */
function isSettled({ incarnation, lastSeq }: AuditedIncarnation, { checkpoint, unended }: AuditInput): boolean {
  const known = checkpoint.incarnations.get(incarnation)
  return known?.state === 'settled' && known.seq === lastSeq && !unended.has(incarnation)
}

/** A state row without its line. */
async function makeMissingLine(row: LineStateRow, input: AuditInput): Promise<Difference> {
  const { incarnation, seq, requestId, grant, state } = row
  const { account = null, period = null } = (await input.grant(grant)) ?? {}
  const place = { account, period, grant, batch: { incarnation, seq } }
  return makeMissing('line state', place, `the line of request ${requestId}`, `it is ${state}, so it should be`)
}

/** Reports rows of the checkpoint whose incarnation or grant is not in the books. */
function reportMissingRows({ checkpoint, grants }: AuditInput, present: ReadonlySet<number>, findings: Findings): void {
  for (const { incarnation, seq } of checkpoint.incarnations.values()) {
    if (present.has(incarnation)) continue
    const against = 'an earlier audit has verified it, so it must be'
    findings.add(makeMissing('checkpoint', { batch: { incarnation, seq } }, 'the incarnation', against))
  }
  const above = new Set([...grants.values()].flatMap((rows) => rows.map(({ id }) => id)))
  for (const { id, state } of checkpoint.grants.values()) {
    if (state === 'unseen' || above.has(id)) continue
    const against = 'an earlier audit has seen it, so it must be'
    findings.add(makeMissing('checkpoint', { grant: id }, 'the grant', against))
  }
}

function compareMonths({ checkpoint }: AuditInput, recounted: MonthUnits, findings: Findings): void {
  const counted = recounted.all()
  for (const key of new Set([...checkpoint.months.keys(), ...counted.keys()])) {
    const { account, period } = (checkpoint.months.get(key) ?? counted.get(key))!
    const stored = checkpoint.months.get(key) ?? NO_UNITS
    const should = counted.get(key) ?? NO_UNITS
    for (const kind of ['acked', 'held', 'clipped'] as const) {
      const comparison = { what: `${kind} of folded grants`, is: stored[kind], against: 'the journal gives' }
      findings.add(findDifference('checkpoint', { account, period }, { ...comparison, shouldBe: should[kind] }))
    }
  }
}

function computeChanges({ checkpoint }: AuditInput, ends: readonly IncarnationAudit[]): CheckpointChanges {
  const kept = new Map(ends.flatMap(({ grants }) => grants.map((grant) => [grant.id, grant])))
  const read = new Set(ends.map((end) => end.checkpoint.incarnation))
  const months = new MonthUnits(checkpoint.months)
  for (const grant of ends.flatMap(({ folded }) => folded)) months.add(grant, grant)
  return {
    from: checkpoint,
    incarnations: ends
      .map((end) => end.checkpoint)
      .filter((next) => !isSame(next, checkpoint.incarnations.get(next.incarnation))),
    grants: [...kept.values()].filter((next) => !isSame(next, checkpoint.grants.get(next.id))),
    removedGrants: [...checkpoint.grants.keys()].filter((id) => !kept.has(id) && read.has(Math.floor(id / GRANTS_MAX))),
    months: [...months.all().values()],
  }
}

function isSame<Row extends object>(row: Row, other: Row | undefined): boolean {
  return other !== undefined && Object.entries(row).every(([name, value]) => other[name as keyof Row] === value)
}
