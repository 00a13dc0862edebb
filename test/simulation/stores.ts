import { BOOKS_MIGRATIONS, openSqlBooks } from '../../src/ledger/books/sql-store.ts'
import type { Clock } from '../../src/stdx/clock.ts'
import { openDatabase } from '../../src/storage/storage.ts'
import { observedStore } from './observed-store.ts'
import { inMemory, type StoreOf } from './world.ts'

/** Where the books of one world are kept. */
export interface StoreMaker extends AsyncDisposable {
  readonly storeOf: StoreOf
}

/** Books in maps, or in SQLite: the same statements as on a disk, in memory. */
export async function storeMaker(kind: 'memory' | 'sqlite'): Promise<StoreMaker> {
  if (kind === 'memory') return { storeOf: inMemory, [Symbol.asyncDispose]: () => Promise.resolve() }
  const database = await openDatabase({ path: ':memory:', migrations: BOOKS_MIGRATIONS, mode: 'write' })
  return {
    storeOf({ nowMs, note }) {
      const clock: Clock = { nowMs }
      const store = openSqlBooks({ posts: database, transactions: database, snapshots: database }, { clock })
      return { store: observedStore(store, note), pace: 'at_once' }
    },
    [Symbol.asyncDispose]: () => database.close(),
  }
}
