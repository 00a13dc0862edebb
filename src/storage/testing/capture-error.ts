import assert from 'node:assert/strict'
import { DatabaseError } from '../database.ts'

/** What a call to the database fails with; it is an error of the test if it succeeds. */
export async function captureError(work: Promise<unknown>): Promise<DatabaseError> {
  const error = await work.then(
    () => assert.fail('it succeeded'),
    (error: unknown) => error,
  )
  assert(error instanceof DatabaseError, String(error))
  return error
}

/** An error of PostgreSQL that the server goes on after, whatever its code says. */
export function failStatement(code: string): string {
  return `do $$ begin raise exception 'told to fail' using errcode = '${code}'; end $$`
}
