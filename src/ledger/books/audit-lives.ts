import { assert } from '../../stdx/assert.ts'
import type { Findings } from './audit-findings.ts'
import { type GrantTally, grantTally } from './audit-grant.ts'
import { type AuditedLineStates, auditedLineStates } from './audit-line-states.ts'
import type { AuditedMonths } from './audit-months.ts'
import { difference } from './difference.ts'
import { brokenGrant, brokenGrantLines } from './equations.ts'
import { peekable } from './peekable.ts'
import type { RequestIdSieve } from './request-id-sieve.ts'
import type { Batch, Line, Rows } from './rows.ts'

interface LivesPorts {
  readonly findings: Findings
  readonly months: AuditedMonths
  readonly sieve: RequestIdSieve
}

export interface LivesCounts {
  readonly grants: number
  readonly incarnations: number
  readonly batches: number
  readonly lines: number
}

type JournalBatch = Batch & { readonly hash: string; readonly hashExpected: string }

/**
 * Goes through the lives of the nodes, one after the other: the grants of a life and its batches stand in the same order, so that only the grants
 * of one life need to be in memory. What the lines of each grant sum up to is held against the grant and added to its month.
 */
export async function sumUpLives(rows: Rows, { findings, months, sieve }: LivesPorts): Promise<LivesCounts> {
  const lineStates = auditedLineStates(await rows.lineStatesAll())
  const subjects = new Map((await rows.subjects()).map(({ id, account }) => [id, account]))
  const unended = new Set((await rows.unendedIncarnations()).map(({ incarnation }) => incarnation))
  const grants = await peekable(rows.grants())
  const journal = await peekable<JournalBatch>(rows.journal())
  const counts = { grants: 0, incarnations: 0, batches: 0, lines: 0 }

  for (let last = -1; ; ) {
    const heads = [grants.head, journal.head].filter((head) => head !== undefined)
    if (heads.length === 0) break
    const incarnation = Math.min(...heads.map((head) => head.incarnation))
    assert(last < incarnation, 'grants and batches come in the order of their incarnations')
    last = incarnation
    const tallies = new Map<number, GrantTally>()
    for (; grants.head?.incarnation === incarnation; await grants.advance()) {
      tallies.set(grants.head.id, grantTally(grants.head))
    }
    const life = { findings, sieve, lineStates, subjects, tallies }
    for (let seq = 1; journal.head?.incarnation === incarnation; await journal.advance()) {
      const batch = journal.head
      addBatch(batch, seq, life)
      counts.batches++
      counts.lines += batch.lines.length
      seq = batch.seq + 1
    }
    for (const { row, lines } of tallies.values()) {
      findings.add(brokenGrant(row))
      findings.addAll(brokenGrantLines(row, lines))
      if (row.state === 'open' && !unended.has(incarnation)) reportStray(row, findings)
      months.add(row, lines)
    }
    counts.grants += tallies.size
    counts.incarnations++
  }
  for (const found of lineStates.withoutLine()) {
    const grant = await rows.grant(found.grant ?? -1)
    findings.add({ ...found, account: grant?.account ?? null, period: grant?.period ?? null })
  }
  return counts
}

interface Life extends Pick<LivesPorts, 'findings' | 'sieve'> {
  readonly lineStates: AuditedLineStates
  /** Whose they are. */
  readonly subjects: ReadonlyMap<number, string>
  readonly tallies: ReadonlyMap<number, GrantTally>
}

function addBatch(batch: JournalBatch, seqExpected: number, life: Life): void {
  const { findings, sieve, lineStates, tallies } = life
  const comparison = { what: 'its number', is: batch.seq, against: 'after the batch before it comes' }
  findings.add(difference('gap', { batch }, { ...comparison, shouldBe: seqExpected }))
  if (batch.hash !== batch.hashExpected) reportChain(batch, life)
  const states = lineStates.of(batch)
  for (const line of batch.lines) {
    sieve.see(line.requestId)
    const tally = tallies.get(line.grant)
    if (tally === undefined || life.subjects.get(line.subject) !== tally.row.account) reportOwner(batch, line, life)
    if (tally === undefined) continue
    const state = states?.take(line)
    tally.add(line.units, state?.state)
    if (state !== undefined) findings.addAll(tally.brokenState(state, line))
  }
}

/** Whoever has a line in the batch may have had another. */
function reportChain(batch: JournalBatch, { findings, tallies }: Life): void {
  const accounts = new Set(batch.lines.map(({ grant }) => tallies.get(grant)?.row.account ?? null))
  // It may have had lines of everybody that its life sold to.
  if (accounts.size === 0) for (const { row } of tallies.values()) accounts.add(row.account)
  const comparison = { what: 'the hash', is: batch.hash, against: 'its content and the batch before it give' }
  for (const account of accounts.size === 0 ? [null] : accounts) {
    findings.addDiffering('chain', { account, batch }, { ...comparison, shouldBe: batch.hashExpected || 'none' })
  }
}

function reportOwner(batch: Batch, { requestId, grant, subject }: Line, { findings, subjects, tallies }: Life): void {
  const row = tallies.get(grant)?.row
  if (row === undefined) {
    const comparison = { what: `the grant of request ${requestId}`, is: 'missing', against: 'in this life it is' }
    findings.addDiffering('owner', { grant, batch }, { ...comparison, shouldBe: 'there' })
    return
  }
  const comparison = { what: `the account that request ${requestId} was for`, is: subjects.get(subject) ?? 'unknown' }
  const { account, period } = row
  const place = { account, period, grant, batch }
  findings.addDiffering('owner', place, { ...comparison, against: 'its grant is of', shouldBe: account })
}

/** Nobody would close it before its month ends. */
function reportStray(row: { account: string; period: string; id: number }, findings: Findings): void {
  const comparison = {
    what: 'the life of its node',
    is: 'settled',
    against: 'while a grant is open it is',
    shouldBe: 'not',
  }
  findings.addDiffering('orphan', { ...row, grant: row.id }, comparison)
}
