import { openDatabase } from '../storage/storage.ts'
import { raiseDoubt } from './books/doubts.ts'
import { BOOKS_MIGRATIONS, openSqlBooks } from './books/sql-store.ts'

export { listArchiveFiles } from './archive/journal-archive.ts'

/**
 * The files of a copy of books in SQLite, as names in the data folder, all of the same moment. A server that starts on
 * such a copy begins a new incarnation of the same node and settles the earlier one, as after a power cut. The mark is
 * not part of it, because the original books went on.
 */
export const BOOKS_FILES = {
  database: 'ledger.db',
  notes: 'node/notes.db',
  identity: 'node/identity',
} as const

/**
 * Writes a doubt into a copy of the books: later charges are missing, so nothing is charged to it until the operator
 * resolves the doubt.
 */
export async function raiseRestoreDoubt(path: string, madeAt: string): Promise<void> {
  const migrations = BOOKS_MIGRATIONS
  const database = await openDatabase({ path, migrations, mode: 'write' })
  const store = openSqlBooks({ posts: database, transactions: database, snapshots: database })
  try {
    const detail = `these books are a backup made at ${madeAt}; later charges are not in them`
    await store.transaction((rows) => raiseDoubt(rows, { account: null, reason: 'restored', detail }))
  } finally {
    await store.close()
  }
}

/** Updates the tables of a copy that an earlier version made, so that commands can read it before a server starts. */
export async function updateCopiedBooks(path: string): Promise<void> {
  await (await openDatabase({ path, migrations: BOOKS_MIGRATIONS, mode: 'write' })).close()
}
