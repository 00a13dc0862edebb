import type { DatabaseSync } from 'node:sqlite'
import { assert } from '../stdx/assert.ts'
import { DatabaseError, type Queries } from './database.ts'
import { toDatabaseError } from './sqlite-errors.ts'
import type { Statements } from './sqlite-statements.ts'

type Work<T> = (queries: Queries) => Promise<T>

export async function runTransaction<T>(connection: DatabaseSync, statements: Statements, work: Work<T>): Promise<T> {
  statements.exec('begin immediate', { commits: false })
  try {
    const result = await runStatements(statements, work)
    commit(statements)
    return result
  } catch (error) {
    rollBack(connection)
    throw error
  }
}

/**
 * After an error of the commit, the next start may find the transaction in the log, until a later commit has
 * overwritten it there. Only a violated constraint is found before anything is written.
 */
function commit(statements: Statements): void {
  try {
    statements.exec('commit', { commits: true })
  } catch (error) {
    const { message, reason, cause } = error as DatabaseError
    if (reason === 'constraint') throw error
    throw new DatabaseError(message, { outcome: 'unknown', reason, cause })
  }
}

/** After the first error every statement fails, as on PostgreSQL. SQLite itself would continue. */
export async function runStatements<T>(statements: Statements, work: Work<T>): Promise<T> {
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
      query: async (sql, ...values) => step(() => statements.query(sql, values, { commits: false })),
      run: async (sql, ...values) => step(() => statements.run(sql, values, { commits: false })),
    })
    if (fault !== undefined) throw fault
    return result
  } finally {
    ended = true
  }
}

/** SQLite has already ended the transaction after some errors and after a commit. */
export function rollBack(connection: DatabaseSync): void {
  if (!connection.isTransaction) return
  try {
    connection.exec('rollback')
  } catch (error) {
    throw toDatabaseError(error, { commits: false })
  }
}
