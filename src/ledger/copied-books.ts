import { join } from 'node:path'
import { openDatabase } from '../storage/storage.ts'
import { raiseDoubt } from './books/doubts.ts'
import { BOOKS_MIGRATIONS, openSqlBooks } from './books/sql-store.ts'
import { isInUse } from './node/node-folder.ts'

/**
 * What a copy of books in SQLite consists of, as names in the data folder: the databases of the books and of the node's notes, and other files of the node, all of the
 * same moment. Such a copy is what a power cut at that moment would have left: a server that starts on it begins a new incarnation of the same node, which
 * settles the one before. The mark is not part of it, because it belongs to books that went on. The names are those of a data folder of any version.
 */
export const filesOfBooks = {
  database: 'ledger.db',
  notes: 'node/notes.db',
  identity: 'node/identity',
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

/** Updates the tables of a copy that an earlier version made, so that the commands can read it before a server is started on it. */
export async function updateCopiedBooks(path: string): Promise<void> {
  await (await openDatabase({ path, migrations: BOOKS_MIGRATIONS, mode: 'write' })).close()
}

/** Does a server run on this data folder now? */
export function booksInUse(data: string): boolean {
  return isInUse(join(data, 'node'))
}
