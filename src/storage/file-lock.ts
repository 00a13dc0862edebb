import { statSync } from 'node:fs'
import { InputError } from '../stdx/input-error.ts'
import { openSqlite, type Sqlite } from './sqlite.ts'
import { isBusy } from './sqlite-errors.ts'

/**
 * Locks an empty file for this process. The system releases the lock when the process ends. Undefined: it is locked.
 */
export function tryLockFile(file: string): Sqlite | undefined {
  let lock: Sqlite | undefined
  try {
    lock = openSqlite(file, { use: 'owned' })
    // A journal file left by a killed process would have to be rolled back by every process that starts.
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return lock
  } catch (error) {
    lock?.close()
    // Opening may fail with an InputError. An empty file is not damaged and needs no space, so the lock is the cause.
    const isLocked = isBusy(error) || (error instanceof InputError && statSync(file).size === 0)
    if (!isLocked) throw error
    return undefined
  }
}
