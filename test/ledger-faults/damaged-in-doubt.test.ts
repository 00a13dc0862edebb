import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { soldBooks } from '../../src/ledger/books/example-sold-books.ts'
import { startPostgres } from '../postgres.ts'
import { Seller } from './seller.ts'

const postgres = await startPostgres()
after(() => postgres[Symbol.asyncDispose]())

/** Longer than a debit waits, and longer than from one heartbeat to the next. */
const LONG_MS = 3_000

for (const kind of ['memory', 'sqlite', 'postgres'] as const) {
  for (const end of ['the node goes on', 'the node begins a new life'] as const) {
    test(`a request that failed while its commit was in doubt is not charged, though its month is damaged when the commit is found, on ${kind}: ${end}`, async () => {
      await using sold = await soldBooks(kind, postgres.url)
      const seller = new Seller(sold.store)
      await seller.start()
      assert.deepEqual(await seller.sell('damaged', 'whole'), ['debited', 'debited'])
      seller.answers = 'lost'
      assert.deepEqual(await seller.sell('damaged', 'whole'), ['unavailable', 'unavailable'])
      const month = await sold.month('damaged')
      await sold.damage({ reserved: 5000 })
      seller.answers = 'heard'
      await seller.time.pass(LONG_MS)
      assert.deepEqual(await sold.doubts(), ['damaged: damaged'])
      assert.deepEqual(await seller.sell('damaged', 'whole'), ['untrusted', 'debited'])
      // The other's is void by now.
      assert.equal(seller.intents.all().length, 1)

      if (end === 'the node begins a new life') seller.crash()
      await sold.store.transaction((rows) => rows.putPeriod(month))
      await sold.books.resolveDoubts({ who: 'operator', why: 'the row was put right' })
      if (end === 'the node begins a new life') await seller.start()
      await seller.time.pass(LONG_MS)
      assert.deepEqual(seller.intents.all(), [])
      assert.deepEqual(await seller.sell('damaged', 'whole'), ['debited', 'debited'])
      await seller.close()
      const confirmed = await Promise.all(['damaged', 'whole'].map(async (one) => (await sold.month(one)).confirmed))
      assert.deepEqual(confirmed, [2, 3])
    })
  }
}
