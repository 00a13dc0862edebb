import type { Books } from '../books/books.ts'
import {
  GRANTS_MAX,
  type GrantRow,
  type IncarnationRow,
  type Line,
  type OwnedSubject,
  type PeriodRow,
} from '../books/rows.ts'
import type { Rows } from '../books/store.ts'

/** Example rows, for tests that are about one of their fields. */
export function examplePeriod(changes: Partial<PeriodRow> = {}): PeriodRow {
  return {
    account: 'a',
    period: '2026-11',
    startsAtMs: 1_793_487_600_000,
    endsAtMs: 1_796_079_600_000,
    allowance: 1000,
    allowanceMax: 1000,
    confirmed: 0,
    reserved: 0,
    hold: 0,
    exposure: 0,
    clipped: 0,
    state: 'open',
    recallUntilMs: 0,
    ...changes,
  }
}

/** `number` counts the grants of the incarnation. */
export function exampleGrant(number: number, changes: Partial<GrantRow> = {}): GrantRow {
  const incarnation = changes.incarnation ?? 1
  return {
    id: incarnation * GRANTS_MAX + number,
    account: 'a',
    period: '2026-11',
    incarnation,
    size: 100,
    spent: 0,
    acked: 0,
    exposure: 20,
    state: 'open',
    version: 1,
    inFlightHint: 0,
    ...changes,
  }
}

export function exampleIncarnation(incarnation: number, changes: Partial<IncarnationRow> = {}): IncarnationRow {
  return { incarnation, node: 'n', startedAtMs: 0, leaseUntilMs: 15_000, state: 'live', swept: 0, ...changes }
}

/** A line of this grant of incarnation 1. Each `seed` gives another request id. */
export function exampleLine(grant: number, seed: number, units = 1): Line {
  return { requestId: seed.toString(16).padStart(32, '0'), grant: GRANTS_MAX + grant, subject: 1, units }
}

/** All grants of the books, by id. */
export function listGrants(rows: Rows): Promise<GrantRow[]> {
  return rows.grantsBetween(-1, Number.MAX_SAFE_INTEGER)
}

/** The number of one subject. */
export async function subjectNumber(
  from: Pick<Books | Rows, 'subjectNumbers'>,
  subject: OwnedSubject,
): Promise<number> {
  return (await from.subjectNumbers([subject]))[0]!
}
