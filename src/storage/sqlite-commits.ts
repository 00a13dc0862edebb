import type { DatabaseSync } from 'node:sqlite'
import { assert } from '../stdx/assert.ts'
import { DatabaseFault, type Queries } from './database.ts'
import { sqliteFault } from './sqlite-errors.ts'
import type { Ask } from './sqlite-statements.ts'

type Work<T> = (queries: Queries) => Promise<T>

interface Job {
  readonly work: Work<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** Calls back when everything that has arrived was handled, so that what came together is committed together. */
export type Gather = (commit: () => void) => void

/** So many at most, or the first would wait too long for the last. */
const GROUP_MAX = 256

/**
 * Transactions that wait at the same time share one commit, for a commit is a wait for the disk. Each is still wholly done or not at all, and hears of its end
 * only after the commit: what one of them did is taken back alone.
 */
export function groupedTransactions(
  connection: DatabaseSync,
  { ask, inTurn, gather }: { ask: Ask; inTurn: <T>(work: () => Promise<T>) => Promise<T>; gather: Gather },
): <T>(work: Work<T>) => Promise<T> {
  const waiting: Job[] = []
  const commitWaiting = (): void => {
    const jobs = waiting.splice(0, GROUP_MAX)
    if (0 < waiting.length) gather(commitWaiting)
    // What cannot be rolled back either shows at the next beginning.
    void inTurn(() => commitTogether(connection, ask, jobs)).catch(() => undefined)
  }
  return <T>(work: Work<T>) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: (result) => resolve(result as T), reject })
      if (waiting.length === 1) gather(commitWaiting)
    })
}

async function commitTogether(connection: DatabaseSync, ask: Ask, jobs: readonly Job[]): Promise<void> {
  const done: { readonly job: Job; readonly result: unknown }[] = []
  try {
    ask.exec('begin immediate', { commits: false })
    for (const job of jobs) {
      try {
        done.push({
          job,
          result: await (jobs.length === 1 ? within(ask, job.work) : besideOthers(connection, ask, job)),
        })
      } catch (error) {
        job.reject(error)
        // After some errors, as of a full disk, SQLite has left the transaction, and what others did in it is gone too.
        if (jobs.length === 1 || !connection.isTransaction) throw goneWith(error)
      }
    }
    ask.exec('commit', { commits: true })
  } catch (error) {
    for (const job of jobs) job.reject(error)
    rollBack(connection)
    return
  }
  for (const { job, result } of done) job.resolve(result)
}

/** What it did can be taken back alone. */
async function besideOthers(connection: DatabaseSync, ask: Ask, { work }: Job): Promise<unknown> {
  ask.exec('savepoint job', { commits: false })
  try {
    const result = await within(ask, work)
    ask.exec('release job', { commits: false })
    return result
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback to job; release job')
    throw error
  }
}

/** After the first fault nothing more is done, as on PostgreSQL: SQLite itself would go on. */
export async function within<T>(ask: Ask, work: Work<T>): Promise<T> {
  let fault: DatabaseFault | undefined
  let ended = false
  const step = <R>(statement: () => R): R => {
    assert(!ended, 'a statement belongs to a transaction that is still open')
    if (fault !== undefined) throw fault
    try {
      return statement()
    } catch (error) {
      fault = error as DatabaseFault
      throw error
    }
  }
  try {
    const result = await work({
      query: async (sql, ...values) => step(() => ask.query(sql, values, { commits: false })),
      run: async (sql, ...values) => step(() => ask.run(sql, values, { commits: false })),
    })
    if (fault !== undefined) throw fault
    return result
  } finally {
    ended = true
  }
}

function goneWith(error: unknown): DatabaseFault {
  const reason = error instanceof DatabaseFault ? error.reason : 'refused'
  const message = 'another transaction of the same commit failed'
  return new DatabaseFault(message, { outcome: 'not_done', reason, cause: error })
}

/** SQLite has left the transaction by itself after some errors, and after a commit. */
export function rollBack(connection: DatabaseSync): void {
  if (!connection.isTransaction) return
  try {
    connection.exec('rollback')
  } catch (error) {
    throw sqliteFault(error, { commits: false })
  }
}
