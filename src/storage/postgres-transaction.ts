import { assert } from '../stdx/assert.ts'
import { DatabaseError, type DatabaseValue, type Queries, type SqlValue } from './database.ts'
import type { PostgresConnection, PostgresQuery } from './postgres-connection.ts'
import { readOnlyServerError } from './postgres-errors.ts'

export interface Transaction<T> {
  readonly kind: keyof typeof KINDS
  readonly work: (queries: Queries) => Promise<T>
}

const READ_ONLY = 'begin isolation level repeatable read read only'

/**
 * A snapshot changes nothing, so a lost commit of it is `not_done`. `snapshot` rejects a read-only server: one that was
 * replaced keeps its connections and would return old data for ever. `snapshot_of_any` accepts it.
 */
const KINDS = {
  change: { begin: 'begin', ifCommitIsLost: 'unknown', within: 'change' },
  snapshot: {
    begin: `${READ_ONLY}; select current_setting('default_transaction_read_only')`,
    ifCommitIsLost: 'not_done',
    within: 'snapshot',
  },
  snapshot_of_any: { begin: READ_ONLY, ifCommitIsLost: 'not_done', within: 'snapshot' },
} as const

export async function runPostgresTransaction<T>(
  connection: PostgresConnection,
  { kind, work }: Transaction<T>,
): Promise<T> {
  const { begin, ifCommitIsLost, within } = KINDS[kind]
  let ended = false
  try {
    // `begin` may be two statements. If the second one fails, the transaction is open.
    const { rows } = await connection.query({ sql: begin, ifLost: 'not_done' })
    if (rows[0]?.[0] === 'on') {
      connection.close()
      throw readOnlyServerError()
    }
    const result = await work(createQueries(connection, { ifLost: 'not_done', within }, () => !ended))
    ended = true
    const { command } = await connection.query({ sql: 'commit', ifLost: ifCommitIsLost })
    // If `work` hid the error of a statement, the server answers the commit with ROLLBACK.
    if (command !== 'COMMIT')
      throw new DatabaseError('a statement of the transaction had failed', { outcome: 'not_done', reason: 'refused' })
    return result
  } catch (error) {
    ended = true
    await rollBack(connection)
    throw error
  }
}

/** If the rollback fails, the connection is closed, and the server rolls back. */
async function rollBack(connection: PostgresConnection): Promise<void> {
  if (!connection.isUsable()) return
  try {
    await connection.query({ sql: 'rollback', ifLost: 'not_done' })
  } catch {
    connection.close()
  }
}

export function createQueries(
  connection: PostgresConnection,
  options: Pick<PostgresQuery, 'ifLost' | 'within'>,
  isOpen = () => true,
): Queries {
  const ask = async (sql: string, values: readonly DatabaseValue[]) => {
    assert(isOpen(), 'a statement belongs to a transaction that is still open')
    return await connection.query({ sql, values, ...options })
  }
  return {
    query: async <Row extends readonly SqlValue[]>(sql: string, ...values: readonly DatabaseValue[]) =>
      (await ask(sql, values)).rows as unknown as Row[],
    run: async (sql, ...values) => (await ask(sql, values)).rowCount,
  }
}
