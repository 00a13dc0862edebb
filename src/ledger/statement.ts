import { compareText } from '../stdx/compare-text.ts'
import { dayAt, type Month, monthAt, monthOf } from './calendar.ts'
import { type Credit, type MonthState, readAccounts, readCredits } from './tables/accounts.ts'
import { readAuditMarks, readSubjectDays } from './tables/audits.ts'
import { readBatches, readNewestSeqs } from './tables/batches.ts'
import type { Rows } from './tables/books.ts'
import { scanLines } from './tables/lines.ts'
import { readSubjects } from './tables/subjects.ts'

export interface UsedUnits {
  readonly requests: number
  readonly confirmedUnits: number
}

/** What one project used with one credential for one operation. */
export interface StatementLine extends UsedUnits {
  readonly project: string
  readonly credential: string
  readonly operation: string
}

/** The use of one day, `2026-11-21`. */
export interface StatementDay extends UsedUnits {
  readonly day: string
}

export interface Statement {
  readonly outcome: 'statement'
  readonly account: string
  readonly period: string
  /** Credits included. A month that has ended keeps the allowance of its last charge. */
  readonly allowanceUnits: number
  readonly confirmedUnits: number
  readonly leftUnits: number
  /** The lines add up to the confirmed units. */
  readonly lines: readonly StatementLine[]
  /** The days with use, in order. They add up to the confirmed units too. */
  readonly days: readonly StatementDay[]
  /** Units that the operator gave back. */
  readonly credits: readonly Credit[]
}

export type StatementOutcome =
  | Statement
  | { readonly outcome: 'unknown_account' }
  /** The count and the journal disagree, so there is no statement. */
  | { readonly outcome: 'differs'; readonly difference: string }

/**
 * Adds up what an account used in a month: by project, credential and operation, and by day. The sums of the last audit
 * and the batches after it, so it costs the same with ten million charges as with ten thousand. Needs a snapshot.
 */
export async function buildStatement(rows: Rows, account: string, period: string): Promise<StatementOutcome> {
  const [now] = await readAccounts(rows, [account], period, await readMonthState(rows, period))
  if (now === undefined) return { outcome: 'unknown_account' }
  const subjects = await readSubjects(rows, account)
  const bySubject = new Map<string, Sums>()
  const byDay = new Map<string, Sums>()
  const add = (id: number, day: string, units: number, requests: number): void => {
    const { project, credential, operation } = subjects.get(id)!
    const subject = JSON.stringify([project, credential, operation])
    for (const sums of [bySubject.getOrInsertComputed(subject, newSums), byDay.getOrInsertComputed(day, newSums)]) {
      sums.confirmedUnits += units
      sums.requests += requests
    }
  }
  for (const { subject, day, units, requests } of await readSubjectDays(rows, account, period))
    add(subject, day, units, requests)
  await scanTail(rows, monthOf(period)!, (subject, day, units) => {
    if (subjects.has(subject)) add(subject, day, units, 1)
  })
  const journalUnits = bySubject.values().reduce((sum, { confirmedUnits }) => sum + confirmedUnits, 0)
  const difference = `${account} ${period}: its count is ${now.spent}, its lines sum up to ${journalUnits}`
  if (journalUnits !== now.spent) return { outcome: 'differs', difference }
  const lines = [...bySubject].map(([subject, sums]) => {
    const [project, credential, operation] = JSON.parse(subject) as [string, string, string]
    return { project, credential, operation, ...sums }
  })
  return {
    outcome: 'statement',
    account,
    period,
    allowanceUnits: now.allowance,
    confirmedUnits: now.spent,
    leftUnits: Math.max(0, now.allowance - now.spent),
    lines: lines.sort(
      (a, b) =>
        compareText(a.project, b.project) ||
        compareText(a.credential, b.credential) ||
        compareText(a.operation, b.operation),
    ),
    days: [...byDay].map(([day, sums]) => ({ day, ...sums })).sort((a, b) => compareText(a.day, b.day)),
    credits: await readCredits(rows, account, period),
  }
}

/** By the clock of the books. */
export async function readMonthState(rows: Rows, period: string): Promise<MonthState> {
  return period < monthAt(await rows.nowMs()).period ? 'ended' : 'running'
}

interface Sums {
  confirmedUnits: number
  requests: number
}

const newSums = (): Sums => ({ requests: 0, confirmedUnits: 0 })

/** Reads the lines of a month that no audit has summed up yet. */
export async function scanTail(
  rows: Rows,
  month: Month,
  each: (subject: number, day: string, units: number) => void,
): Promise<void> {
  const marks = await readAuditMarks(rows)
  const days = new DaysOfMonth(month)
  for (const [incarnation, newest] of await readNewestSeqs(rows)) {
    const after = marks.get(incarnation)?.seq ?? 0
    if (newest <= after) continue
    for await (const page of readBatches(rows, { incarnation, after, upTo: newest }))
      for (const { period, atMs, lines } of page) {
        if (period !== month.period) continue
        const day = days.dayOf(atMs)
        scanLines(lines, (subject, units) => each(subject, day, units))
      }
  }
}

/** Finds the day of a batch in its month. Batches come in order, so the day seldom changes. */
export class DaysOfMonth {
  readonly #month: Month
  #last: ReturnType<typeof dayAt>

  constructor(month: Month) {
    this.#month = month
    this.#last = dayAt(month.startsAtMs)
  }

  /** A batch that was put back, or of a clock that was wrong, counts on the nearest day of its month. */
  dayOf(atMs: number): string {
    const ms = Math.min(Math.max(atMs, this.#month.startsAtMs), this.#month.endsAtMs - 1)
    if (ms < this.#last.startsAtMs || this.#last.endsAtMs <= ms) this.#last = dayAt(ms)
    return this.#last.day
  }
}
