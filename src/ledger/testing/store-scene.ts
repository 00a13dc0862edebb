import assert from 'node:assert/strict'
import { DatabaseError } from '../../storage/storage.ts'
import type { BooksStore, Rows } from '../books/store.ts'
import { exampleGrant, listGrants } from './rows.ts'
import { type ExampleStore, openExampleStore, type StoreKind } from './stores.ts'

type Work = (store: BooksStore, example: ExampleStore) => Promise<void>

/** The start of tests of one kind of books. */
export function createStoreScene(kind: StoreKind, postgresUrl: () => string) {
  const clock = { ms: 1_795_000_000_000, nowMs: () => clock.ms }

  async function withStore(work: Work): Promise<void> {
    await using example = await openExampleStore(kind, { clock, postgresUrl: postgresUrl() })
    await work(example.store, example)
  }

  /** Two open grants of incarnation 1. */
  async function withGrants(work: Work): Promise<void> {
    await withStore(async (store, example) => {
      await store.transaction(async (rows) => {
        await rows.putGrant(exampleGrant(1))
        await rows.putGrant(exampleGrant(2))
      })
      await work(store, example)
    })
  }

  return { clock, withStore, withGrants }
}

export function read<T>(store: BooksStore, work: (rows: Rows) => Promise<T>): Promise<T> {
  return store.snapshot(work)
}

/** For each grant: spent and acknowledged units. */
export function readCounters(store: BooksStore): Promise<number[][]> {
  return read(store, async (rows) => (await listGrants(rows)).map(({ spent, acked }) => [spent, acked]))
}

/** For `assert.rejects`: the database did nothing, for this reason. */
export function isDatabaseError(reason: DatabaseError['reason']) {
  return (error: unknown): true => {
    assert(error instanceof DatabaseError, String(error))
    assert.deepEqual([error.outcome, error.reason], ['not_done', reason])
    return true
  }
}
