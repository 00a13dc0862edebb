import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthOf } from '../ledger/calendar.ts'
import { formatProgressOfMonth } from './usage.ts'

const { startsAtMs, endsAtMs } = monthOf('2026-11')!
const at = (share: number) => startsAtMs + share * (endsAtMs - startsAtMs)

for (const [what, confirmedUnits, allowanceUnits, nowMs, text] of [
  [
    'half used in half a month',
    500,
    1_000,
    at(0.5),
    `[${'#'.repeat(20)}${'-'.repeat(20)}] 50 %, 1 000 by the end of the month if it goes on like that`,
  ],
  [
    'more than the allowance by the end of the month',
    56,
    60,
    at(0.8),
    `[${'#'.repeat(37)}${'-'.repeat(3)}] 93 %, used up on 2026-11-26 if it goes on like that`,
  ],
  ['all used', 1_000, 1_000, at(0.5), `[${'#'.repeat(40)}] 100 %`],
  ['more than the allowance, which was reduced', 30, 10, at(0.5), `[${'#'.repeat(40)}] 100 %`],
  ['a month that has just begun has no forecast', 5, 10, at(0.01), `[${'#'.repeat(20)}${'-'.repeat(20)}] 50 %`],
  ['a past month has none', 5, 10, at(1.5), `[${'#'.repeat(20)}${'-'.repeat(20)}] 50 %`],
  ['nothing used', 0, 0, at(0.5), `[${'-'.repeat(40)}] 0 %`],
] as const)
  test(`the progress of a month: ${what}`, () => {
    const shown = formatProgressOfMonth({ confirmedUnits, allowanceUnits, period: '2026-11' }, nowMs)
    assert.equal(shown, text)
  })
