import { join } from 'node:path'
import type { Clock } from '../../stdx/clock.ts'
import { postgresAt } from '../../storage/database-url.ts'
import { type Database, DatabaseError, openDatabase, type Queries } from '../../storage/storage.ts'

/** The control database, and the clock for the times written into it. */
export interface Control {
  readonly database: Database
  readonly clock: Clock
  /** Frees space on a full disk. False if there was none to free. */
  readonly makeRoom?: () => boolean
}

export interface ControlPlace {
  /** The data folder with `control.db`. */
  readonly data: string
  /** The address of a PostgreSQL that is used instead of the file. */
  readonly databaseUrl?: string | undefined
}

/** `read`: for the watcher, beside a writer. */
export async function openControlDatabase(place: ControlPlace, mode: 'write' | 'read'): Promise<Database> {
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
  return await openDatabase({ path, migrations, mode })
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
  { database, makeRoom }: Control,
  work: (queries: Queries, number: number) => Promise<T>,
): Promise<T> {
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
