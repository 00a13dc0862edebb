import { type MonthCheckpoint, monthKey } from './audit-checkpoint.ts'
import { type FinalUnits, NO_UNITS } from './audit-grant.ts'
import type { GrantLines, MonthSums } from './equations.ts'
import type { GrantRow, PeriodRow } from './rows.ts'

type Writable<T> = { -readonly [Key in keyof T]: T[Key] extends number ? number : Writable<T[Key]> }

interface Month {
  readonly row: PeriodRow | undefined
  readonly place: { readonly account: string; readonly period: string }
  readonly sums: Writable<MonthSums>
}

/** The months of all accounts, with the sums of their grants. */
export interface AuditedMonths {
  readonly rows: readonly PeriodRow[]
  row(month: Month['place']): PeriodRow | undefined
  add(grant: GrantRow, lines: GrantLines): void
  withRow(): Iterable<{ readonly row: PeriodRow; readonly sums: MonthSums }>
  /** Months that grants name and that have no row. */
  withoutRow(): Iterable<Month['place']>
}

/** `folded`: the sums of grants that this audit does not read again. */
export function createAuditedMonths(rows: readonly PeriodRow[], folded: Iterable<MonthCheckpoint>): AuditedMonths {
  const months = new Map<string, Month>()
  for (const row of rows) months.set(monthKey(row), { row, place: row, sums: noSums() })
  for (const month of folded) {
    const sums = months.get(monthKey(month))?.sums ?? noSums()
    months.set(monthKey(month), { row: months.get(monthKey(month))?.row, place: month, sums })
    sums.ackedOfClosed += month.acked
    for (const kind of ['acked', 'held', 'clipped'] as const) sums.lines[kind] += month[kind]
  }
  return {
    rows,
    row: (month) => months.get(monthKey(month))?.row,
    add(grant, lines) {
      const key = monthKey(grant)
      let month = months.get(key)
      if (month === undefined) {
        month = { row: undefined, place: { account: grant.account, period: grant.period }, sums: noSums() }
        months.set(key, month)
      }
      addGrant(month.sums, grant, lines)
    },
    *withRow() {
      for (const { row, sums } of months.values()) if (row !== undefined) yield { row, sums }
    },
    *withoutRow() {
      for (const { row, place } of months.values()) if (row === undefined) yield place
    },
  }
}

function addGrant(sums: Writable<MonthSums>, grant: GrantRow, lines: GrantLines): void {
  if (grant.state === 'open') {
    sums.sizeOfOpen += grant.size
    sums.exposureOfOpen += grant.exposure
    sums.ackedOfOpen += grant.acked
    sums.unackedOfOpen += grant.spent - grant.acked
  } else {
    sums.ackedOfClosed += grant.acked
  }
  for (const kind of ['acked', 'posted', 'held', 'clipped'] as const) sums.lines[kind] += lines[kind]
}

function noSums(): Writable<MonthSums> {
  const grants = { sizeOfOpen: 0, exposureOfOpen: 0, ackedOfOpen: 0, unackedOfOpen: 0, ackedOfClosed: 0 }
  return { ...grants, lines: { acked: 0, posted: 0, held: 0, clipped: 0 } }
}

/** Sums of grants by month. */
export class MonthUnits {
  readonly #months = new Map<string, MonthCheckpoint>()

  add({ account, period }: Month['place'], { acked, held, clipped }: FinalUnits): void {
    const key = monthKey({ account, period })
    const before = this.#months.get(key) ?? { account, period, ...NO_UNITS }
    const sums = { acked: before.acked + acked, held: before.held + held, clipped: before.clipped + clipped }
    this.#months.set(key, { account, period, ...sums })
  }

  all(): ReadonlyMap<string, MonthCheckpoint> {
    return this.#months
  }
}
