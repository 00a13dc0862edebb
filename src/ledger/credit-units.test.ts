import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { until } from '../stdx/testing/until.ts'
import { creditUnits } from './credit-units.ts'
import { credit, listCreditsBy } from './tables/accounts.ts'
import { openAccount, openTestBooks } from './testing/test-books.ts'

test('of two servers that carry out one act at the same time in two months, the second changes nothing', async () => {
  await using opened = await openTestBooks('postgres')
  const { books, url } = opened
  await openAccount(books, 'anna', 10)
  const act = { account: 'anna', units: 5, who: 'berta, act 7', why: 'outage' }
  await using first = await opened.open()
  let second: Promise<string> | undefined
  let hasEnded = false
  await first.transaction(async (rows) => {
    await rows.query("select 1 from account where account = 'anna' for no key update")
    await credit(rows, { ...act, period: '2001-01' })
    second = creditUnits({ data: tmpdir(), databaseUrl: url }, act).finally(() => {
      hasEnded = true
    })
    const waiting = `select count(*) from pg_stat_activity where wait_event_type = 'Lock'`
    await until(async () => hasEnded || 0 < Number((await books.query(waiting))[0]![0]), 'a credit that waits')
  })
  assert.equal(await second, '2001-01')
  assert.deepEqual(await listCreditsBy(books, act), ['2001-01'])
})
