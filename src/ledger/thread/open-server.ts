import { join } from 'node:path'
import { systemClock } from '../../stdx/clock.ts'
import { InputError } from '../../stdx/input-error.ts'
import { monotonicClock } from '../../stdx/monotonic-clock.ts'
import { postgresAt, type ServerPlace, storeSeenTimeline } from '../../storage/database-url.ts'
import type { Database, DatabaseError } from '../../storage/storage.ts'
import { isPassing } from '../../storage/when-available.ts'
import { type BooksPlace, booksPath, openBooksDatabase } from '../open-books.ts'
import { LedgerServer } from '../server/ledger-server.ts'
import { LOCK_MIN_MS } from '../server/lock-watch.ts'
import { openMarkFile } from '../server/mark-file.ts'
import { newIncarnation } from '../server/new-incarnation.ts'
import { openRecentBatches } from '../server/recent-batches.ts'
import { ServerFlags } from '../server/server-flags.ts'
import { openServerFolder } from '../server/server-folder.ts'
import type { LedgerServerPorts } from '../server/server-ports.ts'
import type { TrustStatus } from '../server/trust.ts'
import { Books } from '../tables/books.ts'
import { realTimers } from './real-timers.ts'
import { SharedCounters } from './shared-counters.ts'
import { watchFaults } from './watch-faults.ts'

/** A running ledger with everything it has opened. */
export interface OpenedServer {
  readonly server: LedgerServer
  readonly flags: ServerFlags
  readonly counters: SharedCounters
  health(): ServerHealth
  close(): Promise<void>
}

/** What the operator must see even while the books thread waits for its disk. */
export interface ServerHealth {
  /** The monotonic time of the last written heartbeat. */
  readonly heartbeatAtMs: number
  /** By how much the clock of this machine is ahead of that of the books; negative: behind. */
  readonly clockAheadMs: number
  /** The newest, also while it still begins. */
  readonly incarnation: number
  readonly trust: TrustStatus
}

export interface ServerOptions extends BooksPlace, Pick<LedgerServerPorts, 'accounts'> {
  /** Whether books that cannot be opened now are waited for. */
  readonly waits: boolean
}

export interface ServerReports {
  warn(text: string): void
  /** Called at each heartbeat, and when the server begins or ceases to trust its books. */
  health(health: ServerHealth): void
}

/**
 * Opens the server's folder and the books, and begins a new incarnation. The folder is locked first, so that a second
 * server does not reach the books.
 */
export async function openServer(place: ServerOptions, reports: ServerReports): Promise<OpenedServer> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(openServerFolder(join(place.data, 'node')))
  const mark = opened.adopt(
    openMarkFile(folder.markPath, place.databaseUrl === undefined ? 'before_answer' : 'soon', reports.warn),
    (file) => file.close(),
  )
  const recent = opened.adopt(openRecentBatches(folder.path, { clock: monotonicClock, timers: realTimers }), (files) =>
    files.close(),
  )
  let primary: ServerPlace = { cluster: '', timeline: 0 }
  const timelines = { marked: mark.read(), entered: (server: ServerPlace) => void (primary = server) }
  let state: 'starting' | 'started' = 'starting'
  const onFault = (fault: DatabaseError): void => {
    reports.warn(`the database fails (${fault.reason}): ${fault.message}`)
    if (state === 'starting' && !isPassing(fault)) throw createUnusableError(fault)
  }
  const books = (await openDatabases(place, timelines, opened)).map(
    (database) => new Books(watchFaults(database, onFault)),
  ) as [Books, Books, Books]
  const flags = new ServerFlags()
  const counters = new SharedCounters()
  const untrusted: TrustStatus = { state: 'untrusted', reasons: [], doubtedAccounts: 0, isSynchronous: undefined }
  let health: Omit<ServerHealth, 'incarnation'> = {
    heartbeatAtMs: Number.NEGATIVE_INFINITY,
    clockAheadMs: 0,
    trust: untrusted,
  }
  let incarnation = 0
  const current = (): ServerHealth => ({ ...health, incarnation })
  const report = (change: Partial<ServerHealth>): void => {
    health = { ...health, ...change }
    reports.health(current())
  }
  const server = await LedgerServer.start({
    posts: books[0],
    books: books[1],
    heartbeats: books[2],
    node: folder.node,
    shape: place.databaseUrl === undefined ? 'sole' : 'shared',
    clock: monotonicClock,
    timers: realTimers,
    flags,
    mark: { read: () => mark.read(), write: (end) => mark.write({ ...end, ...primary }) },
    recent,
    newIncarnation: () => (incarnation = newIncarnation()),
    accounts: place.accounts,
    count: (counter, by) => counters.count(counter, by),
    heartbeatWritten: (booksMs) =>
      report({ heartbeatAtMs: monotonicClock.monotonicMs(), clockAheadMs: systemClock.nowMs() - booksMs }),
    trustChanged: (trust) => report({ trust }),
    report: reports.warn,
  })
  state = 'started'
  opened.defer(() => server.close())
  const parts = opened.move()
  return { server, flags, counters, health: current, close: () => parts.disposeAsync() }
}

/**
 * While the server starts, it reports books that it cannot read instead of retrying for ever without a message. Later
 * it retries.
 */
function createUnusableError({ message }: DatabaseError): InputError {
  return new InputError(
    `The books cannot be used: ${message}. Check the disk and the database. If the books are damaged, restore a backup; the server detects that it is one.`,
  )
}

/**
 * On PostgreSQL batches have their own connection, so that no other request delays them, and so has the heartbeat. On
 * SQLite all three are one.
 */
async function openDatabases(
  { data, databaseUrl }: BooksPlace,
  { marked, entered }: { readonly marked: ServerPlace | undefined; entered(server: ServerPlace): void },
  opened: AsyncDisposableStack,
): Promise<[posts: Database, others: Database, heartbeats: Database]> {
  const use = (database: Database): Database => opened.adopt(database, (one) => one.close())
  if (databaseUrl === undefined) {
    const only = use(await openBooksDatabase({ path: booksPath(data), mode: 'write' }))
    return [only, only, only]
  }
  const at = postgresAt(databaseUrl, data)
  const enter = (server: ServerPlace): void => {
    storeSeenTimeline(at.seenTimelines, server)
    entered(server)
  }
  if (marked !== undefined) storeSeenTimeline(at.seenTimelines, marked)
  const options = { ...at, marked, entered: enter }
  const posts = use(await openBooksDatabase({ ...options, connections: 1, plans: 'by_index', lockMs: LOCK_MIN_MS }))
  const others = use(await openBooksDatabase({ ...options, connections: 3 }))
  return [posts, others, use(await openBooksDatabase({ ...options, connections: 1 }))]
}
