import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { NotYetError } from '../stdx/input-error.ts'
import { postgresAt } from '../storage/database-url.ts'
import type { SqliteInThread } from '../storage/sqlite-in-thread.ts'
import { type Database, openDatabase } from '../storage/storage.ts'
import { BOOKS_MIGRATIONS, Books } from './tables/books.ts'

/** Where a server keeps its files and its books. */
export interface BooksPlace {
  /** The data folder: the server's own files, and the books in SQLite. */
  readonly data: string
  /** `postgres://…`: the books that this server shares with others. */
  readonly databaseUrl: string | undefined
}

/** No charge waits for these statements, so one may take as long as a large table needs. */
const STATEMENT_MAX_MS = 60_000

/**
 * Opens the books for reading; a server may go on charging. Throws InputError if there are none. `statementMaxMs`: how
 * long PostgreSQL may take for one statement; SQLite has no such limit. `sqlite`: a thread for the file; without one,
 * the caller waits for it.
 */
export async function openBooksToRead(
  { data, databaseUrl }: BooksPlace,
  statementMaxMs = STATEMENT_MAX_MS,
  sqlite?: SqliteInThread,
): Promise<Books> {
  if (databaseUrl !== undefined) {
    const options = {
      ...postgresAt(databaseUrl, data),
      connections: 1,
      mode: 'read',
      patienceMs: statementMaxMs,
    } as const
    return new Books(await openBooksDatabase(options))
  }
  const path = booksPath(data)
  if (sqlite !== undefined) return new Books(await sqlite.open({ path, mode: 'read', migrations: BOOKS_MIGRATIONS }))
  if (!existsSync(path)) {
    throw new NotYetError(
      `there are no books yet: ${path} does not exist. The server creates it at its first start. If the books are in PostgreSQL, set REGISTA_DATABASE_URL.`,
    )
  }
  return new Books(await openBooksDatabase({ path, mode: 'read' }))
}

/**
 * Opens the books for writing beside a server. Creates their tables, so the caller first checks what is there.
 * `statementMaxMs`: how long PostgreSQL may take for one statement, its wait for locks included.
 */
export async function openBooksToWrite(
  { data, databaseUrl }: BooksPlace,
  statementMaxMs = STATEMENT_MAX_MS,
): Promise<Books> {
  if (databaseUrl === undefined) return new Books(await openBooksDatabase({ path: booksPath(data), mode: 'write' }))
  return new Books(
    await openBooksDatabase({ ...postgresAt(databaseUrl, data), connections: 1, patienceMs: statementMaxMs }),
  )
}

export function booksPath(data: string): string {
  return join(data, 'ledger.db')
}

type DatabaseOptions = Parameters<typeof openDatabase>[0]
/** Takes the fields away from each member of the union. */
type WithoutMigrations<Options> = Options extends unknown ? Omit<Options, 'migrations' | 'series'> : never

export function openBooksDatabase(options: WithoutMigrations<DatabaseOptions>): Promise<Database> {
  return openDatabase({ ...options, migrations: BOOKS_MIGRATIONS } as DatabaseOptions)
}
