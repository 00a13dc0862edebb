import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.ts'
import { BEGINNING, operations, perform, readEverything } from '../testing/operations.ts'
import { openExampleStore } from '../testing/stores.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

const clock = { nowMs: () => 1_795_000_000_000 }

const RUNS = 40

test('after any operations books in SQLite and PostgreSQL give the same results and have the same rows', async () => {
  const outcomes = new Map<string, number>()
  const same = fc.asyncProperty(operations, async (todo) => {
    await using sqlite = await openExampleStore('sqlite', { clock })
    await using postgres = await openExampleStore('postgres', { clock, postgresUrl: server.url })
    for (const operation of [BEGINNING, ...todo]) {
      const expected = await perform(sqlite.store, operation)
      assert.deepEqual(await perform(postgres.store, operation), expected)
      for (const seen of OUTCOMES) {
        if (JSON.stringify(expected)?.includes(seen)) outcomes.set(seen, (outcomes.get(seen) ?? 0) + 1)
      }
    }
    assert.deepEqual(await readEverything(postgres.store), await readEverything(sqlite.store))
  })
  await fc.assert(same, { numRuns: RUNS })
  for (const seen of OUTCOMES) assert(RUNS / 10 < (outcomes.get(seen) ?? 0), `${seen}: ${outcomes.get(seen)} times`)
})

const OUTCOMES = ['"done"', '"found"', 'nothing was taken', 'failed: constraint']
