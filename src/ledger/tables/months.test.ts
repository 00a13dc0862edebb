import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthOf } from '../calendar.ts'
import { BOOKS_KINDS, NOON, openTestBooks } from '../testing/test-books.ts'
import { readMonth, storeMonths } from './months.ts'

const HOUR_MS = 3_600_000

for (const kind of BOOKS_KINDS)
  test(`the running month and the next are stored on ${kind}, and stay as they are`, async () => {
    await using opened = await openTestBooks(kind)
    const { books } = opened
    await books.run('delete from month')
    for (let i = 0; i < 2; i++) await books.transaction((rows) => storeMonths(rows, NOON))
    const stored = await books.query('select period, starts_at_ms, ends_at_ms from month order by period')
    const [november, december] = [monthOf('2026-11')!, monthOf('2026-12')!]
    const expected = [november, december].map(({ period, startsAtMs, endsAtMs }) => [period, startsAtMs, endsAtMs])
    assert.deepEqual(stored, expected)
  })

test('a month starts where the stored one before it ends, whatever the rules of the time zone say now', async () => {
  await using opened = await openTestBooks('sqlite')
  const { books } = opened
  const { startsAtMs, endsAtMs } = monthOf('2026-11')!
  for (const shiftMs of [-HOUR_MS, HOUR_MS]) {
    await books.run('delete from month')
    const sql = "insert into month (period, starts_at_ms, ends_at_ms) values ('2026-11', $1, $2)"
    await books.run(sql, startsAtMs, endsAtMs + shiftMs)
    // In the hour that both or none of the two months would have by other rules.
    for (const atMs of [endsAtMs - 1_800_000, endsAtMs + 1_800_000]) {
      await books.transaction((rows) => storeMonths(rows, atMs))
      const month = await readMonth(books, atMs)
      assert.equal(month?.period, atMs < endsAtMs + shiftMs ? '2026-11' : '2026-12')
    }
    const all = await books.query('select starts_at_ms, ends_at_ms from month order by starts_at_ms')
    for (const [i, [starts]] of all.entries()) if (0 < i) assert.equal(starts, all[i - 1]![1], 'no gap, no overlap')
  }
})
