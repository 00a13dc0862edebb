import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthAt } from '../calendar.ts'
import { audit } from '../testing/audit.ts'
import { openExampleStore } from '../testing/stores.ts'
import { Books } from './books.ts'
import { GRANTS_MAX } from './rows.ts'

const clock = { nowMs: () => 1_795_000_000_000 }
const MONTH = monthAt(clock.nowMs())

test('a repeated return after its grant has grown changes nothing and gets the present size', async () => {
  await using example = await openExampleStore('sqlite', { clock })
  const books = new Books(example.store)
  await books.setAllowance({ account: 'a', units: 1000, who: 'operator' })
  const { incarnation } = await books.beginIncarnation('n', 0)
  const request = {
    grant: incarnation * GRANTS_MAX + 1,
    account: 'a',
    month: MONTH,
    incarnation,
    shape: 'sole',
  } as const
  const opened = await books.acquire({ ...request, version: 0, least: 50, wanted: 50 })
  assert(opened.outcome === 'granted')
  const { id, version, account, period, size } = opened.grant
  const own = { grant: id, version, account, period }
  const keep = size - 20
  assert.deepEqual(await books.returnUnits(own, keep), { outcome: 'returned', version: version + 1, size: keep })
  const grown = await books.acquire({ ...request, version: version + 1, least: size, wanted: size })
  assert(grown.outcome === 'granted' && keep < grown.grant.size)
  const { version: now, size: has } = grown.grant
  assert.deepEqual(await books.returnUnits(own, keep), { outcome: 'returned', version: now, size: has })
  await example.store.snapshot(async (rows) => {
    assert.equal((await rows.grant(id))?.size, has)
    assert.deepEqual((await audit(rows)).differences, [])
  })
})
