import { join } from 'node:path'
import { InputError } from '../stdx/input-error.ts'
import { type ReopenOutcome, reopenMonth } from './books/reopen-month.ts'
import { openSqlBooks } from './books/sql-store.ts'
import type { Month } from './calendar.ts'
import { isServerRunning, openNodeFolder } from './node/node-folder.ts'
import { openBooksDatabase, openBooksToWrite } from './open-books.ts'
import type { NodeLocation } from './thread/node-location.ts'

/** Reopens a month that was closed. With SQLite no server may run meanwhile: the lock of its folder ensures that. */
export async function reopenClosedMonth(
  place: NodeLocation,
  month: Month,
  by: { readonly who: string; readonly why: string },
): Promise<ReopenOutcome> {
  const { data, databaseUrl } = place
  // Reports missing or outdated books: only a server creates or updates tables.
  await (await openBooksDatabase(place)).close()
  if (databaseUrl === undefined && isServerRunning(data))
    throw new InputError(`a server is running on ${data}. Stop it, run this command again, then start the server.`)
  using _folder = databaseUrl === undefined ? openNodeFolder(join(data, 'node')) : undefined
  const database = await openBooksToWrite(place)
  const books = openSqlBooks({ posts: database, transactions: database, snapshots: database })
  try {
    return await books.transaction((rows) => reopenMonth(rows, month, by))
  } finally {
    await books.close()
  }
}
