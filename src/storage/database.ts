export type SqlValue = null | number | string | Uint8Array

/**
 * SQLite or PostgreSQL behind one asynchronous interface. A statement is written once, with `$1`, `$2`, ….
 * A row is an array in the order of the select list. Whole numbers are numbers, bytes are Uint8Array.
 */
export interface Database extends Queries {
  readonly dialect: Dialect
  /** Runs `work` in one transaction. SQLite runs one at a time, PostgreSQL at READ COMMITTED. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  /** Opens a connection if none is open. The next statement is then sent at once. */
  prepare(): Promise<void>
  /** Everything that `work` reads is from one point in time. */
  snapshot<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export type Dialect = 'sqlite' | 'postgres'

export interface Queries {
  query<Row extends readonly SqlValue[]>(sql: string, ...values: readonly DatabaseValue[]): Promise<Row[]>
  /** Returns how many rows the statement changed. */
  run(sql: string, ...values: readonly DatabaseValue[]): Promise<number>
}

/** Only PostgreSQL accepts lists, for `unnest`. */
export type DatabaseValue = SqlValue | readonly number[] | readonly string[]

/** A statement failed. The caller must look at `outcome` first: the statement may have taken effect all the same. */
export class DatabaseError extends Error {
  /** `unknown`: a commit failed or its result was lost. It may have taken effect, or may still do so. */
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

export type DatabaseErrorReason =
  /** The row violates a constraint of the schema. */
  | 'constraint'
  /** The disk is full. */
  | 'full'
  /** Another program holds a lock, a deadlock was resolved, or the statement took too long. */
  | 'busy'
  /**
   * The connection is lost, the server did not reply in time or became read-only. The next call opens a new connection.
   */
  | 'lost'
  /** The disk failed. */
  | 'io'
  /** The database found damaged data. */
  | 'damaged'
  /** Any other error of the database, or a number that JavaScript cannot hold exactly. */
  | 'refused'
