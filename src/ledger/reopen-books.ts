import { join } from 'node:path'
import { InputError } from '../stdx/input-error.ts'
import { type ReopenOutcome, reopenMonth } from './books/reopen-month.ts'
import { openSqlBooks } from './books/sql-store.ts'
import type { Month } from './calendar.ts'
import { booksInUse } from './copied-books.ts'
import { openNodeFolder } from './node/node-folder.ts'
import { openBooksDatabase, openBooksToWrite } from './open-books.ts'
import type { NodePlace } from './thread/place.ts'

/** Opens a month again that was closed for good. In SQLite no server may run meanwhile: the lock of its folder decides. */
export async function reopenInBooks(
  place: NodePlace,
  month: Month,
  by: { readonly who: string; readonly why: string },
): Promise<ReopenOutcome> {
  const { data, databaseUrl } = place
  // Books that do not exist, or are of an earlier version, are reported: only a server makes or updates tables.
  await (await openBooksDatabase(place)).close()
  if (databaseUrl === undefined && booksInUse(data))
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
