import { DatabaseFault } from '../../storage/storage.ts'
import { Damage } from './damage.ts'

export interface ForMany<Ask, T> {
  /** In one transaction. Of an account whose rows are damaged nothing is done. */
  together(asks: readonly Ask[]): Promise<(T | Damage)[]>
  alone(ask: Ask): Promise<T>
  doubt(damage: Damage, ask: Ask): Promise<T>
}

/**
 * Does the same for many accounts. What the database refuses because of the rows of one account is done again account by account: a fault in place of
 * a result is that of its account alone. Throws a fault that is everybody's.
 */
export async function forMany<Ask, T>(asks: readonly Ask[], ways: ForMany<Ask, T>): Promise<(T | DatabaseFault)[]> {
  const results: (T | DatabaseFault)[] = []
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

/** Certainly not done, and perhaps because of a single row. */
function isRefusal(error: unknown): error is DatabaseFault {
  if (!(error instanceof DatabaseFault) || error.outcome !== 'not_done') return false
  return error.reason === 'constraint' || error.reason === 'refused' || error.reason === 'damaged'
}

function refusalOrThrow(error: unknown): DatabaseFault {
  if (isRefusal(error)) return error
  throw error
}
