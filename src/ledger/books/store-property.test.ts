import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts'
import { memoryBooks } from './example-memory-store.ts'
import { BEGINNING, everything, operations, perform } from './example-operations.ts'
import { exampleStore } from './example-stores.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

const clock = { nowMs: () => 1_795_000_000_000 }

const RUNS = { sqlite: 150, postgres: 20 } as const

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`whatever is done to them, books in ${kind} and in memory answer the same and have the same rows`, async () => {
    let changes = 0
    const outcomes = new Set<string>()
    const same = fc.asyncProperty(operations, async (todo) => {
      await using real = await exampleStore(kind, { clock, postgresUrl: server.url })
      const booksId = await real.store.snapshot((rows) => rows.booksId())
      const memory = memoryBooks({ clock, booksId, onPut: () => changes++ })
      for (const operation of [BEGINNING, ...todo]) {
        const expected = await perform(memory, operation)
        assert.deepEqual(await perform(real.store, operation), expected)
        outcomes.add(JSON.stringify(expected))
      }
      assert.deepEqual(await everything(real.store), await everything(memory))
    })
    await fc.assert(same, { numRuns: RUNS[kind] })
    assert(10 * RUNS[kind] < changes, `the operations do something: ${changes} changes`)
    for (const seen of ['"done"', '"found"', 'nothing was taken', 'failed: constraint']) {
      assert(
        [...outcomes].some((outcome) => outcome.includes(seen)),
        seen,
      )
    }
  })
}
