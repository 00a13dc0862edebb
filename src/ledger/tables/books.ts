import type { Clock } from '../../stdx/clock.ts'
import { systemClock } from '../../stdx/clock.ts'
import type { Database, DatabaseValue, Dialect, Queries, SqlValue } from '../../storage/storage.ts'

/** Statements on the ledger's tables: alone, or within one transaction or snapshot. */
export interface Rows extends Queries {
  readonly dialect: Dialect
  /** The books' clock in ms: that of the PostgreSQL server, or of this process for SQLite. */
  nowMs(): Promise<number>
}

export const BOOKS_MIGRATIONS = new URL('../migrations/', import.meta.url)

/** The ledger's tables in one database. */
export class Books implements Rows {
  readonly database: Database
  readonly clock: Clock

  constructor(database: Database, clock: Clock = systemClock) {
    this.database = database
    this.clock = clock
  }

  get dialect(): Dialect {
    return this.database.dialect
  }

  query<Row extends readonly SqlValue[]>(sql: string, ...values: readonly DatabaseValue[]): Promise<Row[]> {
    return this.database.query<Row>(sql, ...values)
  }

  run(sql: string, ...values: readonly DatabaseValue[]): Promise<number> {
    return this.database.run(sql, ...values)
  }

  nowMs(): Promise<number> {
    return readClock(this.dialect, this.database, this.clock)
  }

  transaction<T>(work: (rows: Rows) => Promise<T>): Promise<T> {
    return this.database.transaction((queries) => work(this.#rows(queries)))
  }

  snapshot<T>(work: (rows: Rows) => Promise<T>): Promise<T> {
    return this.database.snapshot((queries) => work(this.#rows(queries)))
  }

  close(): Promise<void> {
    return this.database.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #rows({ query, run }: Queries): Rows {
    return { dialect: this.dialect, query, run, nowMs: () => readClock(this.dialect, { query }, this.clock) }
  }
}

async function readClock(dialect: Dialect, queries: Pick<Queries, 'query'>, clock: Clock): Promise<number> {
  if (dialect === 'sqlite') return Math.floor(clock.nowMs())
  const [[ms]] = (await queries.query('select floor(extract(epoch from clock_timestamp()) * 1000)::bigint')) as [
    [number],
  ]
  return ms
}

/** Reads the only row of a statement that always has one. */
export async function readOne<Row extends readonly SqlValue[]>(
  queries: Pick<Queries, 'query'>,
  sql: string,
  ...values: readonly DatabaseValue[]
): Promise<Row> {
  return (await queries.query<Row>(sql, ...values))[0]!
}

/** The text of a statement in both dialects, written once. */
export function forDialects(write: (dialect: Dialect) => string): Readonly<Record<Dialect, string>> {
  return { sqlite: write('sqlite'), postgres: write('postgres') }
}

/**
 * A select from a list of rows. The first parameter of the statement is the list as JSON, an array of arrays, so the
 * statement is the same for any number of rows.
 */
export function selectJsonRows(dialect: Dialect, ...types: readonly ('text' | 'number')[]): string {
  const values = types.map((type, i) => (type === 'text' ? `value ->> ${i}` : `cast(value ->> ${i} as bigint)`))
  const list = dialect === 'sqlite' ? 'json_each($1)' : 'json_array_elements($1::json) as list (value)'
  return `select ${values.join(', ')} from ${list}`
}
