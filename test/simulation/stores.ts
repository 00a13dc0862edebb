import { createSqlDialect } from '../../src/ledger/books/sql-dialect.ts'
import { createSqlPost } from '../../src/ledger/books/sql-post.ts'
import { createRows } from '../../src/ledger/books/sql-rows.ts'
import { BOOKS_MIGRATIONS } from '../../src/ledger/books/sql-store.ts'
import type { BooksStore, Rows } from '../../src/ledger/books/store.ts'
import type { Clock } from '../../src/stdx/clock.ts'
import { type Database, openDatabase, type Queries, type SqlValue } from '../../src/storage/storage.ts'
import { observeStore, type RowChange } from './observed-store.ts'

/** The database of a world's books: SQLite in memory, or a real PostgreSQL behind a real network. */
export const WORLD_STORES = ['sqlite', 'postgres'] as const
export type WorldStore = (typeof WORLD_STORES)[number]

/** Creates the books of a world. The world supplies the database's clock and reads every change. */
export type StoreOf = (ports: { nowMs(): number; note: (change: RowChange) => void }) => {
  readonly store: BooksStore
  /** The database itself, to damage its rows. */
  readonly sql: Queries
  readonly pace: 'at_once' | 'awaited'
  /** Cuts the connection during the next operation. The caller gets what the store makes of that. */
  readonly cutNext?: () => void
}

/** The empty books of one world. */
export interface StoreMaker extends AsyncDisposable {
  readonly storeOf: StoreOf
}

/** Gives each world books of its own. */
export interface Stores {
  /** `none`: the store needs the real clock and the real network. */
  readonly isolation: 'none' | 'full'
  make(): Promise<StoreMaker>
}

/** The same SQL as on a disk, in memory. */
export const SQLITE_STORES: Stores = {
  isolation: 'full',
  async make() {
    const { database, clear } = spare.pop() ?? (await openBooks())
    return {
      storeOf({ nowMs, note }) {
        const store = openWorldBooks(database, { nowMs })
        return { store: observeStore(store, note), sql: database, pace: 'at_once' }
      },
      async [Symbol.asyncDispose]() {
        await clear()
        spare.push({ database, clear })
      },
    }
  },
}

/**
 * The books that `openSqlBooks` opens, for one transaction at a time. Creating the rows takes a tenth of the memory of
 * a world, so they are created once and not per transaction.
 */
function openWorldBooks(database: Database, clock: Clock): BooksStore {
  const dialect = createSqlDialect(database, clock)
  let current: Queries = database
  const rows = createRows(
    {
      query: (sql, ...values) => current.query(sql, ...values),
      run: (sql, ...values) => current.run(sql, ...values),
    },
    dialect,
  )
  const readRows = createRows({ query: database.readOnce, run: database.run }, dialect)
  const within = <T>(work: (rows: Rows) => Promise<T>): ((queries: Queries) => Promise<T>) => {
    return (queries) => {
      current = queries
      return work(rows)
    }
  }
  return {
    post: createSqlPost(database),
    transaction: (work) => database.transaction(within(work)),
    read: (work) => work(readRows),
    snapshot: (work) => database.snapshot(within(work)),
    close: () => database.close(),
  }
}

/** Empty books for later worlds: migrating new ones and preparing statements takes longer than emptying them. */
const spare: EmptyBooks[] = []

interface EmptyBooks {
  readonly database: Database
  /** Restores the state after the migrations. */
  clear(): Promise<void>
}

async function openBooks(): Promise<EmptyBooks> {
  const database = await openDatabase({ path: ':memory:', migrations: BOOKS_MIGRATIONS, mode: 'write' })
  const tables = await database.query<[string]>("select name from sqlite_schema where type = 'table' order by name")
  const first = new Map<string, (readonly SqlValue[])[]>()
  for (const [table] of tables) first.set(table, await database.query(`select * from ${table}`))
  const clear = () =>
    database.transaction(async ({ run }) => {
      for (const [table, rows] of first) {
        await run(`delete from ${table}`)
        for (const row of rows) await run(`insert into ${table} values (${row.map((_, i) => `$${i + 1}`)})`, ...row)
      }
    })
  return { database, clear }
}
