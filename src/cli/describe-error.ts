import { describeKnownError } from '../stdx/known-error.ts'
import { currentCall } from './shell.ts'

/** One line for the operator; the stack of our own bugs only with REGISTA_DEBUG. */
export function describeError(error: unknown): string {
  const known = describeKnownError(error)
  if (known !== undefined) return known
  // By its name: most commands do without the code of databases.
  if (error instanceof Error && error.name === 'DatabaseError') return `the database fails: ${error.message}`
  if (currentCall().env.REGISTA_DEBUG !== undefined && error instanceof Error) return `${error.stack}`
  return `unexpected: ${error instanceof Error ? error.message : String(error)}. This is a fault of Regista; REGISTA_DEBUG=1 shows where.`
}
