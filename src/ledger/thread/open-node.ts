import { join } from 'node:path'
import { InputError } from '../../stdx/input-error.ts'
import { monotonicClock } from '../../stdx/monotonic-clock.ts'
import { type DatabaseError, type DatabaseErrorReason, openDatabase } from '../../storage/storage.ts'
import { Books } from '../books/books.ts'
import type { BooksStore } from '../books/rows.ts'
import { BOOKS_MIGRATIONS, openSqlBooks } from '../books/sql-store.ts'
import { ACCOUNTS_AT_ONCE, Bookkeeper } from '../node/bookkeeper.ts'
import { openMarkFile } from '../node/mark-file.ts'
import { NodeFlags } from '../node/node-flags.ts'
import { openNodeFolder } from '../node/node-folder.ts'
import type { TrustStatus } from '../node/trust.ts'
import { type OpenNotes, openNotes } from './open-notes.ts'
import type { NodePlace } from './place.ts'
import { realTimers } from './real-timers.ts'
import { SharedCounters } from './shared-counters.ts'
import { watchedStore } from './watched-store.ts'

/** A node that keeps books, with everything it has opened. */
export interface OpenNode {
  readonly bookkeeper: Bookkeeper
  readonly flags: NodeFlags
  readonly notes: OpenNotes
  readonly counters: SharedCounters
  health(): NodeHealth
  close(): Promise<void>
}

/** What the operator must see also while this thread waits for the disk. */
export interface NodeHealth {
  /** The monotonic time at which the last heartbeat was in the books. */
  readonly beatAtMs: number
  readonly trust: TrustStatus
}

/** What an open node reports while it runs. */
export interface NodeReports {
  trouble(text: string): void
  /** At each heartbeat, and when the node begins or ceases to trust its books. */
  health(health: NodeHealth): void
}

/** Opens the node's folder and the books, and begins a new incarnation. The folder is locked first, so that a second server does not reach the books. */
export async function openNode({ data, databaseUrl }: NodePlace, reports: NodeReports): Promise<OpenNode> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(openNodeFolder(join(data, 'node')))
  const notes = opened.adopt(await openNotes(folder.notesPath), (open) => open.close())
  const mark = opened.adopt(openMarkFile(folder.markPath), (file) => file.close())
  const books = opened.adopt(await openBooks({ data, databaseUrl }), (store) => store.close())
  const beating = databaseUrl && opened.adopt(await openBeats(databaseUrl), (own) => own.close())
  let state: 'starting' | 'started' = 'starting'
  const heard = (fault: DatabaseError): void => {
    reports.trouble(`${fault.reason}, ${fault.outcome}: ${fault.message}`)
    if (state === 'starting' && !PASSING.has(fault.reason)) throw unusable(fault)
  }
  const beats = beating ? { beats: new Books(watchedStore(beating, heard)) } : {}
  const flags = new NodeFlags()
  const counters = new SharedCounters()
  let health: NodeHealth = { beatAtMs: Number.NEGATIVE_INFINITY, trust: { state: 'untrusted', reasons: [] } }
  const report = (change: Partial<NodeHealth>): void => {
    health = { ...health, ...change }
    reports.health(health)
  }
  const bookkeeper = await Bookkeeper.start({
    ...{
      books: new Books(watchedStore(books, heard)),
      ...beats,
      node: folder.node,
      shape: databaseUrl === undefined ? 'sole' : 'shared',
    },
    ...{ clock: monotonicClock, timers: realTimers, notes, mark, flags },
    count: (counter, by) => counters.count(counter, by),
    beaten: () => report({ beatAtMs: monotonicClock.monotonicMs() }),
    trustChanged: (trust) => report({ trust }),
    report: reports.trouble,
  })
  state = 'started'
  opened.defer(() => bookkeeper.close())
  const parts = opened.move()
  return { bookkeeper, flags, notes, counters, health: () => health, close: () => parts.disposeAsync() }
}

/** A server that is busy, or cannot be reached for a moment, is asked again. */
const PASSING: ReadonlySet<DatabaseErrorReason> = new Set(['busy', 'lost'])

/**
 * While the node starts, it reports books that it cannot read: it would ask them again and again, and the operator would wait without a message. Later it
 * goes on asking, because charges that were answered must come to their end.
 */
function unusable({ message }: DatabaseError): InputError {
  return new InputError(
    `The books cannot be used: ${message}. Look after the disk and the database. If the books are damaged, put a backup back: it is noticed that it is one.`,
  )
}

async function openBooks({ data, databaseUrl }: NodePlace): Promise<BooksStore> {
  const migrations = BOOKS_MIGRATIONS
  if (databaseUrl === undefined) {
    const path = join(data, 'ledger.db')
    const writer = await openDatabase({ path, migrations, mode: 'write' })
    const reader = await openDatabase({ path, migrations, mode: 'read' })
    return openSqlBooks({ posts: writer, transactions: writer, snapshots: reader })
  }
  // Batches have a connection of their own, so that nothing rare makes them wait.
  const posts = await openDatabase({ url: databaseUrl, migrations, connections: 1, plans: 'by_index' })
  const others = await openDatabase({ url: databaseUrl, migrations, connections: OTHER_CONNECTIONS })
  return openSqlBooks({ posts, transactions: others, snapshots: others })
}

/** One more than the accounts use at a time: who asks for usage, or clears up, does not wait behind them. */
const OTHER_CONNECTIONS = ACCOUNTS_AT_ONCE + 1

/** The heartbeat has a connection of its own: at the end of a month everybody wants something, and a node must not be taken for lost over it. */
async function openBeats(databaseUrl: string): Promise<BooksStore> {
  const own = await openDatabase({ url: databaseUrl, migrations: BOOKS_MIGRATIONS, connections: 1 })
  return openSqlBooks({ posts: own, transactions: own, snapshots: own })
}
