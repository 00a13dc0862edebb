import { DatabaseSync } from 'node:sqlite'
import type { SqlValue } from './database.ts'
import { migrateSqlite } from './migrations.ts'
import { explainSqliteError } from './sqlite-errors.ts'

/** A prepared statement. A row is an array in the order of the select list: twice as fast as an object. */
export interface Statement<Row extends readonly SqlValue[] = readonly SqlValue[]> {
  run(...values: SqlValue[]): { readonly changes: number | bigint }
  get(...values: SqlValue[]): Row | undefined
  all(...values: SqlValue[]): Row[]
  iterate(...values: SqlValue[]): Iterable<Row>
}

/** A SQLite database behind a synchronous interface, for catalogs and details, which one program uses alone. */
export interface Sqlite {
  exec(sql: string): void
  readonly isTransaction: boolean
  prepare<Row extends readonly SqlValue[]>(sql: string): Statement<Row>
  close(): void
  [Symbol.dispose](): void
}

export interface SqliteOptions {
  /**
   * `owned`: read and written, migrated to the newest schema. `built`: written once and then only read; its
   * journal is in memory, because an unfinished file is thrown away. `frozen`: never changes again; opened without
   * locks.
   */
  readonly use: 'owned' | 'built' | 'frozen'
  /** Folder of numbered SQL files. Required for `owned`. */
  readonly migrations?: URL
  readonly cacheKiB?: number
}

export function openSqlite(path: string, options: SqliteOptions): Sqlite {
  const database = connect(path, options.use)
  try {
    database.exec(`pragma cache_size = -${options.cacheKiB ?? 16_384}`)
    if (options.use === 'built')
      database.exec(
        'pragma page_size = 8192; pragma journal_mode = memory; pragma synchronous = off; pragma locking_mode = exclusive',
      )
    if (options.use === 'owned') {
      // A rollback journal, not a write-ahead log: an import appends gigabytes, and new pages need no journal.
      // secure_delete: the data of a withdrawn person must not remain in free pages.
      database.exec(
        'pragma busy_timeout = 2000; pragma page_size = 8192; pragma journal_mode = truncate; pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on',
      )
      if (options.migrations !== undefined) migrateSqlite(database, path, options.migrations)
    }
    return database as unknown as Sqlite
  } catch (error) {
    database.close()
    throw explainSqliteError(error, path)
  }
}

function connect(path: string, use: SqliteOptions['use']): DatabaseSync {
  try {
    if (use !== 'frozen') return new DatabaseSync(path, { returnArrays: true })
    const url = new URL(`file://${path.split('/').map(encodeURIComponent).join('/')}?immutable=1`)
    return new DatabaseSync(url, { readOnly: true, returnArrays: true })
  } catch (error) {
    throw explainSqliteError(error, path)
  }
}
