import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Books } from '../../src/ledger/books/books.ts'
import type { BooksStore } from '../../src/ledger/books/store.ts'
import { MemoryNodeDisk } from '../../src/ledger/testing/memory-node-disk.ts'
import { openExampleStore } from '../../src/ledger/testing/stores.ts'
import { TestNode } from '../../src/ledger/testing/test-node.ts'
import { VirtualTime } from '../../src/ledger/testing/virtual-time.ts'
import { DatabaseError } from '../../src/storage/storage.ts'
import { startPostgres } from '../../src/storage/testing/postgres.ts'

const postgres = await startPostgres()
after(() => postgres[Symbol.asyncDispose]())

const clock = { nowMs: () => 1_795_000_000_000 }
const LATER_MS = 5_000

for (const outcome of ['not_done', 'unknown'] as const) {
  test(`an older change that failed (${outcome}) is not made after a newer one that another node made`, async () => {
    await using example = await openExampleStore('postgres', { clock, postgresUrl: postgres.url })
    const books = new Books(example.store)
    await books.setAllowance({ account: 'a', units: 1000, who: 'operator' })
    const time = new VirtualTime()
    let isCut = false
    const cuttable = <T>(operation: () => Promise<T>): Promise<T> =>
      isCut ? Promise.reject(new DatabaseError('cut off', { outcome, reason: 'lost' })) : operation()
    const { store } = example
    const cut: BooksStore = {
      ...store,
      post: (batch, uses) => cuttable(() => store.post(batch, uses)),
      transaction: (work) => cuttable(() => store.transaction(work)),
      snapshot: (work) => cuttable(() => store.snapshot(work)),
    }
    const begin = async (node: string, through: BooksStore) => {
      const disk = new MemoryNodeDisk()
      const testNode = new TestNode({
        store: through,
        time,
        node,
        clients: 1,
        shape: 'shared',
        notes: disk,
        mark: disk,
      })
      await time.until(testNode.started)
      return testNode.clients[0]!
    }
    const older = await begin('older', cut)
    const newer = await begin('newer', store)

    isCut = true
    const changes = [
      older.call({ name: 'set_allowance', account: 'a', units: 500, who: 'operator' }),
      older.call({ name: 'set_state', account: 'a', state: 'active' }),
    ]
    for (const change of changes) assert.deepEqual(await time.until(change), { outcome: 'unavailable' })
    await time.until(newer.call({ name: 'set_allowance', account: 'a', units: 2000, who: 'operator' }))
    await time.until(newer.call({ name: 'set_state', account: 'a', state: 'suspended' }))
    isCut = false
    await time.pass(LATER_MS)
    const account = await store.snapshot((rows) => rows.account('a'))
    assert.deepEqual(account, { account: 'a', allowance: 2000, state: 'suspended' })
  })
}
