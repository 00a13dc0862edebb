import { join } from 'node:path'
import type { Clock } from '../../stdx/clock.ts'
import { type Database, DatabaseError, openDatabase, type Queries } from '../../storage/storage.ts'

/** The database of who may call, and the time that is written into it. */
export interface Control {
  readonly database: Database
  readonly clock: Clock
  /** Makes some room on a full disk, if there is any that can be made. */
  readonly makeRoom?: () => boolean
}

export interface ControlPlace {
  /** The data folder; `control.db` lies in it. */
  readonly data: string
  /** PostgreSQL, which then takes the file's place. */
  readonly databaseUrl?: string | undefined
}

/** `read`: for who watches, beside a writer. */
export async function openControlDatabase(place: ControlPlace, mode: 'write' | 'read'): Promise<Database> {
  const { data, databaseUrl: url } = place
  const migrations = CONTROL_MIGRATIONS
  if (url !== undefined)
    return await openDatabase({ url, migrations, series: 'control', mode, connections: CONNECTIONS })
  const path = join(data, 'control.db')
  return await openDatabase({ path, migrations, mode })
}

const CONTROL_MIGRATIONS = new URL('../migrations/', import.meta.url)

/** Commands and the server write rarely, and one after the other. */
const CONNECTIONS = 2

/**
 * One change of the database, done wholly or not at all. It raises the counter first: that is what servers look at, and its row is the lock that makes changes come one after
 * the other on PostgreSQL too, so that no operation needs to think of another. A full disk is the moment to revoke a key, so a command that can make room tries once more.
 */
export async function change<T>(
  { database, makeRoom }: Control,
  work: (queries: Queries, number: number) => Promise<T>,
): Promise<T> {
  const tried = () =>
    database.transaction(async (queries) => {
      const rows = await queries.query('update control set changes = changes + 1 returning changes')
      const [[number]] = rows as [[number]]
      return await work(queries, number)
    })
  try {
    return await tried()
  } catch (error) {
    const isFull = error instanceof DatabaseError && error.reason === 'full' && error.outcome === 'not_done'
    if (!isFull || makeRoom?.() !== true) throw error
    return await tried()
  }
}
