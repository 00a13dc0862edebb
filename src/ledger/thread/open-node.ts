import { join } from 'node:path'
import { InputError } from '../../stdx/input-error.ts'
import { monotonicClock } from '../../stdx/monotonic-clock.ts'
import { type DatabaseError, type DatabaseErrorReason, openDatabase } from '../../storage/storage.ts'
import { Books } from '../books/books.ts'
import { BOOKS_MIGRATIONS, openSqlBooks } from '../books/sql-store.ts'
import type { BooksStore } from '../books/store.ts'
import { ACCOUNTS_AT_ONCE, LedgerNode } from '../node/ledger-node.ts'
import { openMarkFile } from '../node/mark-file.ts'
import { NodeFlags } from '../node/node-flags.ts'
import { openNodeFolder } from '../node/node-folder.ts'
import type { TrustStatus } from '../node/trust.ts'
import type { NodeLocation } from './node-location.ts'
import { type OpenNotes, openNotes } from './open-notes.ts'
import { realTimers } from './real-timers.ts'
import { SharedCounters } from './shared-counters.ts'
import { watchFaults } from './watch-faults.ts'

/** A running node with everything it has opened. */
export interface OpenedNode {
  readonly ledgerNode: LedgerNode
  readonly flags: NodeFlags
  readonly notes: OpenNotes
  readonly counters: SharedCounters
  health(): NodeHealth
  close(): Promise<void>
}

/** What the operator must see even while the books thread waits for its disk. */
export interface NodeHealth {
  /** The monotonic time of the last written heartbeat. */
  readonly heartbeatAtMs: number
  readonly trust: TrustStatus
}

/** The reports of a running node. */
export interface NodeReports {
  warn(text: string): void
  /** Called at each heartbeat, and when the node begins or ceases to trust its books. */
  health(health: NodeHealth): void
}

/**
 * Opens the node's folder and the books, and begins a new incarnation. The folder is locked first, so that a second
 * server does not reach the books.
 */
export async function openNode({ data, databaseUrl }: NodeLocation, reports: NodeReports): Promise<OpenedNode> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(openNodeFolder(join(data, 'node')))
  const notes = opened.adopt(await openNotes(folder.notesPath), (open) => open.close())
  const mark = opened.adopt(openMarkFile(folder.markPath), (file) => file.close())
  const books = opened.adopt(await openBooks({ data, databaseUrl }), (store) => store.close())
  const heartbeatStore = databaseUrl && opened.adopt(await openHeartbeatBooks(databaseUrl), (store) => store.close())
  let state: 'starting' | 'started' = 'starting'
  const onFault = (fault: DatabaseError): void => {
    reports.warn(`${fault.reason}, ${fault.outcome}: ${fault.message}`)
    if (state === 'starting' && !TRANSIENT.has(fault.reason)) throw createUnusableError(fault)
  }
  const heartbeats = heartbeatStore ? { heartbeatBooks: new Books(watchFaults(heartbeatStore, onFault)) } : {}
  const flags = new NodeFlags()
  const counters = new SharedCounters()
  let health: NodeHealth = { heartbeatAtMs: Number.NEGATIVE_INFINITY, trust: { state: 'untrusted', reasons: [] } }
  const report = (change: Partial<NodeHealth>): void => {
    health = { ...health, ...change }
    reports.health(health)
  }
  const ledgerNode = await LedgerNode.start({
    ...{
      books: new Books(watchFaults(books, onFault)),
      ...heartbeats,
      node: folder.node,
      shape: databaseUrl === undefined ? 'sole' : 'shared',
    },
    ...{ clock: monotonicClock, timers: realTimers, notes, mark, flags },
    count: (counter, by) => counters.count(counter, by),
    heartbeatWritten: () => report({ heartbeatAtMs: monotonicClock.monotonicMs() }),
    trustChanged: (trust) => report({ trust }),
    report: reports.warn,
  })
  state = 'started'
  opened.defer(() => ledgerNode.close())
  const parts = opened.move()
  return { ledgerNode, flags, notes, counters, health: () => health, close: () => parts.disposeAsync() }
}

/** Faults that may pass: the database is asked again. */
const TRANSIENT: ReadonlySet<DatabaseErrorReason> = new Set(['busy', 'lost'])

/**
 * While the node starts, it reports books that it cannot read instead of retrying for ever without a message. Later it
 * retries, because charges that were answered must be settled.
 */
function createUnusableError({ message }: DatabaseError): InputError {
  return new InputError(
    `The books cannot be used: ${message}. Check the disk and the database. If the books are damaged, restore a backup; the server detects that it is one.`,
  )
}

async function openBooks({ data, databaseUrl }: NodeLocation): Promise<BooksStore> {
  const migrations = BOOKS_MIGRATIONS
  if (databaseUrl === undefined) {
    const path = join(data, 'ledger.db')
    const writer = await openDatabase({ path, migrations, mode: 'write' })
    const reader = await openDatabase({ path, migrations, mode: 'read' })
    return openSqlBooks({ posts: writer, transactions: writer, snapshots: reader })
  }
  // Batches have their own connection, so that no other request delays them.
  const posts = await openDatabase({ url: databaseUrl, migrations, connections: 1, plans: 'by_index' })
  const others = await openDatabase({ url: databaseUrl, migrations, connections: OTHER_CONNECTIONS })
  return openSqlBooks({ posts, transactions: others, snapshots: others })
}

/** One more than the accounts use at a time, so that usage and cleanup do not wait for them. */
const OTHER_CONNECTIONS = ACCOUNTS_AT_ONCE + 1

/**
 * The heartbeat has its own connection: at the end of a month there are many requests, and a node must not seem lost
 * because of them.
 */
async function openHeartbeatBooks(databaseUrl: string): Promise<BooksStore> {
  const own = await openDatabase({ url: databaseUrl, migrations: BOOKS_MIGRATIONS, connections: 1 })
  return openSqlBooks({ posts: own, transactions: own, snapshots: own })
}
