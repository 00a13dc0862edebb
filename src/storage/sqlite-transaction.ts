import type { DatabaseSync } from 'node:sqlite'
import { assert } from '../stdx/assert.ts'
import type { DatabaseError, Queries } from './database.ts'
import { toDatabaseError } from './sqlite-errors.ts'
import type { Statements } from './sqlite-statements.ts'

type Work<T> = (queries: Queries) => Promise<T>

/** Wholly done or not at all. */
export async function runTransaction<T>(connection: DatabaseSync, ask: Statements, work: Work<T>): Promise<T> {
  ask.exec('begin immediate', { commits: false })
  try {
    const result = await runStatements(ask, work)
    ask.exec('commit', { commits: true })
    return result
  } catch (error) {
    rollBack(connection)
    throw error
  }
}

/** After the first fault nothing more is done, as on PostgreSQL: SQLite itself would go on. */
export async function runStatements<T>(ask: Statements, work: Work<T>): Promise<T> {
  let fault: DatabaseError | undefined
  let ended = false
  const step = <R>(statement: () => R): R => {
    assert(!ended, 'a statement belongs to a transaction that is still open')
    if (fault !== undefined) throw fault
    try {
      return statement()
    } catch (error) {
      fault = error as DatabaseError
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

/** SQLite has left the transaction by itself after some errors, and after a commit. */
export function rollBack(connection: DatabaseSync): void {
  if (!connection.isTransaction) return
  try {
    connection.exec('rollback')
  } catch (error) {
    throw toDatabaseError(error, { commits: false })
  }
}
