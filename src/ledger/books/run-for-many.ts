import { DatabaseError } from '../../storage/storage.ts'
import { Damage } from './damage.ts'

export interface ForManyWork<Input, T> {
  /** Does the work of all accounts in one transaction. Changes nothing of an account whose rows are damaged. */
  together(inputs: readonly Input[]): Promise<(T | Damage)[]>
  alone(input: Input): Promise<T>
  doubt(damage: Damage, input: Input): Promise<T>
}

/**
 * Does the same work for many accounts in one transaction. If the database refuses it, the rows of one account may be
 * the cause, so the work is done again account by account.
 * An error in place of a result concerns that account only. An error that concerns all accounts is thrown.
 */
export async function runForMany<Input, T>(
  inputs: readonly Input[],
  ways: ForManyWork<Input, T>,
): Promise<(T | DatabaseError)[]> {
  const results: (T | DatabaseError)[] = []
  try {
    const outcomes = await ways.together(inputs)
    for (const [i, outcome] of outcomes.entries())
      results.push(outcome instanceof Damage ? await ways.doubt(outcome, inputs[i]!) : outcome)
  } catch (error) {
    if (!isRefusal(error)) throw error
    for (const input of inputs.slice(results.length)) results.push(await ways.alone(input).catch(refusalOrThrow))
  }
  return results
}

/** The work was certainly not done, and a single row may be the cause. */
function isRefusal(error: unknown): error is DatabaseError {
  if (!(error instanceof DatabaseError) || error.outcome !== 'not_done') return false
  return error.reason === 'constraint' || error.reason === 'refused' || error.reason === 'damaged'
}

function refusalOrThrow(error: unknown): DatabaseError {
  if (isRefusal(error)) return error
  throw error
}
