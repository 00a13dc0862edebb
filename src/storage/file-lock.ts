import { statSync } from 'node:fs'
import { InputError } from '../stdx/input-error.ts'
import { openSqlite, type Sqlite } from './sqlite.ts'
import { isBusy } from './sqlite-errors.ts'

/** Holds an empty file for one process, however that ends: the lock is one of the system. Undefined: another holds it. */
export function tryLockFile(file: string): Sqlite | undefined {
  let lock: Sqlite | undefined
  try {
    lock = openSqlite(file, { use: 'owned' })
    // Nothing is ever written, so no journal on the disk: one left by a process that was killed would have to be rolled back by all that start at once.
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return lock
  } catch (error) {
    lock?.close()
    // Opening it may be refused already, in words of its own. An empty file is neither damaged nor in want of space: then it can only be the lock.
    const isLocked = isBusy(error) || (error instanceof InputError && statSync(file).size === 0)
    if (!isLocked) throw error
    return undefined
  }
}
