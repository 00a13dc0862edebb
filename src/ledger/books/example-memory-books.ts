import { DatabaseFault } from '../../storage/storage.ts'
import { memoryTable } from './example-memory-table.ts'
import type {
  AccountRow,
  AllowanceChange,
  Batch,
  DoubtRow,
  GrantRow,
  IncarnationRow,
  LineStateRow,
  PeriodRow,
  Subject,
} from './rows.ts'

export type SubjectRow = Subject & { readonly id: number; readonly account: string }

export type AllowanceChangeRow = AllowanceChange & { readonly id: number }

/** What kinds of rows there are, and what a row of each is. */
export interface MemoryRows {
  readonly account: AccountRow
  readonly allowanceChange: AllowanceChangeRow
  readonly period: PeriodRow
  readonly grant: GrantRow
  readonly incarnation: IncarnationRow
  readonly lineState: LineStateRow
  readonly subject: SubjectRow
  readonly doubt: DoubtRow
  readonly batch: Batch
}

export type MemoryKind = keyof MemoryRows

/** A row that was inserted or replaced, as whoever follows the books hears of it once its transaction is done. */
export type RowChange = {
  readonly [Kind in MemoryKind]: {
    readonly kind: Kind
    readonly before: MemoryRows[Kind] | undefined
    readonly after: MemoryRows[Kind]
  }
}[MemoryKind]

/** The tables, and the changes since the last commit. */
export function memoryTables() {
  const account = memoryTable<string, AccountRow>()
  const allowanceChange = memoryTable<number, AllowanceChangeRow>()
  const period = memoryTable<string, PeriodRow>()
  const grant = memoryTable<number, GrantRow>()
  const incarnation = memoryTable<number, IncarnationRow>()
  const lineState = memoryTable<string, LineStateRow>()
  const subject = memoryTable<string, SubjectRow>()
  const doubt = memoryTable<number, DoubtRow>()
  const batches = new Map<number, Batch[]>()

  let changes: RowChange[] = []
  let fault: DatabaseFault | undefined

  function put(change: RowChange): void {
    if (fault !== undefined) throw fault
    if (!isAllowed(change)) {
      fault = new DatabaseFault(`no such ${change.kind} may be`, { outcome: 'not_done', reason: 'constraint' })
      throw fault
    }
    changes.push(change)
    place(change, change.after)
  }

  function place(change: RowChange, row: RowChange['after'] | undefined): void {
    const { kind, after } = change
    switch (kind) {
      case 'account':
        account.set(after.account, row as AccountRow)
        break
      case 'allowanceChange':
        allowanceChange.set(after.id, row as AllowanceChangeRow)
        break
      case 'period':
        period.set(periodKey(after.account, after.period), row as PeriodRow)
        break
      case 'grant':
        grant.set(after.id, row as GrantRow)
        break
      case 'incarnation':
        incarnation.set(after.incarnation, row as IncarnationRow)
        break
      case 'lineState':
        lineState.set(lineStateKey(after), row as LineStateRow)
        break
      case 'subject':
        subject.set(subjectKey(after), row as SubjectRow)
        break
      case 'doubt':
        doubt.set(after.id, row as DoubtRow)
        break
      case 'batch': {
        const life = batches.get(after.incarnation)
        if (row === undefined) life?.pop()
        else if (life === undefined) batches.set(after.incarnation, [after])
        else life.push(after)
      }
    }
  }

  return {
    account,
    allowanceChange,
    period,
    openPeriods: period.group(({ state }) => (state === 'open' ? 'open' : undefined)),
    openPeriodsOf: period.group(({ account, state }) => (state === 'open' ? account : undefined)),
    grant,
    openGrants: grant.group((row) => (row.state === 'open' ? periodKey(row.account, row.period) : undefined)),
    openGrantsOf: grant.group((row) => (row.state === 'open' ? row.incarnation : undefined)),
    incarnation,
    incarnationsOf: incarnation.group(({ node }) => node),
    unended: incarnation.group(({ state }) => (state === 'ended' ? undefined : 'unended')),
    lineState,
    lineStatesOfRequest: lineState.group(({ requestId }) => requestId),
    lineStatesOf: lineState.group((row) => row.incarnation),
    subject,
    doubt,
    /** Of each incarnation: number 1 first. */
    batches,
    put,
    /** The changes of what was done since the last time, which now stay. */
    commit(): readonly RowChange[] {
      if (fault !== undefined) throw fault
      const done = changes
      changes = []
      return done
    },
    isUnchanged: () => changes.length === 0,
    rollBack(): void {
      fault = undefined
      for (const change of changes.reverse()) place(change, change.before)
      changes = []
    },
  }
}

export type MemoryTables = ReturnType<typeof memoryTables>

export function periodKey(account: string, period: string): string {
  return `${account}\n${period}`
}

export function subjectKey({ account, project, credential, operation }: Omit<SubjectRow, 'id'>): string {
  return `${account}\n${project}\n${credential}\n${operation}`
}

/** So that texts stand in the order of the numbers in them. */
export function lineStateKey({ incarnation, seq, requestId }: Pick<LineStateRow, 'incarnation' | 'seq' | 'requestId'>) {
  return `${String(incarnation).padStart(9, '0')} ${String(seq).padStart(16, '0')} ${requestId}`
}

/** The rules that the schema has in SQL. */
function isAllowed({ kind, after }: RowChange): boolean {
  switch (kind) {
    case 'account':
      return 0 <= after.allowance
    case 'period':
      return (
        0 <= after.allowance &&
        after.allowance <= after.allowanceMax &&
        0 <= Math.min(after.confirmed, after.reserved, after.hold, after.exposure, after.clipped) &&
        after.hold <= 100 &&
        after.confirmed + after.hold <= after.allowanceMax
      )
    case 'grant':
      return 0 <= after.acked && after.acked <= after.spent && after.spent <= after.size && 0 <= after.exposure
    case 'incarnation':
      return 0 <= after.swept
    case 'lineState':
      return 0 < after.units
    default:
      return true
  }
}
