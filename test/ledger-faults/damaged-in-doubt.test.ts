import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ExampleNodeDisk } from '../../src/ledger/node/example-node-disk.ts'
import { openChargedBooks } from '../../src/ledger/testing/charged-books.ts'
import { trustInAll } from '../../src/ledger/testing/trust-in-all.ts'
import { startPostgres } from '../../src/storage/testing/postgres.ts'
import { SharedNodes, unheard } from './shared-nodes.ts'

const postgres = await startPostgres()
after(() => postgres[Symbol.asyncDispose]())

/** Longer than a debit waits, and longer than from one heartbeat to the next. */
const LONG_MS = 3_000

for (const kind of ['sqlite', 'postgres'] as const) {
  for (const end of ['the node goes on', 'the node begins a new life'] as const) {
    test(`a request that failed while its commit was in doubt is not charged, though its month is damaged when the commit is found, on ${kind}: ${end}`, async () => {
      await using sold = await openChargedBooks(kind, postgres.url)
      const nodes = new SharedNodes(sold.store)
      const way = unheard(sold.store)
      const disk = new ExampleNodeDisk()
      const start = () => nodes.start({ node: 'seller', through: () => way, disk })
      let node = await start()
      const sell = () => nodes.buyTogether(node, ['damaged', 'whole'])
      assert.deepEqual(await sell(), ['charged', 'charged'])
      way.answers = 'lost'
      assert.deepEqual(await sell(), ['unavailable', 'unavailable'])
      const month = await sold.month('damaged')
      await sold.damage({ reserved: 5000 })
      way.answers = 'heard'
      await nodes.time.pass(LONG_MS)
      assert.deepEqual(await sold.doubts(), ['damaged: damaged'])
      assert.deepEqual(await sell(), ['untrusted', 'charged'])
      // The other's is void by now.
      assert.equal(disk.found.length, 1)

      if (end === 'the node begins a new life') node.crash()
      await sold.store.transaction((rows) => rows.putPeriod(month))
      await sold.books.resolveDoubts(await trustInAll(sold.store, 'the row was put right'))
      if (end === 'the node begins a new life') node = await start()
      await nodes.time.pass(LONG_MS)
      assert.deepEqual(disk.found, [])
      assert.deepEqual(await sell(), ['charged', 'charged'])
      await nodes.answer((await node.started).close())
      const confirmed = await Promise.all(['damaged', 'whole'].map(async (one) => (await sold.month(one)).confirmed))
      assert.deepEqual(confirmed, [2, 3])
    })
  }
}
