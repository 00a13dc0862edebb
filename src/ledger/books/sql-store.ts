import { assert } from '../../stdx/assert.ts'
import type { Clock } from '../../stdx/clock.ts'
import type { Database, Queries } from '../../storage/storage.ts'
import type { BooksStore, Rows } from './rows.ts'
import { readAccountMonths } from './sql-account-months.ts'
import { createAccountRows } from './sql-accounts.ts'
import { createSqlDialect, type SqlDialect } from './sql-dialect.ts'
import { createGrantRows } from './sql-grants.ts'
import { createJournalRows } from './sql-journal.ts'
import { createSqlPost } from './sql-post.ts'
import { createRegisterRows } from './sql-register.ts'

/** Doors to one and the same database, so that none of these keeps another waiting. All may be the same door. */
export interface BooksDatabases {
  /** For batches. On PostgreSQL one connection: they come one after the other. */
  readonly posts: Database
  readonly transactions: Database
  /** On SQLite one that was opened to read: the writer goes on while it reads. */
  readonly snapshots: Database
}

export interface SqlBooksOptions {
  /** Whose time it is; else the database's, which for SQLite is this machine's. */
  readonly clock?: Clock
  /** The folder of archived batches, for statements of old months. */
  readonly archive?: string
}

/** The tables that `openDatabase` makes for the books. */
export const BOOKS_MIGRATIONS = new URL('../migrations/', import.meta.url)

export function openSqlBooks(
  { posts, transactions, snapshots }: BooksDatabases,
  options: SqlBooksOptions = {},
): BooksStore {
  const dialect = createSqlDialect(transactions, options.clock)
  const rows = (queries: Queries): Rows => createRows(queries, dialect, options.archive)
  const readRows = rows({ query: (sql, ...values) => snapshots.readOnce(sql, ...values), run: refuseToWrite })
  return {
    post: createSqlPost(posts),
    transaction: (work) => transactions.transaction((queries) => work(rows(queries))),
    read: (work) => work(readRows),
    snapshot: (work) => snapshots.snapshot((queries) => work(rows(queries))),
    async close() {
      // The writer last: only who may write can bring SQLite's log into the file when it closes, and a stopped server's file should be whole.
      for (const database of new Set([snapshots, posts, transactions])) await database.close()
    },
  }
}

/** `archive`: the folder of archived batches, if they are to be read. */
export function createRows(queries: Queries, dialect: SqlDialect, archive?: string) {
  return {
    ...createRegisterRows(queries, dialect),
    ...createAccountRows(queries, dialect),
    ...createGrantRows(queries, dialect),
    ...createJournalRows(queries, dialect, archive),
    accountMonths: (account: string, periods: readonly string[]) => readAccountMonths(queries, account, periods),
  }
}

function refuseToWrite(): never {
  assert(false, 'what only reads does not write')
}
