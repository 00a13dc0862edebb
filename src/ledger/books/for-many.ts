import { DatabaseError } from '../../storage/storage.ts'
import { Damage } from './damage.ts'

export interface ForManyWork<Ask, T> {
  /** Does the work of all accounts in one transaction, and changes nothing of an account whose rows are damaged. */
  together(asks: readonly Ask[]): Promise<(T | Damage)[]>
  alone(ask: Ask): Promise<T>
  doubt(damage: Damage, ask: Ask): Promise<T>
}

/**
 * Does the same work for many accounts. If the database refuses it, perhaps because of the rows of one account, the work is done again account by account. A
 * fault in place of a result concerns that account only. A fault that concerns all accounts is thrown.
 */
export async function runForMany<Ask, T>(
  asks: readonly Ask[],
  ways: ForManyWork<Ask, T>,
): Promise<(T | DatabaseError)[]> {
  const results: (T | DatabaseError)[] = []
  try {
    const outcomes = await ways.together(asks)
    for (const [i, outcome] of outcomes.entries())
      results.push(outcome instanceof Damage ? await ways.doubt(outcome, asks[i]!) : outcome)
  } catch (error) {
    if (!isRefusal(error)) throw error
    for (const ask of asks.slice(results.length)) results.push(await ways.alone(ask).catch(refusalOrThrow))
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
