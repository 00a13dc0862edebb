import { hash, randomBytes } from 'node:crypto'
import { InputError } from '../stdx/input-error.ts'
import { type BooksPlace, openBooksToRead, openBooksToWrite } from './open-books.ts'
import { newIncarnation } from './server/new-incarnation.ts'
import { appendRestored, type RestoredLines } from './server/put-back.ts'
import { endIncarnation, insertIncarnation } from './tables/incarnations.ts'
import { chainStart } from './tables/lines.ts'
import { readMonth } from './tables/months.ts'
import { lockLeftUnits, readRestored } from './tables/post.ts'

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
    const accounts = await lockLeftUnits(rows, names, period)
    const seqs = names.map((account) => openingNumber(period, account))
    // Read behind the locks: the same file may be entered twice at a time.
    const entered = await readRestored(rows, OPENING, seqs)
    const batches: RestoredLines[] = []
    for (const [i, { account, units }] of sums.entries()) {
      if (!accounts.has(account))
        throw new InputError(`there is no account ${account} in the books. Nothing was entered.`)
      const origin = { incarnation: OPENING, seq: seqs[i]! }
      if (entered.has(origin.seq)) continue
      entered.add(origin.seq)
      const requestId = randomBytes(16).toString('hex')
      const line = { requestId, units, account, project: '', credential: '', operation: 'opening' }
      batches.push({ origin, atMs: nowMs, lines: [line] })
    }
    const incarnation = newIncarnation()
    await insertIncarnation(rows, incarnation, 'opening')
    await appendRestored(rows, { incarnation, end: chainStart(incarnation), period, batches })
    await endIncarnation(rows, incarnation)
    return { period, entered: batches.length }
  })
}

/** The origin of opening lines; no incarnation has this number. */
const OPENING = 0

function openingNumber(period: string, account: string): number {
  return Number.parseInt(hash('sha256', `${period} ${account}`, 'hex').slice(0, 13), 16)
}
