import '../simulation/patched-process.ts'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/**
 * Loaded first in a process that charges. While the folder has a file of such a name, a commit that writes a batch or
 * notes hangs, as on a stalled disk. `after`: the commit is on the disk and its thread does not return.
 */
export type Stall = 'ledger.db before' | 'ledger.db after' | 'notes.db before'

const folder = process.env.REGISTA_TEST_STALLS!
const never = new Int32Array(new SharedArrayBuffer(4))
const LOOK_MS = 5

function hang(stall: string): void {
  while (existsSync(join(folder, stall))) Atomics.wait(never, 0, 0, LOOK_MS)
}

/** The connections whose open transaction has written a batch. */
const posting = new Set<DatabaseSync>()

const { prepare } = DatabaseSync.prototype
DatabaseSync.prototype.prepare = function (...args: Parameters<typeof prepare>) {
  const [sql] = args
  const statement = prepare.apply(this, args)
  const run: StatementSync['run'] = statement.run.bind(statement)
  if (sql.includes('insert into batch')) {
    statement.run = ((...values: SQLInputValue[]) => {
      posting.add(this)
      return run(...values)
    }) as StatementSync['run']
  }
  if (sql === 'commit') {
    const file = basename(this.location() ?? '')
    statement.run = () => {
      const isWatched = posting.delete(this) || file === 'notes.db'
      if (isWatched) hang(`${file} before`)
      const result = run()
      if (isWatched) hang(`${file} after`)
      return result
    }
  }
  return statement
}
