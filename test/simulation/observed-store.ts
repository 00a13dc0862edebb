import type {
  AccountRow,
  Batch,
  DoubtRow,
  GrantRow,
  GrantUse,
  IncarnationRow,
  LedgerTimeRow,
  LineStateRow,
  PeriodRow,
  Subject,
} from '../../src/ledger/books/rows.ts'
import type { BooksStore, Rows } from '../../src/ledger/books/store.ts'
import { DatabaseError } from '../../src/storage/storage.ts'

interface RowKinds {
  readonly account: AccountRow
  readonly period: PeriodRow
  readonly grant: GrantRow
  readonly incarnation: IncarnationRow
  readonly lineState: LineStateRow
  readonly subject: Subject & { readonly id: number; readonly account: string }
  readonly doubt: DoubtRow
  readonly ledgerTime: LedgerTimeRow
  readonly batch: Batch
}

/** A row that was inserted or replaced, as the checkers receive it after the commit. */
export type RowChange = {
  readonly [Kind in keyof RowKinds]: { readonly kind: Kind; readonly after: RowKinds[Kind] }
}[keyof RowKinds]

/**
 * Wraps books so that the checkers get every changed row, in the order of the changes. Rows that SQL has computed, and
 * all rows of an operation whose outcome is unknown, are read back. Only one operation runs at a time.
 */
export function observeStore(store: BooksStore, note: (change: RowChange) => void): BooksStore {
  const written = new Set<string>()
  let observed: ObservedRows | undefined

  async function reportBatch(batch: Batch, uses: readonly GrantUse[]): Promise<void> {
    written.add(keyName(batch))
    const grants = await store.read((rows) => readGrants(rows, new Set(uses.map(({ grant }) => grant))))
    note({ kind: 'batch', after: batch })
    for (const change of grants) note(change)
  }

  async function reportIfWritten(batch: Batch, uses: readonly GrantUse[]): Promise<void> {
    if (written.has(keyName(batch))) return
    const after = await store.read((rows) => rows.batch(batch))
    if (after !== undefined) await reportBatch(after, uses)
  }

  return {
    async post(batch, uses) {
      try {
        const outcome = await store.post(batch, uses)
        if (outcome.outcome === 'done') await reportBatch(batch, uses)
        else await reportIfWritten(batch, uses)
        return outcome
      } catch (error) {
        await reportIfWritten(batch, uses)
        throw error
      }
    },
    async transaction(work) {
      let changes: RowChange[] = []
      try {
        const result = await store.transaction(async (rows) => {
          const own = observed?.of === rows ? observed : observeRows(rows)
          observed = own
          own.forget()
          const done = await work(own.rows)
          changes = await own.changes()
          return done
        })
        for (const change of changes) note(change)
        return result
      } catch (error) {
        const isUnknown = error instanceof DatabaseError && error.outcome === 'unknown'
        if (isUnknown) for (const change of await store.snapshot((rows) => readAgain(rows, changes))) note(change)
        throw error
      }
    },
    read: (work) => store.read(work),
    snapshot: (work) => store.snapshot(work),
    close: () => store.close(),
  }
}

interface ObservedRows {
  readonly of: Rows
  readonly rows: Rows
  /** The rows that were written since `forget`. */
  changes(): Promise<RowChange[]>
  forget(): void
}

/** The rows of a transaction, with a record of what is written through them. */
function observeRows(rows: Rows): ObservedRows {
  let changes: RowChange[] = []
  const hinted = new Set<number>()
  let hasNewDoubt = false
  const observed: Rows = {
    ...rows,
    async putPeriods(all) {
      await rows.putPeriods(all)
      for (const after of all) changes.push({ kind: 'period', after })
    },
    async putGrants(all) {
      await rows.putGrants(all)
      for (const after of all) changes.push({ kind: 'grant', after })
    },
    async subjectNumbers(subjects) {
      const numbers = await rows.subjectNumbers(subjects)
      for (const [i, subject] of subjects.entries())
        changes.push({ kind: 'subject', after: { id: numbers[i]!, ...subject } })
      return numbers
    },
    async putDoubt(row) {
      await rows.putDoubt(row)
      if (row.id === undefined) hasNewDoubt = true
      else changes.push({ kind: 'doubt', after: { ...row, id: row.id } })
    },
    async putLedgerTime(after) {
      await rows.putLedgerTime(after)
      changes.push({ kind: 'ledgerTime', after })
    },
    async insertAccount(after) {
      const outcome = await rows.insertAccount(after)
      if (outcome === 'inserted') changes.push({ kind: 'account', after })
      return outcome
    },
    async putAccount(after) {
      await rows.putAccount(after)
      changes.push({ kind: 'account', after })
    },
    async putPeriod(after) {
      await rows.putPeriod(after)
      changes.push({ kind: 'period', after })
    },
    async putGrant(after) {
      await rows.putGrant(after)
      changes.push({ kind: 'grant', after })
    },
    async setHints(hints) {
      await rows.setHints(hints)
      for (const { grant } of hints) hinted.add(grant)
    },
    async putIncarnation(after) {
      await rows.putIncarnation(after)
      changes.push({ kind: 'incarnation', after })
    },
    async putLineState(after) {
      await rows.putLineState(after)
      changes.push({ kind: 'lineState', after })
    },
    async putLineStates(all) {
      await rows.putLineStates(all)
      for (const after of all) changes.push({ kind: 'lineState', after })
    },
  }
  return {
    of: rows,
    rows: observed,
    forget() {
      changes = []
      hinted.clear()
      hasNewDoubt = false
    },
    async changes() {
      if (hasNewDoubt) for (const after of await rows.doubts()) changes.push({ kind: 'doubt', after })
      return [...changes, ...(await readGrants(rows, hinted))]
    },
  }
}

/** Reads the rows that a transaction was to write from the database. */
async function readAgain(rows: Rows, changes: readonly RowChange[]): Promise<RowChange[]> {
  const found: RowChange[] = []
  const add = <Kind extends RowChange['kind']>(kind: Kind, after: RowKinds[Kind] | undefined): void => {
    if (after !== undefined) found.push({ kind, after } as RowChange)
  }
  for (const { kind, after } of changes) {
    if (kind === 'incarnation') {
      add(
        kind,
        (await rows.incarnationsOf(after.node)).find((row) => row.incarnation === after.incarnation),
      )
    }
    if (kind === 'subject')
      add(
        kind,
        (await rows.subjects()).find(({ id }) => id === after.id),
      )
    if (kind === 'doubt')
      add(
        kind,
        (await rows.doubts()).find(({ id }) => id === after.id),
      )
    if (kind === 'ledgerTime') add(kind, await rows.ledgerTime())
    if (kind === 'account') add(kind, await rows.account(after.account))
    if (kind === 'lineState') for (const state of await rows.lineStates([after.requestId])) add(kind, state)
    if (kind === 'period') add(kind, await rows.period(after.account, after.period))
    if (kind === 'grant') add(kind, await rows.grant(after.id))
  }
  return found
}

async function readGrants(rows: Rows, ids: ReadonlySet<number>): Promise<RowChange[]> {
  const found: RowChange[] = []
  for (const id of ids) {
    const after = await rows.grant(id)
    if (after !== undefined) found.push({ kind: 'grant', after })
  }
  return found
}

function keyName({ incarnation, seq }: Batch): string {
  return `${incarnation}/${seq}`
}
