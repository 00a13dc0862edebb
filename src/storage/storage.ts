import { withAdvisoryLock } from './advisory-lock.ts'
import {
  type Database,
  DatabaseError,
  type DatabaseValue,
  type Dialect,
  type Queries,
  type SqlValue,
} from './database.ts'
import { tryLockFile } from './file-lock.ts'
import { mayBeDamage } from './may-be-damage.ts'
import { knownSchema } from './migrations.ts'
import type { PostgresDatabaseOptions } from './postgres-database.ts'
import { openSqlite, type Sqlite, type Statement } from './sqlite.ts'
import { copySqliteFiles, type SqliteCopyOptions } from './sqlite-backup.ts'
import { openSqliteDatabase, type SqliteDatabaseOptions } from './sqlite-database.ts'
import { explainSqliteError } from './sqlite-errors.ts'

/** Opens SQLite (`path`) or PostgreSQL (`url`) and brings its tables up to date. Throws InputError or DatabaseError. */
export async function openDatabase(options: SqliteDatabaseOptions | PostgresDatabaseOptions): Promise<Database> {
  if (!('url' in options)) return openSqliteDatabase(options)
  // Each thread of a server that opens SQLite would load the driver for nothing.
  const { openPostgresDatabase } = await import('./postgres-database.ts')
  return await openPostgresDatabase(options)
}

export {
  copySqliteFiles,
  type Database,
  DatabaseError,
  type DatabaseValue,
  type Dialect,
  explainSqliteError,
  knownSchema,
  mayBeDamage,
  openSqlite,
  type Queries,
  type Sqlite,
  type SqliteCopyOptions,
  type SqlValue,
  type Statement,
  tryLockFile,
  withAdvisoryLock,
}
