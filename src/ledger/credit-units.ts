import { InputError } from '../stdx/input-error.ts'
import { monthAt } from './calendar.ts'
import { type BooksPlace, openBooksToRead, openBooksToWrite } from './open-books.ts'
import { ALLOWANCE_MAX, credit, listCreditsBy } from './tables/accounts.ts'
import type { Rows } from './tables/books.ts'
import { readMonth } from './tables/months.ts'

/**
 * Gives units of the running month back to an account. Returns the month. May run beside a server. `who` names one act:
 * the same again changes nothing, so a credit without an answer may be repeated. `statementMaxMs`: as for the books.
 */
export async function creditUnits(
  place: BooksPlace,
  change: { readonly account: string; readonly units: number; readonly who: string; readonly why: string },
  statementMaxMs?: number,
): Promise<string> {
  const { units } = change
  if (!Number.isSafeInteger(units) || units < 1 || ALLOWANCE_MAX < units)
    throw new InputError(`a credit has from 1 to ${ALLOWANCE_MAX} units`)
  // Reports missing books: only a server creates tables.
  await (await openBooksToRead(place, statementMaxMs)).close()
  await using books = await openBooksToWrite(place, statementMaxMs)
  const repeated = { period: '' }
  try {
    return await books.transaction(async (rows) => {
      await lockAccount(rows, change.account)
      const nowMs = await rows.nowMs()
      const { period } = (await readMonth(rows, nowMs)) ?? monthAt(nowMs)
      if ((await credit(rows, { ...change, period })) === 'unknown_account')
        throw new InputError(
          `there is no account ${change.account} in the books. Check the name: it is case-sensitive.`,
        )
      const [first, ...others] = await listCreditsBy(rows, change)
      if (others.length === 0) return period
      repeated.period = first!
      throw repeated
    })
  } catch (error) {
    if (error !== repeated) throw error
    return repeated.period
  }
}

/** One of two servers that carry out one act at once sees the other, also if a month ends between them. */
async function lockAccount(rows: Rows, account: string): Promise<void> {
  if (rows.dialect === 'postgres')
    await rows.query('select 1 from account where account = $1 for no key update', account)
}
