import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BooksStore } from '../../src/ledger/books/store.ts'
import { DatabaseError } from '../../src/storage/storage.ts'
import { SharedNodes } from './shared-nodes.ts'

const CASES = [
  ['not written because the database is away', 'lost', 'withdrawn', 0],
  ['not written because the disk is full', 'full', 'withdrawn', 0],
  ['refused', 'constraint', 'withdrawn', 0],
  ['written', undefined, 'charged', 1],
] as const

for (const [what, fault, end, batches] of CASES) {
  test(`a charge whose client disconnects while its batch is being written ends as ${end} if the batch is ${what}`, async () => {
    const nodes = new SharedNodes()
    await nodes.allow({ x: 10 })
    let leave: (() => void) | undefined
    const through = (store: BooksStore): BooksStore => ({
      ...store,
      post: async (batch, uses) => {
        const isFirst = leave !== undefined
        leave?.()
        leave = undefined
        if (isFirst && fault !== undefined)
          throw new DatabaseError('told to fail', { outcome: 'not_done', reason: fault })
        return await store.post(batch, uses)
      },
    })
    const node = await nodes.start({ node: 'A', through })
    const subject = { project: 'shop', credential: 'key-1', operation: 'suggestCompanies' }
    const charge = node.clients[0]!.charge({ account: 'x', units: 10, subject, requestId: 'f'.repeat(32) })
    leave = () => charge.withdraw()
    const outcome = await nodes.answer(charge.outcome)
    assert(outcome !== 'no answer')
    assert.equal(outcome.outcome, end)
    // The next batch would contain it, had it not been withdrawn.
    await nodes.time.pass(1_000)
    const { incarnation } = await node.started
    assert.equal(await nodes.books.lastSeq(incarnation), batches)
    assert.equal(
      await nodes.charge(node, 'x', 10),
      batches === 0 ? 'charged' : 'monthly_limit',
      'its units are free again',
    )
  })
}
