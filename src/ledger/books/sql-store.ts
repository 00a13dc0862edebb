import { assert } from '../../stdx/assert.ts'
import type { Clock } from '../../stdx/clock.ts'
import type { Database, Queries } from '../../storage/storage.ts'
import { createSqlDialect } from './sql-dialect.ts'
import { createSqlPost } from './sql-post.ts'
import { createRows } from './sql-rows.ts'
import type { BooksStore, Rows } from './store.ts'

/**
 * Several connections to the same database, so that none of these uses waits for another. All may be the same one.
 */
export interface BooksDatabases {
  /** For batches. On PostgreSQL one connection, because a node writes one batch at a time. */
  readonly posts: Database
  readonly transactions: Database
  /** On SQLite opened read-only: it reads while the writer goes on. */
  readonly snapshots: Database
}

export interface SqlBooksOptions {
  /** Replaces the database's clock, which for SQLite is the clock of this machine. */
  readonly clock?: Clock
  /** The folder of archived batches, for statements of old months. */
  readonly archive?: string
}

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
      // The writer closes last: only a writer can checkpoint SQLite's write-ahead log when it closes, and the file of
      // a stopped server should be complete.
      for (const database of new Set([snapshots, posts, transactions])) await database.close()
    },
  }
}

function refuseToWrite(): never {
  assert(false, 'what only reads does not write')
}
