import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '../stdx/input-error.ts'
import { type Database, openDatabase } from '../storage/storage.ts'
import { archiveFolder } from './archive/journal-archive.ts'
import { BOOKS_MIGRATIONS, openSqlBooks } from './books/sql-store.ts'
import type { BooksStore } from './books/store.ts'
import type { NodeLocation } from './thread/node-location.ts'

/**
 * Opens the books for reading; a server may go on charging. Throws InputError if there are none. `statementMaxMs`: how
 * long PostgreSQL may take for one statement; SQLite has no such limit.
 */
export async function openBooksToRead(
  data: string,
  databaseUrl: string | undefined,
  statementMaxMs = STATEMENT_MAX_MS,
): Promise<BooksStore> {
  const database = await openBooksDatabase({ data, databaseUrl }, statementMaxMs)
  return openSqlBooks(
    { posts: database, transactions: database, snapshots: database },
    { archive: archiveFolder(data) },
  )
}

/** Opens the same books as a plain database. */
export async function openBooksDatabase(
  { data, databaseUrl }: NodeLocation,
  patienceMs = STATEMENT_MAX_MS,
): Promise<Database> {
  const migrations = BOOKS_MIGRATIONS
  if (databaseUrl !== undefined) {
    return await openDatabase({
      url: databaseUrl,
      migrations,
      connections: 1,
      mode: 'read',
      patienceMs,
    })
  }
  const path = join(data, 'ledger.db')
  if (!existsSync(path)) {
    throw new InputError(
      `there are no books yet: ${path} does not exist. The server creates it at its first start. If the books are in PostgreSQL, set REGISTA_DATABASE_URL.`,
    )
  }
  return await openDatabase({ path, migrations, mode: 'read' })
}

/**
 * Opens the books for writing beside a server, with one connection. Creates or updates their tables, so the caller
 * first checks what is there.
 */
export function openBooksToWrite({ data, databaseUrl }: NodeLocation): Promise<Database> {
  const migrations = BOOKS_MIGRATIONS
  return databaseUrl === undefined
    ? openDatabase({ path: join(data, 'ledger.db'), migrations, mode: 'write' })
    : openDatabase({ url: databaseUrl, migrations, connections: 1 })
}

/** No charge waits for these statements, so one may take as long as a large table needs. */
const STATEMENT_MAX_MS = 60_000
