import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { registerDates } from './register-dates.ts'

describe('registerDates', () => {
  for (const [today, rpoInit, czAddresses, res, skAddresses, because] of [
    ['2026-11-21', '2026-11-07', '2026-10-31', '2026-11-15', '2026-11-21', 'a day in the middle of a month'],
    ['2026-11-08', '2026-10-03', '2026-10-31', '2026-10-31', '2026-08-21', 'the second daily is not out yet'],
    ['2026-11-09', '2026-11-07', '2026-10-31', '2026-10-31', '2026-08-21', 'now it is'],
    ['2026-11-17', '2026-11-07', '2026-10-31', '2026-11-15', '2026-08-21', 'RES is out two days later'],
    ['2026-11-16', '2026-11-07', '2026-10-31', '2026-10-31', '2026-08-21', 'and not before'],
    ['2026-01-01', '2025-12-06', '2025-12-31', '2025-12-15', '2025-11-21', 'the turn of the year'],
    ['2028-03-01', '2028-02-05', '2028-02-29', '2028-02-15', '2028-02-21', 'a leap year'],
    ['2026-06-10', '2026-06-06', '2026-05-31', '2026-05-31', '2026-05-21', 'an init that really was'],
  ] as const) {
    test(`${today}: ${because}`, () => {
      const dates = registerDates(today, 2)
      const found = [dates.rpoInit, dates.czAddresses, dates.res, dates.skAddresses]
      assert.deepEqual(found, [rpoInit, czAddresses, res, skAddresses])
    })
  }
})
