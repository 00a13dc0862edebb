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
 * A view whose end is lost has lost nothing. `snapshot`: of the server that takes the writes. One that was set to read only keeps its connections, and would
 * show us for ever how things stood when another took its place.
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
    // Of a beginning of two statements the second may fail, and then the transaction has begun.
    const { rows } = await connection.ask({ sql: begin, ifLost: 'not_done' })
    if (rows[0]?.[0] === 'on') {
      connection.close()
      throw readOnlyServerError()
    }
    const result = await work(createQueries(connection, { ifLost: 'not_done', within }, () => !ended))
    ended = true
    const { command } = await connection.ask({ sql: 'commit', ifLost: ifCommitIsLost })
    // A statement had failed and `work` did not say so: the server answers a commit with what it did instead.
    if (command !== 'COMMIT')
      throw new DatabaseError('a statement of the transaction had failed', { outcome: 'not_done', reason: 'refused' })
    return result
  } catch (error) {
    ended = true
    await rollBack(connection)
    throw error
  }
}

/**
 * A statement is a view of one moment by itself. It asks beside its rows whether the server was set to read only, as a snapshot does when it begins.
 */
export async function readOnce<Row extends readonly SqlValue[]>(
  connection: PostgresConnection,
  {
    mode,
    sql,
    values,
  }: { readonly mode: 'write' | 'read'; readonly sql: string; readonly values: readonly DatabaseValue[] },
): Promise<Row[]> {
  const guarded = `select guard.reads, found.* from (select current_setting('default_transaction_read_only') as reads) as guard
                   left join (${sql}) as found on true`
  const { rows } = await connection.ask({ sql: guarded, values, ifLost: 'not_done' })
  if (mode === 'write' && rows[0]![0] === 'on') {
    connection.close()
    throw readOnlyServerError()
  }
  const found = rows.map((row) => row.slice(1))
  // Where nothing was found, the join leaves one row without values.
  const isEmpty = found.length === 1 && found[0]!.every((value) => value === null)
  return (isEmpty ? [] : found) as unknown as Row[]
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

export function createQueries(
  connection: PostgresConnection,
  means: Pick<PostgresQuery, 'ifLost' | 'within'>,
  isOpen = () => true,
): Queries {
  const ask = async (sql: string, values: readonly DatabaseValue[]) => {
    assert(isOpen(), 'a statement belongs to a transaction that is still open')
    return await connection.ask({ sql, values, ...means })
  }
  return {
    query: async <Row extends readonly SqlValue[]>(sql: string, ...values: readonly DatabaseValue[]) =>
      (await ask(sql, values)).rows as unknown as Row[],
    run: async (sql, ...values) => (await ask(sql, values)).rowCount,
  }
}
