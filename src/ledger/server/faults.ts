import { DatabaseError } from '../../storage/storage.ts'

export function isLockTimeout({ cause }: DatabaseError): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === '55P03'
}

/** The number of a batch is used in the books. */
export function isNumberUsed({ cause }: DatabaseError): boolean {
  if (!(cause instanceof Error)) return false
  // PostgreSQL translates its messages; SQLite names the constraint nowhere else.
  if ('constraint' in cause) return cause.constraint === 'batch_pkey'
  return cause.message === 'UNIQUE constraint failed: batch.incarnation, batch.seq'
}

/** An error of the database; any other one is our own and is thrown again. */
export function asFault(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error
  throw error
}
