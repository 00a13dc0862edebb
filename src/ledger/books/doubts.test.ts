import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.ts'
import { openExampleStore, STORE_KINDS } from '../testing/stores.ts'
import { trustInAll } from '../testing/trust-in-all.ts'
import { Books } from './books.ts'
import { readUnresolvedDoubts } from './unresolved-doubts.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

const BY = { who: 'operator', why: 'looked' }

for (const kind of STORE_KINDS) {
  const withBooks = async (work: (books: ExampleBooks) => Promise<void>): Promise<void> => {
    let nowMs = 1_795_000_000_000
    await using example = await openExampleStore(kind, { clock: { nowMs: () => ++nowMs }, postgresUrl: server.url })
    const { store } = example
    const books = new Books(store)
    await work({
      books,
      raise: (reason, account = 'a') => books.raiseDoubt({ account, reason, detail: 'chain' }),
      standing: () => store.snapshot((rows) => readUnresolvedDoubts(rows)),
      trustInAll: async () => books.resolveDoubts(await trustInAll(store, 'looked')),
    })
  }

  test(`on ${kind}, a doubt is stored once, and raised under a new id if it is found again after it was resolved`, () =>
    withBooks(async ({ raise, standing, trustInAll }) => {
      const ids = new Set<number>()
      for (const reason of ['audit', 'damaged', 'contradiction'])
        for (let times = 0; times < 2; times++) {
          assert.deepEqual([await raise(reason), await raise(reason)], ['raised', 'known'])
          for (const { id } of await standing()) ids.add(id)
          assert.equal((await trustInAll()).resolved.length, 1)
        }
      assert.equal(ids.size, 6)
    }))

  test(`on ${kind}, a doubt about a fact that cannot change is raised only once`, () =>
    withBooks(async ({ raise, trustInAll }) => {
      for (const reason of ['foreign_books', 'books_behind', 'timeline']) {
        assert.deepEqual([await raise(reason), await raise(reason)], ['raised', 'known'])
        await trustInAll()
        assert.equal(await raise(reason), 'resolved')
      }
    }))

  test(`on ${kind}, a doubt that is not named stays, and so does one with the named id but another time`, () =>
    withBooks(async ({ books, raise, standing }) => {
      for (const reason of ['first', 'second', 'third']) await raise(reason)
      const [first, second, third] = await standing()
      const elsewhere = { id: third!.id, raisedAtMs: third!.raisedAtMs - 1 }
      const result = await books.resolveDoubts({ ...BY, doubts: [first!, elsewhere, { id: 99, raisedAtMs: 0 }] })
      assert.deepEqual(result, { resolved: [first], refused: [], notStanding: [elsewhere, { id: 99, raisedAtMs: 0 }] })
      assert.deepEqual(await standing(), [second, third])
      assert.deepEqual((await books.resolveDoubts({ ...BY, doubts: [first!] })).notStanding, [first])
    }))

  test(`on ${kind}, a doubt about an account whose books are wrong stays, and the others are resolved`, () =>
    withBooks(async ({ books, raise, standing }) => {
      for (const account of ['wrong', 'right']) await raise('damaged', account)
      await books.raiseDoubt({ account: null, reason: 'restored', detail: 'copy' })
      const [wrong, right, general] = await standing()
      const named = { ...BY, doubts: await standing() }
      assert.deepEqual(await books.resolveDoubts({ ...named, broken: 'all' }), {
        ...{ resolved: [], refused: [wrong, right, general], notStanding: [] },
      })
      const result = await books.resolveDoubts({ ...named, broken: ['wrong'] })
      assert.deepEqual(result, { resolved: [right, general], refused: [wrong], notStanding: [] })
      assert.deepEqual(await standing(), [wrong])
    }))
}

interface ExampleBooks {
  readonly books: Books
  raise(reason: string, account?: string): Promise<string>
  standing(): ReturnType<typeof readUnresolvedDoubts>
  trustInAll(): ReturnType<Books['resolveDoubts']>
}
