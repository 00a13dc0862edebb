import { BOOKS_MIGRATIONS, openSqlBooks } from '../../src/ledger/books/sql-store.ts'
import type { Clock } from '../../src/stdx/clock.ts'
import { openDatabase } from '../../src/storage/storage.ts'
import { observedStore } from './observed-store.ts'
import { startPostgresWorlds } from './postgres-world.ts'
import { inMemory, type StoreOf } from './world.ts'

/** What keeps the books of a world: maps, SQLite, or a real PostgreSQL behind a network that is really cut. */
export const WORLD_STORES = ['memory', 'sqlite', 'postgres'] as const
export type WorldStore = (typeof WORLD_STORES)[number]

/** Where the books of one world are kept. */
export interface StoreMaker extends AsyncDisposable {
  readonly storeOf: StoreOf
}

/** Gives each world books with nothing in them. */
export interface Stores extends AsyncDisposable {
  make(): Promise<StoreMaker>
}

export async function openStores(kind: WorldStore): Promise<Stores> {
  if (kind === 'postgres') return await startPostgresWorlds()
  return { make: kind === 'sqlite' ? inSqlite : inMaps, [Symbol.asyncDispose]: () => Promise.resolve() }
}

function inMaps(): Promise<StoreMaker> {
  return Promise.resolve({ storeOf: inMemory, [Symbol.asyncDispose]: () => Promise.resolve() })
}

/** The same statements as on a disk, in memory. */
async function inSqlite(): Promise<StoreMaker> {
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
