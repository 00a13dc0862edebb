import type { BooksStore } from '../../src/ledger/books/rows.ts'
import { BOOKS_MIGRATIONS, openSqlBooks } from '../../src/ledger/books/sql-store.ts'
import { openDatabase, type Queries } from '../../src/storage/storage.ts'
import { observedStore, type RowChange } from './observed-store.ts'

/** The database that keeps the books of a world: SQLite in memory, or a real PostgreSQL behind a network that really breaks. */
export const WORLD_STORES = ['sqlite', 'postgres'] as const
export type WorldStore = (typeof WORLD_STORES)[number]

/** Makes the books of a world, which supplies the database's clock and reads every change. */
export type StoreOf = (ports: { nowMs(): number; note: (change: RowChange) => void }) => {
  readonly store: BooksStore
  /** The database itself, to damage what is in it. */
  readonly sql: Queries
  readonly pace: 'at_once' | 'awaited'
  /** Cuts the connection under the next operation: its caller receives what the store makes of that. */
  readonly cutNext?: () => void
}

/** The empty books of one world. */
export interface StoreMaker extends AsyncDisposable {
  readonly storeOf: StoreOf
}

/** Gives each world books of its own. */
export interface Stores {
  /** `open`: the store needs the real clock and the real network. */
  readonly walls: 'closed' | 'open'
  make(): Promise<StoreMaker>
}

/** The same statements as on a disk, in memory. */
export const SQLITE_STORES: Stores = {
  walls: 'closed',
  async make() {
    const database = await openDatabase({ path: ':memory:', migrations: BOOKS_MIGRATIONS, mode: 'write' })
    return {
      storeOf({ nowMs, note }) {
        const databases = { posts: database, transactions: database, snapshots: database }
        const store = openSqlBooks(databases, { clock: { nowMs } })
        return { store: observedStore(store, note), sql: database, pace: 'at_once' }
      },
      [Symbol.asyncDispose]: () => database.close(),
    }
  },
}
