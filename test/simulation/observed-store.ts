import type { RowChange } from '../../src/ledger/books/example-memory-books.ts'
import type { Batch, BatchKey, BooksStore, GrantUse, PostOutcome, Rows, Subject } from '../../src/ledger/books/rows.ts'
import { DatabaseFault } from '../../src/storage/storage.ts'

/** What an operation has written, by key: the rows themselves are read when it is over, whether its answer was lost or not. */
interface Touched {
  readonly accounts: Set<string>
  readonly periods: Map<string, { account: string; period: string }>
  readonly grants: Set<number>
  /** And whose they are. */
  readonly incarnations: Map<number, string>
  readonly lines: Set<string>
  readonly subjects: Map<number, Subject & { account: string }>
  readonly doubts: Set<number | 'new'>
}

/** Books in a database, telling of every row that has changed, as those in memory do. One operation at a time. */
export function observedStore(store: BooksStore, note: (change: RowChange) => void): BooksStore {
  const written = new Set<string>()

  async function tell(touched: Touched): Promise<void> {
    const changes = await store.snapshot((rows) => readChanges(rows, touched))
    for (const change of changes) note(change)
  }

  async function tellBatch(batch: Batch, uses: readonly GrantUse[]): Promise<void> {
    const name = keyName(batch)
    const after = written.has(name) ? undefined : await store.snapshot((rows) => rows.batch(batch))
    if (after === undefined) return
    written.add(name)
    note({ kind: 'batch', before: undefined, after })
    await tell({ ...nothing(), grants: new Set(uses.map(({ grant }) => grant)) })
  }

  return {
    async post(batch, uses): Promise<PostOutcome> {
      try {
        return await store.post(batch, uses)
      } finally {
        await tellBatch(batch, uses)
      }
    },
    async transaction(work) {
      const touched = nothing()
      try {
        return await store.transaction((rows) => work(watched(rows, touched)))
      } catch (error) {
        // A transaction that is certainly not done has changed nothing; it may have been about rows that do not exist.
        if (error instanceof DatabaseFault && error.outcome === 'not_done') forget(touched)
        throw error
      } finally {
        await tell(touched)
      }
    },
    snapshot: (work) => store.snapshot(work),
    close: () => store.close(),
  }
}

function watched(rows: Rows, touched: Touched): Rows {
  return {
    ...rows,
    async subject(account, subject) {
      const id = await rows.subject(account, subject)
      touched.subjects.set(id, { account, ...subject })
      return id
    },
    async putDoubt(row) {
      touched.doubts.add(row.id ?? 'new')
      await rows.putDoubt(row)
    },
    putAccount(row) {
      touched.accounts.add(row.account)
      return rows.putAccount(row)
    },
    putPeriod(row) {
      touched.periods.set(`${row.account} ${row.period}`, row)
      return rows.putPeriod(row)
    },
    putGrant(row) {
      touched.grants.add(row.id)
      return rows.putGrant(row)
    },
    setHint(grant, hint) {
      touched.grants.add(grant)
      return rows.setHint(grant, hint)
    },
    putIncarnation(row) {
      touched.incarnations.set(row.incarnation, row.node)
      return rows.putIncarnation(row)
    },
    putLineState(row) {
      touched.lines.add(row.requestId)
      return rows.putLineState(row)
    },
  }
}

/** In the order in which the checker can follow them. */
async function readChanges(rows: Rows, touched: Touched): Promise<RowChange[]> {
  const changes: RowChange[] = []
  const before = undefined
  for (const [incarnation, node] of touched.incarnations) {
    const after = (await rows.incarnationsOf(node)).find((row) => row.incarnation === incarnation)
    if (after !== undefined) changes.push({ kind: 'incarnation', before, after })
  }
  for (const [id, subject] of touched.subjects) changes.push({ kind: 'subject', before, after: { id, ...subject } })
  for (const after of 0 < touched.doubts.size ? await rows.doubts() : []) changes.push({ kind: 'doubt', before, after })
  for (const account of touched.accounts) {
    const after = await rows.account(account)
    if (after !== undefined) changes.push({ kind: 'account', before, after })
  }
  for (const after of await rows.lineStates([...touched.lines])) changes.push({ kind: 'lineState', before, after })
  for (const { account, period } of touched.periods.values()) {
    const after = await rows.period(account, period)
    if (after !== undefined) changes.push({ kind: 'period', before, after })
  }
  for (const id of touched.grants) {
    const after = await rows.grant(id)
    if (after !== undefined) changes.push({ kind: 'grant', before, after })
  }
  return changes
}

function nothing(): Touched {
  return {
    ...{ accounts: new Set(), periods: new Map(), grants: new Set(), incarnations: new Map() },
    ...{ lines: new Set(), subjects: new Map(), doubts: new Set() },
  }
}

function forget(touched: Touched): void {
  for (const keys of Object.values(touched)) keys.clear()
}

function keyName({ incarnation, seq }: BatchKey): string {
  return `${incarnation}/${seq}`
}
