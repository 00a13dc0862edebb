import { join } from 'node:path'
import { openDatabase } from '../storage/storage.ts'
import { raiseDoubt } from './books/doubts.ts'
import { BOOKS_MIGRATIONS, openSqlBooks } from './books/sql-store.ts'
import { isInUse } from './node/node-folder.ts'

/**
 * What a copy of books in SQLite consists of, as names in the data folder: the database, and what the node knows of it, which must be of the same moment. With it the copy
 * is what a power cut at that moment would have left, and whoever starts on it begins a new life of the same node that settles the one before. The mark is not among
 * them: it tells of books that went on.
 */
export const filesOfBooks = {
  database: 'ledger.db',
  ofTheNode: ['node/identity', 'node/intents'],
} as const

/** Writes a doubt into a copy of the books: units may have been sold since it was made, so nothing is sold from it until the operator has looked. */
export async function doubtCopiedBooks(path: string, madeAt: string): Promise<void> {
  const migrations = BOOKS_MIGRATIONS
  const database = await openDatabase({ path, migrations, mode: 'write' })
  const store = openSqlBooks({ posts: database, transactions: database, snapshots: database })
  try {
    const detail = `these books are a backup made at ${madeAt}; what was sold later is not in them`
    await store.transaction((rows) => raiseDoubt(rows, { account: null, reason: 'restored', detail }))
  } finally {
    await store.close()
  }
}

/** Does a server run on this data folder now? */
export function booksInUse(data: string): boolean {
  return isInUse(join(data, 'node'))
}
