import { join } from 'node:path'
import type { Clock } from '../../stdx/clock.ts'
import { postgresAt } from '../../storage/database-url.ts'
import type { SqliteInThread } from '../../storage/sqlite-in-thread.ts'
import { type Database, DatabaseError, openDatabase, type Queries } from '../../storage/storage.ts'

/** The control database, and the clock for the times written into it. */
export interface Control {
  readonly database: Database
  readonly clock: Clock
  /** Frees space on a full disk. False if there was none to free. */
  readonly makeRoom?: () => boolean
  /** A change that is open: changes of this control become parts of it. */
  readonly open?: OpenChange
}

interface OpenChange {
  readonly queries: Queries
  readonly number: number
}

export interface ControlPlace {
  /** The data folder with `control.db`. */
  readonly data: string
  /** The address of a PostgreSQL that is used instead of the file. */
  readonly databaseUrl?: string | undefined
}

/** `read`: for the watcher, beside a writer. `sqlite`: a thread for the file; without one, the caller waits for it. */
export async function openControlDatabase(
  place: ControlPlace,
  mode: 'write' | 'read',
  sqlite?: SqliteInThread,
): Promise<Database> {
  const { data, databaseUrl: url } = place
  const migrations = CONTROL_MIGRATIONS
  if (url !== undefined)
    return await openDatabase({
      ...postgresAt(url, data),
      migrations,
      series: 'control',
      mode,
      connections: CONNECTIONS,
    })
  const path = join(data, 'control.db')
  const file = { path, migrations, mode }
  return await (sqlite === undefined ? openDatabase(file) : sqlite.open(file))
}

export const CONTROL_MIGRATIONS = new URL('../migrations/', import.meta.url)

/** Commands and the server write rarely, one at a time. */
const CONNECTIONS = 2

/** Runs work under the lock that makes changes serial. It changes nothing itself, so servers need not read again. */
export async function withChangeLock<T>({ database }: Control, work: (queries: Queries) => Promise<T>): Promise<T> {
  return await database.transaction(async (queries) => {
    if (database.dialect === 'postgres') await queries.query('select changes from control for update')
    return await work(queries)
  })
}

/**
 * Runs one change in a transaction. It raises the counter first, because servers watch the counter and because the lock
 * on its row makes changes serial on PostgreSQL too. No operation has to consider another one. On a full disk, a
 * command that can make room tries once more, so that a key can still be revoked. What a failed commit left in the log
 * is overwritten then.
 */
export async function change<T>(
  { database, makeRoom, open }: Control,
  work: (queries: Queries, number: number) => Promise<T>,
): Promise<T> {
  if (open !== undefined) return await work(open.queries, open.number)
  const attempt = () =>
    database.transaction(async (queries) => {
      const rows = await queries.query('update control set changes = changes + 1 returning changes')
      const [[number]] = rows as [[number]]
      return await work(queries, number)
    })
  try {
    return await attempt()
  } catch (error) {
    const isFull = error instanceof DatabaseError && error.reason === 'full'
    if (!isFull || makeRoom?.() !== true) throw error
    return await attempt()
  }
}

/**
 * Runs several changes in one transaction: all of them are made, or none. A mistake in the outcome of `work` undoes all
 * of them.
 */
export async function changeTogether<C extends Control, T extends object>(
  control: C,
  work: (inner: C, queries: Queries) => Promise<T>,
): Promise<T> {
  const undone = Symbol('undone')
  let outcome: T | undefined
  try {
    return await change(control, async (queries, number) => {
      outcome = await work({ ...control, open: { queries, number } }, queries)
      if ('sentence' in outcome) throw undone
      return outcome
    })
  } catch (error) {
    if (error !== undone) throw error
    return outcome!
  }
}
