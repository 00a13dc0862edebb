import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts'
import { Books } from './books.ts'
import { exampleStore, STORE_KINDS } from './example-stores.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

const clock = { nowMs: () => 1_795_000_000_000 }
const BY = { who: 'operator', why: 'looked' }

for (const kind of STORE_KINDS) {
  test(`on ${kind}, a doubt stands once, and comes back if it is found again after the operator has trusted`, async () => {
    await using example = await exampleStore(kind, { clock, postgresUrl: server.url })
    const books = new Books(example.store)
    const raise = (reason: string) => books.raiseDoubt({ account: 'a', reason, detail: 'chain' })
    for (const reason of ['audit', 'damaged', 'contradiction']) {
      assert.deepEqual([await raise(reason), await raise(reason)], ['raised', 'known'])
      assert.equal((await books.resolveDoubts(BY)).length, 1)
      assert.deepEqual([await raise(reason), await raise(reason)], ['raised', 'known'])
      await books.resolveDoubts(BY)
    }
  })

  test(`on ${kind}, what stays as it is whatever anybody does is doubted once for good`, async () => {
    await using example = await exampleStore(kind, { clock, postgresUrl: server.url })
    const books = new Books(example.store)
    for (const reason of ['foreign_books', 'books_behind', 'timeline']) {
      const raise = () => books.raiseDoubt({ account: null, reason, detail: '1/7' })
      assert.deepEqual([await raise(), await raise()], ['raised', 'known'])
      await books.resolveDoubts(BY)
      assert.equal(await raise(), 'resolved')
    }
  })
}
