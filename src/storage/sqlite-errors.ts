import { InputError } from '../stdx/input-error.ts'
import { DatabaseError, type DatabaseErrorReason } from './database.ts'
import { describeUnusableFile } from './describe-unusable-file.ts'
import { InexactNumberError } from './inexact-number-error.ts'

/** Whether the database is locked by another process. */
export function isBusy(error: unknown): boolean {
  return sqliteCode(error) === SQLITE_BUSY
}

/** Whether memory or temporary files ran out. The database's own files are open, so CANTOPEN means a temporary one. */
export function isOutOfResources(error: unknown): boolean {
  return OUT_OF_RESOURCES.has(sqliteCode(error) ?? 0) || OUT_OF_RESOURCES.has(extendedCode(error) ?? 0)
}

/** Turns an error that an operator can mend into an InputError; returns any other one. */
export function explainSqliteError(error: unknown, path: string): unknown {
  // Opening needs 32 KiB of shared memory, which is a file beside the database.
  const isFull = extendedCode(error) === SQLITE_IOERR_SHMSIZE
  const unusable = isRefusedBySystem(error) ? describeUnusableFile(path) : undefined
  if (unusable !== undefined) return new InputError(unusable)
  switch (isFull ? SQLITE_FULL : sqliteCode(error)) {
    case SQLITE_BUSY:
      return new InputError(`${path} is being written by another command. Wait until it ends, then try again.`)
    case SQLITE_FULL:
      return new InputError(`${path}: the disk is full. Nothing was changed; free some space and try again.`)
    case SQLITE_CANTOPEN:
      return new InputError(
        `${path} cannot be opened: the system refused it. Check the folder, its rights and the limit of open files (ulimit -n), then try again.`,
      )
    case SQLITE_IOERR:
      return new InputError(
        `${path} cannot be read or written: the system refused it (SQLite error ${extendedCode(error)}). Nothing was changed. Check the disk, its quota and the limit on file sizes (ulimit -f), then try again.`,
      )
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      return new InputError(
        `${path} is damaged or not a database. Restore it from a backup, or move it away to start without it.`,
      )
    default:
      return error
  }
}

/** The same for a database that is opened: what may pass is a `DatabaseError`, as it is on PostgreSQL. */
export function explainOpeningError(error: unknown, path: string): unknown {
  const explained = explainSqliteError(error, path)
  if (isFullDisk(error))
    return new DatabaseError(`${path} cannot be created: the disk is full`, { outcome: 'not_done', reason: 'full' })
  if (sqliteCode(error) === undefined || !(explained instanceof Error)) return explained
  const fault = { outcome: 'not_done', reason: reasonOf(sqliteCode(error)), cause: error } as const
  return fault.reason === 'refused' || fault.reason === 'damaged'
    ? explained
    : new DatabaseError(explained.message, fault)
}

/** The rights of files may be the cause. */
function isRefusedBySystem(error: unknown): boolean {
  if (error instanceof Error && 'code' in error && /^(EACCES|EISDIR|EPERM)$/.test(`${error.code}`)) return true
  return REFUSED_BY_SYSTEM.has(sqliteCode(error) ?? 0)
}

function isFullDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

/**
 * `commits`: the statement commits. Then a disk error leaves the outcome unknown: SQLite discards the transaction, but
 * after a crash the next start may find it in the log. A full disk, a busy file and a violated constraint are
 * detected before the commit record is written, an inexact number after it.
 */
export function toDatabaseError(error: unknown, { commits }: { readonly commits: boolean }): DatabaseError {
  const reason = reasonOf(sqliteCode(error))
  const message = error instanceof Error ? error.message : String(error)
  const mayBeDone = reason === 'io' || reason === 'damaged' || error instanceof InexactNumberError
  return new DatabaseError(message, {
    outcome: commits && mayBeDone ? 'unknown' : 'not_done',
    reason,
    cause: error,
  })
}

const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6
const SQLITE_NOMEM = 7
const SQLITE_READONLY = 8
const SQLITE_IOERR = 10
const SQLITE_CORRUPT = 11
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14
const SQLITE_PROTOCOL = 15
const SQLITE_CONSTRAINT = 19
const SQLITE_NOTADB = 26

const SQLITE_IOERR_NOMEM = SQLITE_IOERR | (12 << 8)
const SQLITE_IOERR_SHMSIZE = SQLITE_IOERR | (19 << 8)
const SQLITE_IOERR_GETTEMPPATH = SQLITE_IOERR | (25 << 8)

const REFUSED_BY_SYSTEM: ReadonlySet<number> = new Set([SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN])

const OUT_OF_RESOURCES: ReadonlySet<number> = new Set([
  SQLITE_NOMEM,
  SQLITE_CANTOPEN,
  SQLITE_IOERR_NOMEM,
  SQLITE_IOERR_GETTEMPPATH,
])

function reasonOf(code: number | undefined): DatabaseErrorReason {
  switch (code) {
    case SQLITE_CONSTRAINT:
      return 'constraint'
    case SQLITE_FULL:
      return 'full'
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
      return 'busy'
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
      return 'io'
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return 'damaged'
    default:
      return 'refused'
  }
}

function sqliteCode(error: unknown): number | undefined {
  const code = extendedCode(error)
  return code === undefined ? undefined : code & 0xff
}

/** The lowest byte is the primary code; the others say more. */
function extendedCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : undefined
}
