import { InputError } from '../stdx/input-error.ts'
import { monthAt } from './calendar.ts'
import { type BooksPlace, openBooksToRead, openBooksToWrite } from './open-books.ts'
import { ALLOWANCE_MAX, credit } from './tables/accounts.ts'
import { readMonth } from './tables/months.ts'

/** Gives units of the running month back to an account. Returns the month. May run beside a server. */
export async function creditUnits(
  place: BooksPlace,
  change: { readonly account: string; readonly units: number; readonly who: string; readonly why: string },
): Promise<string> {
  const { units } = change
  if (!Number.isSafeInteger(units) || units < 1 || ALLOWANCE_MAX < units)
    throw new InputError(`a credit has from 1 to ${ALLOWANCE_MAX} units`)
  // Reports missing books: only a server creates tables.
  await (await openBooksToRead(place)).close()
  await using books = await openBooksToWrite(place)
  return await books.transaction(async (rows) => {
    const nowMs = await rows.nowMs()
    const { period } = (await readMonth(rows, nowMs)) ?? monthAt(nowMs)
    if ((await credit(rows, { ...change, period })) === 'unknown_account')
      throw new InputError(`there is no account ${change.account} in the books. Check the name: it is case-sensitive.`)
    return period
  })
}
