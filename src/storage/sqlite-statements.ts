import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { assert } from '../stdx/assert.ts'
import type { DatabaseValue, SqlValue } from './database.ts'
import { InexactNumberError } from './inexact-number-error.ts'
import { toDatabaseError } from './sqlite-errors.ts'

/**
 * Runs statements on one connection. `commits`: success of the statement makes changes durable. Throws DatabaseError.
 */
export interface Statements {
  query<Row extends readonly SqlValue[]>(
    sql: string,
    values: readonly DatabaseValue[],
    options: StatementOptions,
  ): Row[]
  run(sql: string, values: readonly DatabaseValue[], options: StatementOptions): number
  exec(sql: string, options: StatementOptions): void
}

interface StatementOptions {
  readonly commits: boolean
}

/**
 * Prepares each statement once: preparing is by far the most expensive part of a small one. The connection returns rows
 * as arrays.
 */
export function prepareStatements(connection: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>()

  function prepare(sql: string): StatementSync {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    assert(prepared.size < STATEMENTS_MAX, 'statements are constants: values stand beside them, not in them')
    const statement = connection.prepare(sql.replace(/\$(\d+)/g, '?$1'))
    prepared.set(sql, statement)
    return statement
  }

  function attempt<T>(options: StatementOptions, step: () => T): T {
    try {
      return step()
    } catch (error) {
      throw toDatabaseError(error, options)
    }
  }

  return {
    query: <Row extends readonly SqlValue[]>(
      sql: string,
      values: readonly DatabaseValue[],
      options: StatementOptions,
    ) => attempt(options, () => readAllRows(prepare(sql), sql, toSqlInput(values)) as unknown as Row[]),
    run: (sql, values, options) => attempt(options, () => Number(prepare(sql).run(...toSqlInput(values)).changes)),
    exec: (sql, options) => attempt(options, () => void prepare(sql).run()),
  }
}

const STATEMENTS_MAX = 500

function toSqlInput(values: readonly DatabaseValue[]): SQLInputValue[] {
  assert(!values.some(Array.isArray), 'lists go to PostgreSQL only')
  return values as SQLInputValue[]
}

function readAllRows(statement: StatementSync, sql: string, values: SQLInputValue[]): unknown[] {
  try {
    return statement.all(...values)
  } catch (error) {
    if (!(error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE')) throw error
    const number = /-?\d+$/.exec(error.message)?.[0] ?? 'a number'
    throw new InexactNumberError(number, inexactColumn(statement, sql, values))
  }
}

/** The driver does not name the column, so a select is run again to find it. A statement that writes is not. */
function inexactColumn(statement: StatementSync, sql: string, values: SQLInputValue[]): string {
  const names = statement.columns().map(({ name }) => name)
  if (!/^\s*select\b/i.test(sql)) return `one of the columns ${names.join(', ')}`
  statement.setReadBigInts(true)
  try {
    const exact = statement.all(...values) as unknown as unknown[][]
    const at = exact.map((row) => row.findIndex(isInexact)).find((column) => 0 <= column)
    return at === undefined ? 'a row that has changed since' : `column ${names[at]}`
  } finally {
    statement.setReadBigInts(false)
  }
}

function isInexact(value: unknown): boolean {
  return typeof value === 'bigint' && !Number.isSafeInteger(Number(value))
}
