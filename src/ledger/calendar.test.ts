import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '../stdx/time-units.ts'
import { type Month, monthAfter, monthAt, monthOf } from './calendar.ts'

test('from 2024 to 2060 there are 444 months without a gap, each as long as its days and its change of clocks', () => {
  const months = monthsFrom2024()
  assert.equal(months.length, 444)
  assert.equal(months.at(-1)!.period, '2060-12')
  months.forEach((month, n) => {
    const year = 2024 + Math.floor(n / 12)
    const number = (n % 12) + 1
    assert.equal(month.period, `${year}-${String(number).padStart(2, '0')}`)
    assert.equal((month.endsAtMs - month.startsAtMs) / HOUR_MS, hoursOf(year, number), month.period)
    if (n !== 0) assert.equal(month.startsAtMs, months[n - 1]!.endsAtMs, month.period)
  })
})

test('the month changes at the exact millisecond, whatever the earlier calls', () => {
  const months = monthsFrom2024()
  const far = Date.UTC(2199, 5, 15)
  for (const month of months) {
    const next = monthAfter(month)
    for (const [ms, expected] of [
      [month.startsAtMs, month],
      [month.startsAtMs + 0.5, month],
      [month.endsAtMs - 1, month],
      [month.endsAtMs - 0.5, month],
      [month.endsAtMs, next],
      [month.endsAtMs - 1, month],
    ] as const) {
      assert.deepEqual(monthAt(ms), expected, `${month.period} ${ms}`)
      monthAt(far)
      assert.deepEqual(monthAt(ms), expected, `${month.period} ${ms}, after another month`)
    }
    assert.deepEqual(monthOf(month.period), month)
  }
})

test('every month begins when the local time of Bratislava does', () => {
  for (const month of monthsFrom2024()) assert.equal(month.startsAtMs, firstShown(month.period), month.period)
})

// The clocks change on the last Sunday of March and October at 01:00 UTC. Winter is UTC+1, summer UTC+2.
const CHANGES_ON_A_LAST_DAY: readonly (readonly [period: string, starts: string, ends: string, hours: number])[] = [
  ['2024-03', '2024-02-29T23:00:00.000Z', '2024-03-31T22:00:00.000Z', 743],
  ['2027-10', '2027-09-30T22:00:00.000Z', '2027-10-31T23:00:00.000Z', 745],
  ['2030-03', '2030-02-28T23:00:00.000Z', '2030-03-31T22:00:00.000Z', 743],
  ['2032-10', '2032-09-30T22:00:00.000Z', '2032-10-31T23:00:00.000Z', 745],
  ['2038-10', '2038-09-30T22:00:00.000Z', '2038-10-31T23:00:00.000Z', 745],
  ['2041-03', '2041-02-28T23:00:00.000Z', '2041-03-31T22:00:00.000Z', 743],
  ['2047-03', '2047-02-28T23:00:00.000Z', '2047-03-31T22:00:00.000Z', 743],
  ['2049-10', '2049-09-30T22:00:00.000Z', '2049-10-31T23:00:00.000Z', 745],
  ['2052-03', '2052-02-29T23:00:00.000Z', '2052-03-31T22:00:00.000Z', 743],
  ['2055-10', '2055-09-30T22:00:00.000Z', '2055-10-31T23:00:00.000Z', 745],
  ['2058-03', '2058-02-28T23:00:00.000Z', '2058-03-31T22:00:00.000Z', 743],
  ['2060-10', '2060-09-30T22:00:00.000Z', '2060-10-31T23:00:00.000Z', 745],
]

for (const [period, starts, ends, hours] of CHANGES_ON_A_LAST_DAY) {
  test(`${period}, whose last day has the change of clocks, is ${hours} hours: ${starts} to ${ends}`, () => {
    const month = monthOf(period)!
    assert.deepEqual([month.startsAtMs, month.endsAtMs], [Date.parse(starts), Date.parse(ends)])
    assert.equal((month.endsAtMs - month.startsAtMs) / HOUR_MS, hours)
    // The clock change itself, 22 or 23 hours before the end of the month, does not affect it.
    const changeMs = Date.parse(`${ends.slice(0, 10)}T01:00:00.000Z`)
    for (const ms of [changeMs - 1, changeMs, changeMs + HOUR_MS]) assert.equal(monthAt(ms).period, period)
  })
}

test('the table has every change of clocks on the last day of a month from 2024 to 2060', () => {
  const all = Array.from({ length: 37 }, (_, n) => 2024 + n).flatMap((year) => [`${year}-03`, `${year}-10`])
  const periods = all.filter((period) => new Date(`${period}-31T00:00:00Z`).getUTCDay() === 0)
  const listed = CHANGES_ON_A_LAST_DAY.map(([period]) => period)
  assert.deepEqual(listed, periods)
})

const NOT_A_PERIOD = [
  '',
  '2026',
  '2026-1',
  '2026-00',
  '2026-13',
  '26-11',
  '2026-11-01',
  ' 2026-11',
  '2026-11\n',
  '2026–11',
]
for (const text of [...NOT_A_PERIOD, '0000-01', '+002026-11', '２０２６-11', '2026/11', '202611']) {
  test(`${JSON.stringify(text)} is not a period`, () => assert.equal(monthOf(text), undefined))
}

function monthsFrom2024(): Month[] {
  const months = [monthOf('2024-01')!]
  for (let n = 1; n < 37 * 12; n++) months.push(monthAfter(months.at(-1)!))
  return months
}

function hoursOf(year: number, month: number): number {
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return days * 24 + (month === 3 ? -1 : month === 10 ? 1 : 0)
}

const wall = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Bratislava', year: 'numeric', month: '2-digit' })

/** Finds it without Temporal, by a binary search around the month's first midnight. */
function firstShown(period: string): number {
  let before = Date.parse(`${period}-01T00:00:00Z`) - 48 * HOUR_MS
  let after = before + 96 * HOUR_MS
  while (1 < after - before) {
    const middle = Math.floor((before + after) / 2)
    if (shown(middle) < period) before = middle
    else after = middle
  }
  return after
}

function shown(ms: number): string {
  const parts = Object.fromEntries(wall.formatToParts(ms).map(({ type, value }) => [type, value]))
  return `${parts.year}-${parts.month}`
}
