import assert from 'node:assert/strict'
import { auditBooks, openBooksToRead } from '../../src/ledger/accounting.ts'
import type { BooksPlace } from '../../src/ledger/open-books.ts'
import { readOpenDoubts } from '../../src/ledger/tables/doubts.ts'
import { readJournal } from '../../src/ledger/testing/journal.ts'
import type { ChargeHistory } from './charging.ts'

export interface CheckedBooks {
  readonly lines: number
  readonly charged: number
  readonly refused: number
  readonly unknown: number
  /** Lines of requests whose outcome no client was told. */
  readonly unanswered: number
}

/**
 * Compares the books with what clients were told, when nothing charges any more: each success has exactly one line,
 * no refusal has one, and the counts are the sums. Returns the figures.
 */
export async function checkBooks(
  place: BooksPlace,
  histories: readonly ChargeHistory[],
  allowance = Number.POSITIVE_INFINITY,
): Promise<CheckedBooks> {
  const report = await auditBooks(place, 'full')
  assert.deepEqual(report.differences, [])
  await using books = await openBooksToRead(place)
  assert.deepEqual(await readOpenDoubts(books), [])
  const lines = await readJournal(books)
  const seen = new Set<string>()
  const sums = new Map<string, number>()
  let unanswered = 0
  for (const { requestId, account, units } of lines) {
    assert(!seen.has(requestId), `DOUBLE: ${requestId}`)
    seen.add(requestId)
    const history = histories.find(({ sent }) => sent.has(requestId))
    assert(history !== undefined, `${requestId} was never sent`)
    assert.deepEqual(history.sent.get(requestId), { account, units })
    assert(!history.refused.has(requestId), `CHARGED: ${requestId} was answered ${history.refused.get(requestId)}`)
    if (!history.charged.has(requestId)) unanswered++
    sums.set(account, units + (sums.get(account) ?? 0))
  }
  for (const { charged } of histories)
    for (const requestId of charged.keys()) assert(seen.has(requestId), `LOST: ${requestId} was charged`)
  for (const [account, units] of sums) assert(units <= allowance, `OVERSOLD: ${units} of ${account}`)
  const total = (of: (history: ChargeHistory) => number) => histories.reduce((sum, history) => sum + of(history), 0)
  return {
    lines: lines.length,
    unanswered,
    charged: total(({ charged }) => charged.size),
    refused: total(({ refused }) => refused.size),
    unknown: total(({ unknown }) => unknown.size),
  }
}
