import {
  type Database,
  DatabaseError,
  type DatabaseErrorReason,
  type DatabaseValue,
  type Dialect,
  type Queries,
  type SqlValue,
} from './database.ts'
import { tryLockFile } from './file-lock.ts'
import { mayBeDamage } from './may-be-damage.ts'
import { openPostgresDatabase, type PostgresDatabaseOptions } from './postgres-database.ts'
import { openSqlite, type Sqlite, type Statement } from './sqlite.ts'
import { copySqliteFiles, type SqliteCopyOptions } from './sqlite-backup.ts'
import { openSqliteDatabase, type SqliteDatabaseOptions } from './sqlite-database.ts'
import { explainSqliteError } from './sqlite-errors.ts'

/** Opens SQLite (`path`) or PostgreSQL (`url`) and brings its tables up to date. Throws InputError or DatabaseError. */
export async function openDatabase(options: SqliteDatabaseOptions | PostgresDatabaseOptions): Promise<Database> {
  return 'url' in options ? await openPostgresDatabase(options) : openSqliteDatabase(options)
}

export {
  copySqliteFiles,
  type Database,
  DatabaseError,
  type DatabaseErrorReason,
  type DatabaseValue,
  type Dialect,
  explainSqliteError,
  mayBeDamage,
  openSqlite,
  type Queries,
  type Sqlite,
  type SqliteCopyOptions,
  type SqlValue,
  type Statement,
  tryLockFile,
}
