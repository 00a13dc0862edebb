export type SqlValue = null | number | string | Uint8Array

/**
 * A database behind an asynchronous door: SQLite or PostgreSQL, the same to whoever stands before it. Statements are written once, with
 * `$1`, `$2`, … and come back as arrays in the order of the select list; whole numbers are numbers, bytes are Uint8Array.
 */
export interface Database extends Queries {
  readonly dialect: Dialect
  /** What `work` does happens wholly or not at all. One at a time on SQLite; READ COMMITTED on PostgreSQL. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  /** The rows of one statement, read in one round trip from a server that takes the writes. */
  readOnce: Queries['query']
  /** Everything `work` reads is of one moment. */
  snapshot<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export type Dialect = 'sqlite' | 'postgres'

export interface Queries {
  query<Row extends readonly SqlValue[]>(sql: string, ...values: readonly DatabaseValue[]): Promise<Row[]>
  /** How many rows the statement changed. */
  run(sql: string, ...values: readonly DatabaseValue[]): Promise<number>
}

/** Lists go to PostgreSQL only, for `unnest`. */
export type DatabaseValue = SqlValue | readonly number[] | readonly string[]

/** A database that could not do what it was asked. Whether it did it all the same is the first thing to know. */
export class DatabaseError extends Error {
  /** `unknown`: the answer to a commit was lost, or the commit itself failed: it may have happened, or may yet. */
  readonly outcome: 'not_done' | 'unknown'
  readonly reason: DatabaseErrorReason

  constructor(
    message: string,
    fault: { outcome: 'not_done' | 'unknown'; reason: DatabaseErrorReason; cause?: unknown },
  ) {
    super(message, { cause: fault.cause })
    this.name = 'DatabaseError'
    this.outcome = fault.outcome
    this.reason = fault.reason
  }
}

/**
 * `constraint`: a rule of the schema refused the row. `full`: the disk is. `busy`: another program is writing, or a deadlock was broken up.
 * `lost`: the connection, or the wait for an answer, or the server takes no writes any more: the next call asks on another connection. `io`: the disk
 * failed. `damaged`: the database has found what it read to be damaged. `refused`: anything else the database said, and a number in it that cannot be exact.
 */
export type DatabaseErrorReason = 'constraint' | 'full' | 'busy' | 'lost' | 'io' | 'damaged' | 'refused'
