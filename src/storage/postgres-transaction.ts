import { assert } from '../stdx/assert.ts'
import { DatabaseFault, type DatabaseValue, type Queries } from './database.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import type { IfLost } from './postgres-faults.ts'
import type { SqlValue } from './storage.ts'

export interface Transaction<T> {
  readonly begin: string
  readonly work: (queries: Queries) => Promise<T>
  readonly ifCommitIsLost: IfLost
}

export async function transact<T>(connection: PostgresConnection, transaction: Transaction<T>): Promise<T> {
  let ended = false
  await connection.ask({ sql: transaction.begin, ifLost: 'not_done' })
  try {
    const result = await transaction.work(queriesOn(connection, 'not_done', () => !ended))
    ended = true
    const { command } = await connection.ask({ sql: 'commit', ifLost: transaction.ifCommitIsLost })
    // A statement had failed and `work` did not say so: the server answers a commit with what it did instead.
    if (command !== 'COMMIT')
      throw new DatabaseFault('a statement of the transaction had failed', { outcome: 'not_done', reason: 'refused' })
    return result
  } catch (error) {
    ended = true
    await rollBack(connection)
    throw error
  }
}

/** If it does not succeed, the connection is not used again, and the server rolls back when it sees it closed. */
async function rollBack(connection: PostgresConnection): Promise<void> {
  if (!connection.usable()) return
  try {
    await connection.ask({ sql: 'rollback', ifLost: 'not_done' })
  } catch {
    connection.close()
  }
}

export function queriesOn(connection: PostgresConnection, ifLost: IfLost, isOpen = () => true): Queries {
  const ask = async (sql: string, values: readonly DatabaseValue[]) => {
    assert(isOpen(), 'a statement belongs to a transaction that is still open')
    return await connection.ask({ sql, values, ifLost })
  }
  return {
    query: async <Row extends readonly SqlValue[]>(sql: string, ...values: readonly DatabaseValue[]) =>
      (await ask(sql, values)).rows as unknown as Row[],
    run: async (sql, ...values) => (await ask(sql, values)).rowCount ?? 0,
  }
}
