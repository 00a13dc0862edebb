import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatResetTime } from './headers.ts'

test('the end of a period is that of this period, whichever was written before', () => {
  for (const time of ['2026-11-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z', '2026-11-30T23:00:00.000Z'])
    for (let again = 0; again < 2; again++) assert.equal(formatResetTime(Date.parse(time)), time)
})
