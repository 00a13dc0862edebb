import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openChargedBooks } from '../../src/ledger/testing/charged-books.ts'
import { MemoryNodeDisk } from '../../src/ledger/testing/memory-node-disk.ts'
import { trustInAll } from '../../src/ledger/testing/trust-in-all.ts'
import { startPostgres } from '../../src/storage/testing/postgres.ts'
import { createUnansweringStore, SharedNodes } from './shared-nodes.ts'

const postgres = await startPostgres()
after(() => postgres[Symbol.asyncDispose]())

/** Longer than a debit waits, and longer than the interval of heartbeats. */
const LONG_MS = 3_000

for (const kind of ['sqlite', 'postgres'] as const) {
  for (const end of ['the node continues', 'the node restarts'] as const) {
    test(`a request that failed while its commit was in doubt is not charged, though its month is damaged when the commit is found, on ${kind}: ${end}`, async () => {
      await using scene = await openChargedBooks(kind, postgres.url)
      const nodes = new SharedNodes(scene.store)
      const connection = createUnansweringStore(scene.store)
      const disk = new MemoryNodeDisk()
      const start = () => nodes.start({ node: 'A', through: () => connection, disk })
      let node = await start()
      const chargeUnits = () => nodes.chargeTogether(node, ['damaged', 'whole'])
      assert.deepEqual(await chargeUnits(), ['charged', 'charged'])
      connection.answers = 'lost'
      assert.deepEqual(await chargeUnits(), ['unavailable', 'unavailable'])
      const month = await scene.month('damaged')
      await scene.damage({ reserved: 5000 })
      connection.answers = 'delivered'
      await nodes.time.pass(LONG_MS)
      assert.deepEqual(await scene.doubts(), ['damaged: damaged'])
      assert.deepEqual(await chargeUnits(), ['untrusted', 'charged'])
      // The line of the other account is void by now.
      assert.equal(disk.found.length, 1)

      if (end === 'the node restarts') node.crash()
      await scene.store.transaction((rows) => rows.putPeriod(month))
      await scene.books.resolveDoubts(await trustInAll(scene.store, 'the row was put right'))
      if (end === 'the node restarts') node = await start()
      await nodes.time.pass(LONG_MS)
      assert.deepEqual(disk.found, [])
      assert.deepEqual(await chargeUnits(), ['charged', 'charged'])
      await nodes.answer((await node.started).close())
      const confirmed = await Promise.all(['damaged', 'whole'].map(async (one) => (await scene.month(one)).confirmed))
      assert.deepEqual(confirmed, [2, 3])
    })
  }
}
