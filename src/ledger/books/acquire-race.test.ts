import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPostgres } from '../../../test/postgres.ts'
import { monthAt } from '../calendar.ts'
import { audit } from './audit.ts'
import { Books } from './books.ts'
import { exampleStore } from './example-stores.ts'
import { GRANTS_MAX } from './rows.ts'

const NOW_MS = 1_795_000_000_000
const NODES = ['n', 'm', 'o', 'p']
const RACES = 10

test('on PostgreSQL, nodes race for the last units of an account: exactly those are granted, and all of them come back', async () => {
  await using server = await startPostgres()
  await using example = await exampleStore('postgres', { clock: { nowMs: () => NOW_MS }, postgresUrl: server.url })
  const books = new Books(example.store)
  const month = monthAt(NOW_MS)
  const lives = await Promise.all(NODES.map(async (node) => (await books.enrol(node, 0)).incarnation))
  for (let round = 1; round <= RACES; round++) {
    const account = `account ${round}`
    await books.setAllowance({ account, units: 25, who: 'operator' })
    const outcomes = await Promise.all(
      lives.map((incarnation) => {
        const wish = { grant: incarnation * GRANTS_MAX + round, version: 0, account, month, incarnation }
        return books.acquire({ ...wish, least: 10, wanted: 10, shape: 'shared' })
      }),
    )
    const grants = outcomes.flatMap((one) => (one.outcome === 'granted' ? [one.grant] : []))
    assert.equal(grants.length, 2)
    const closed = grants.map(({ id, version }) =>
      books.closeGrant({ grant: id, version, account, period: month.period }, 0),
    )
    assert.deepEqual(await Promise.all(closed), [{ outcome: 'closed' }, { outcome: 'closed' }])
    const row = await example.store.snapshot((rows) => rows.period(account, month.period))
    assert.deepEqual([row!.reserved, row!.exposure, row!.confirmed], [0, 0, 0])
  }
  assert.deepEqual((await example.store.snapshot(audit)).differences, [])
})
