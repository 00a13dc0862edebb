import { assert } from '../../stdx/assert.ts'
import type { Clock } from '../../stdx/clock.ts'
import { DatabaseFault } from '../../storage/storage.ts'
import { type MemoryTables, memoryTables, type RowChange } from './example-memory-books.ts'
import { memoryRows } from './example-memory-rows.ts'
import type { Batch, BooksStore, GrantUse, PostOutcome } from './rows.ts'

export interface MemoryBooksOptions {
  readonly clock: Clock
  readonly booksId?: string
  readonly timeline?: () => string
  /** Hears of every row that a transaction or a batch has changed, in the order of the changes, at the moment they become true. */
  readonly onPut?: (change: RowChange) => void
}

/** Books in memory, for the simulation. One transaction at a time, as on SQLite. */
export function memoryBooks(options: MemoryBooksOptions): BooksStore {
  const { clock, booksId = '0'.repeat(32), timeline = () => '', onPut = () => undefined } = options
  const tables = memoryTables()
  const rows = memoryRows({
    tables,
    clock,
    booksId,
    timeline,
    given: { incarnations: 0, allowanceChanges: 0, subjects: 0, doubts: 0 },
  })
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<T>(work: () => Promise<T> | T): Promise<T> {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }

  function commit(): void {
    for (const change of tables.commit()) onPut(change)
  }

  return {
    post: (batch, uses) =>
      inTurn(() => {
        try {
          const outcome = post(tables, batch, uses)
          if (outcome.outcome === 'done') commit()
          return outcome
        } finally {
          tables.rollBack()
        }
      }),
    transaction: (work) =>
      inTurn(async () => {
        try {
          const result = await work(rows)
          commit()
          return result
        } finally {
          tables.rollBack()
        }
      }),
    snapshot: (work) =>
      inTurn(async () => {
        try {
          const result = await work(rows)
          assert(tables.isUnchanged(), 'a snapshot does not write')
          return result
        } finally {
          tables.rollBack()
        }
      }),
    close: async () => undefined,
  }
}

function post(tables: MemoryTables, batch: Batch, uses: readonly GrantUse[]): PostOutcome {
  const { incarnation, seq, atMs } = batch
  const life = tables.batches.get(incarnation) ?? []
  const already = life[seq - 1]
  if (already !== undefined) return { outcome: 'found', lines: already.lines.length }
  if (life.length !== seq - 1) {
    const message = `the books have no batch before number ${seq} of incarnation ${incarnation}`
    throw new DatabaseFault(message, { outcome: 'not_done', reason: 'refused' })
  }
  const lines = batch.lines.map(({ requestId, grant, subject, units }) => ({ requestId, grant, subject, units }))
  tables.put({ kind: 'batch', before: undefined, after: { incarnation, seq, atMs, lines } })
  for (const { grant, units, acked } of uses) {
    const before = tables.grant.get(grant)
    if (before?.state !== 'open' || before.size < before.spent + units) return { outcome: 'refused' }
    const after = { ...before, spent: before.spent + units, acked: Math.max(before.acked, acked) }
    tables.put({ kind: 'grant', before, after })
  }
  return { outcome: 'done' }
}
