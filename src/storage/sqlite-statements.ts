import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { assert } from '../stdx/assert.ts'
import type { DatabaseValue } from './database.ts'
import { sqliteFault } from './sqlite-errors.ts'
import type { SqlValue } from './storage.ts'

/** What one can ask a connection. `commits`: success of this statement means that something is durable. Throws DatabaseFault. */
export interface Ask {
  query<Row extends readonly SqlValue[]>(sql: string, values: readonly DatabaseValue[], means: Means): Row[]
  run(sql: string, values: readonly DatabaseValue[], means: Means): number
  exec(sql: string, means: Means): void
}

interface Means {
  readonly commits: boolean
}

/** Statements are prepared once: by far the most expensive part of a small one. */
export function sqliteStatements(connection: DatabaseSync): Ask {
  const prepared = new Map<string, StatementSync>()

  function prepare(sql: string): StatementSync {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    assert(prepared.size < STATEMENTS_MAX, 'statements are constants: values stand beside them, not in them')
    const statement = connection.prepare(sql.replace(/\$(\d+)/g, '?$1'))
    statement.setReturnArrays(true)
    prepared.set(sql, statement)
    return statement
  }

  function attempt<T>(means: Means, step: () => T): T {
    try {
      return step()
    } catch (error) {
      throw sqliteFault(error, means)
    }
  }

  return {
    query: <Row extends readonly SqlValue[]>(sql: string, values: readonly DatabaseValue[], means: Means) =>
      attempt(means, () => prepare(sql).all(...bound(values)) as unknown as Row[]),
    run: (sql, values, means) => attempt(means, () => Number(prepare(sql).run(...bound(values)).changes)),
    exec: (sql, means) => attempt(means, () => void prepare(sql).run()),
  }
}

const STATEMENTS_MAX = 500

function bound(values: readonly DatabaseValue[]): SQLInputValue[] {
  assert(!values.some(Array.isArray), 'lists go to PostgreSQL only')
  return values as SQLInputValue[]
}
