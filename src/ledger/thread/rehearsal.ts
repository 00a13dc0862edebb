import { monotonicClock } from '../../stdx/monotonic-clock.ts'
import { openDatabase } from '../../storage/storage.ts'
import { LedgerServer } from '../server/ledger-server.ts'
import { newIncarnation } from '../server/new-incarnation.ts'
import { ServerFlags } from '../server/server-flags.ts'
import { BOOKS_MIGRATIONS, Books } from '../tables/books.ts'
import { realTimers } from './real-timers.ts'

/**
 * A ledger whose books are in memory and empty. Threads charge it before they charge anybody: then the code of both
 * ends has run often enough to be fast. It has no file, no counter and no report.
 */
export async function openRehearsal(flags: SharedArrayBuffer) {
  await using opened = new AsyncDisposableStack()
  const database = await openDatabase({ path: ':memory:', migrations: BOOKS_MIGRATIONS, mode: 'write' })
  const books = opened.adopt(new Books(database), (one) => one.close())
  const server = await LedgerServer.start({
    posts: books,
    books,
    heartbeats: books,
    node: 'rehearsal',
    shape: 'sole',
    clock: monotonicClock,
    timers: realTimers,
    flags: new ServerFlags(flags),
    mark: { read: () => undefined, write: () => undefined },
    recent: { read: () => [], add: () => undefined },
    count: () => undefined,
    newIncarnation,
  })
  opened.defer(() => server.close())
  const parts = opened.move()
  return { server, close: () => parts.disposeAsync() }
}
