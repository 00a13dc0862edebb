import assert from 'node:assert/strict'
import { DatabaseError } from '../database.ts'

/** Returns the error that a call to the database fails with. The test fails if the call succeeds. */
export async function captureError(work: Promise<unknown>): Promise<DatabaseError> {
  const error = await work.then(
    () => assert.fail('it succeeded'),
    (error: unknown) => error,
  )
  assert(error instanceof DatabaseError, String(error))
  return error
}

/** A statement of PostgreSQL that fails with this code, while the server continues whatever the code means. */
export function failStatement(code: string): string {
  return `do $$ begin raise exception 'told to fail' using errcode = '${code}'; end $$`
}
