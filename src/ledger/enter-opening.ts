import { hash, randomBytes } from 'node:crypto'
import { InputError } from '../stdx/input-error.ts'
import { type BooksPlace, openBooksToRead, openBooksToWrite } from './open-books.ts'
import { newIncarnation } from './server/new-incarnation.ts'
import { appendRestored } from './server/put-back.ts'
import { readAccounts } from './tables/accounts.ts'
import { endIncarnation, insertIncarnation } from './tables/incarnations.ts'
import { chainStart } from './tables/lines.ts'
import { readMonth } from './tables/months.ts'

export interface OpeningSum {
  readonly account: string
  readonly units: number
}

/**
 * Enters what accounts used of the running month in other books, as one line per account. An account gets its opening
 * line of a month once: a file that is entered again changes nothing. Returns how many lines are new.
 */
export async function enterOpening(
  place: BooksPlace,
  sums: readonly OpeningSum[],
): Promise<{ readonly period: string; readonly entered: number }> {
  await (await openBooksToRead(place)).close()
  await using books = await openBooksToWrite(place)
  return await books.transaction(async (rows) => {
    const nowMs = await rows.nowMs()
    const month = await readMonth(rows, nowMs)
    if (month === undefined) throw new InputError('the books have no running month. Start the server once, then retry.')
    const { period } = month
    const names = sums.map(({ account }) => account)
    const known = new Set((await readAccounts(rows, names, period)).map(({ account }) => account))
    const incarnation = newIncarnation()
    await insertIncarnation(rows, incarnation, 'opening')
    let end = chainStart(incarnation)
    let entered = 0
    for (const { account, units } of sums) {
      if (!known.has(account)) throw new InputError(`there is no account ${account} in the books. Nothing was entered.`)
      const origin = { incarnation: OPENING, seq: openingNumber(period, account) }
      const requestId = randomBytes(16).toString('hex')
      const line = { requestId, units, account, project: '', credential: '', operation: 'opening' }
      const next = await appendRestored(rows, { incarnation, end, origin, period, atMs: nowMs, lines: [line] })
      if (next !== end) entered++
      end = next
    }
    await endIncarnation(rows, incarnation)
    return { period, entered }
  })
}

/** The origin of opening lines; no incarnation has this number. */
const OPENING = 0

function openingNumber(period: string, account: string): number {
  return Number.parseInt(hash('sha256', `${period} ${account}`, 'hex').slice(0, 13), 16)
}
