import { openBooksDatabase } from './open-books.ts'
import { Books } from './tables/books.ts'
import { raiseDoubts } from './tables/doubts.ts'

/**
 * The files of a copy of books in SQLite, as names in the data folder, all of the same moment. A server that starts on
 * such a copy begins a new incarnation. The mark is not part of it, because the original books went on.
 */
export const BOOKS_FILES = {
  database: 'ledger.db',
  identity: 'node/identity',
} as const

/**
 * Writes a doubt into a copy of the books: later charges are missing, so nothing is charged to it until the operator
 * resolves the doubt.
 */
export async function raiseRestoreDoubt(path: string, madeAt: string): Promise<void> {
  await using books = new Books(await openBooksDatabase({ path, mode: 'write' }))
  const detail = `these books are a backup made at ${madeAt}; later charges are not in them`
  await books.transaction((rows) => raiseDoubts(rows, [{ account: null, reason: 'restored', detail }]))
}

/** Updates the tables of a copy that an earlier version made, so that commands can read it before a server starts. */
export async function updateCopiedBooks(path: string): Promise<void> {
  await (await openBooksDatabase({ path, mode: 'write' })).close()
}
