import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { reject } from '../errors.ts'
import { errorResponse } from './error-response.ts'
import { retryAfterSeconds } from './retry-after.ts'

const MOST = 1 - 2 ** -53

test('Retry-After is never early, and late by at most half of the wait, which is at least 2 s and at most 30 s', () => {
  const wait = fc.oneof(fc.double({ min: 0, max: 100, noNaN: true }), fc.double({ min: 0, max: 3e6, noNaN: true }))
  fc.assert(
    fc.property(wait, fc.double({ min: 0, max: MOST, noNaN: true }), (seconds, random) => {
      const returned = retryAfterSeconds({ retryAfterSeconds: seconds }, () => random)
      assert(Number.isInteger(returned) && 1 <= returned && seconds <= returned)
      const least = Math.max(1, Math.ceil(seconds))
      assert(returned - least <= Math.min(30, Math.max(2, Math.ceil(least / 2))))
    }),
  )
  const most = (seconds: number) => retryAfterSeconds({ retryAfterSeconds: seconds }, () => MOST)
  assert.deepEqual([most(1), most(5), most(20), most(2_000_000)], [3, 8, 30, 2_000_030])
})

test('clients that are rejected together get different times; a client that is limited alone gets the exact one', () => {
  for (const [code, seconds, atLeast] of [
    ['monthly_limit_reached', 86_400, 20],
    ['rate_limited', 3_600, 20],
    ['accounting_unavailable', 1, 3],
    ['overloaded', undefined, 3],
    ['data_unavailable', undefined, 3],
  ] as const) {
    const returned = new Set<string>()
    for (let i = 0; i < 500; i++) {
      const details = seconds === undefined ? {} : { retryAfterSeconds: seconds }
      const { headers, body } = errorResponse(reject(code, details), '0'.repeat(32), {})
      const header = headers['Retry-After']!
      assert.equal(String(JSON.parse(body).error.retry_after_seconds), header)
      returned.add(header)
    }
    assert(atLeast <= returned.size, `${code}: ${[...returned].join()}`)
  }
  for (let i = 0; i < 100; i++) assert.equal(retryAfterSeconds({ retryAfterSeconds: 0.2, concerns: 'one' }), 1)
})
