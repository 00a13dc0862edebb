import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '../stdx/input-error.ts'
import { type Database, openDatabase } from '../storage/storage.ts'
import { archiveFolder } from './archive/journal-archive.ts'
import type { BooksStore } from './books/rows.ts'
import { BOOKS_MIGRATIONS, openSqlBooks } from './books/sql-store.ts'
import type { NodePlace } from './thread/place.ts'

/** The books of a server that may be running: it goes on charging while they are read. Throws InputError if there are none. */
export async function openBooksToRead(data: string, databaseUrl: string | undefined): Promise<BooksStore> {
  const database = await openBooksDatabase({ data, databaseUrl })
  return openSqlBooks(
    { posts: database, transactions: database, snapshots: database },
    { archive: archiveFolder(data) },
  )
}

/** The same as a database. */
export async function openBooksDatabase({ data, databaseUrl }: NodePlace): Promise<Database> {
  const migrations = BOOKS_MIGRATIONS
  if (databaseUrl !== undefined) {
    return await openDatabase({ url: databaseUrl, migrations, connections: 1, mode: 'read', patienceMs: PATIENCE_MS })
  }
  const path = join(data, 'ledger.db')
  if (!existsSync(path)) {
    throw new InputError(
      `there are no books yet: ${path} does not exist. The server makes it when it is first started; if the books are in PostgreSQL, set REGISTA_DATABASE_URL.`,
    )
  }
  return await openDatabase({ path, migrations, mode: 'read' })
}

/** Books to change beside a server: one connection. Makes or updates their tables, so the caller checks first what is there. */
export function openBooksToWrite({ data, databaseUrl }: NodePlace): Promise<Database> {
  const migrations = BOOKS_MIGRATIONS
  return databaseUrl === undefined
    ? openDatabase({ path: join(data, 'ledger.db'), migrations, mode: 'write' })
    : openDatabase({ url: databaseUrl, migrations, connections: 1 })
}

/** No charge waits for these statements, so one may take as long as a large table needs. */
const PATIENCE_MS = 60_000
