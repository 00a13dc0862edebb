import { type MonthCheckpoint, monthKey } from './audit-checkpoint.ts'
import { type FinalUnits, NO_UNITS } from './audit-grant.ts'
import type { GrantLines, MonthSums } from './equations.ts'
import type { GrantRow, PeriodKey, PeriodRow } from './rows.ts'

type Writable<T> = { -readonly [Key in keyof T]: T[Key] extends number ? number : Writable<T[Key]> }

interface AuditedMonth extends PeriodKey {
  /** Undefined: grants name a month that does not exist. */
  row: PeriodRow | undefined
  readonly sums: Writable<MonthSums>
}

/** The months of all accounts, with the sums of their grants. */
export class AuditedMonths {
  readonly #months = new Map<string, AuditedMonth>()

  /** `folded`: the sums of grants that this audit does not read again. */
  constructor(rows: readonly PeriodRow[], folded: Iterable<MonthCheckpoint>) {
    for (const row of rows) this.#month(row).row = row
    for (const month of folded) {
      const { sums } = this.#month(month)
      sums.ackedOfClosed += month.acked
      for (const kind of ['acked', 'held', 'clipped'] as const) sums.lines[kind] += month[kind]
    }
  }

  row(month: PeriodKey): PeriodRow | undefined {
    return this.#months.get(monthKey(month))?.row
  }

  add(grant: GrantRow, lines: GrantLines): void {
    const { sums } = this.#month(grant)
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

  all(): Iterable<AuditedMonth> {
    return this.#months.values()
  }

  #month({ account, period }: PeriodKey): AuditedMonth {
    const create = (): AuditedMonth => ({ account, period, row: undefined, sums: noSums() })
    return this.#months.getOrInsertComputed(monthKey({ account, period }), create)
  }
}

function noSums(): Writable<MonthSums> {
  const grants = { sizeOfOpen: 0, exposureOfOpen: 0, ackedOfOpen: 0, unackedOfOpen: 0, ackedOfClosed: 0 }
  return { ...grants, lines: { acked: 0, posted: 0, held: 0, clipped: 0 } }
}

/** Sums of grants by month. */
export class MonthUnits {
  readonly #months = new Map<string, MonthCheckpoint>()
  readonly #before: ReadonlyMap<string, MonthCheckpoint>

  /** `before`: the sums to which the first grant of a month is added. */
  constructor(before: ReadonlyMap<string, MonthCheckpoint> = new Map()) {
    this.#before = before
  }

  add({ account, period }: PeriodKey, { acked, held, clipped }: FinalUnits): void {
    const key = monthKey({ account, period })
    const before = this.#months.get(key) ?? this.#before.get(key) ?? NO_UNITS
    const sums = { acked: before.acked + acked, held: before.held + held, clipped: before.clipped + clipped }
    this.#months.set(key, { account, period, ...sums })
  }

  /** The months to which grants were added. */
  all(): ReadonlyMap<string, MonthCheckpoint> {
    return this.#months
  }
}
