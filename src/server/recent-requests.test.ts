import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ERROR_CODES, type ErrorCode } from '../http/errors.ts'
import { fc } from '../stdx/testing/properties.ts'
import { RecentRequestCounter, RecentRequests } from './recent-requests.ts'
import { BUCKET_SECONDS, BUCKETS } from './time-buckets.ts'

const MINUTE_MS = 60_000
const THREADS = 3

test('the counts are those of the last sixty minutes, whatever was counted before and by which thread', () => {
  const steps = fc.array(
    fc.record({
      afterMs: fc.oneof(
        fc.integer({ min: 0, max: 90_000 }),
        fc.integer({ min: 0, max: 90 * MINUTE_MS }),
        // Around the length of the ring.
        fc.constantFrom(58, 59, 60, 61, 62).map((minutes) => minutes * MINUTE_MS),
      ),
      thread: fc.nat(THREADS - 1),
      code: fc.constantFrom<ErrorCode>(...ERROR_CODES),
      // Also exactly at the ends of buckets, and beyond the last.
      seconds: fc.constantFrom(0, 0.0005, 0.003, 5, 60),
    }),
    { maxLength: 200 },
  )
  fc.assert(
    fc.property(steps, fc.oneof(fc.nat(2 * MINUTE_MS), fc.nat(70 * MINUTE_MS)), (todo, laterMs) => {
      const clock = { ms: 1_795_000_012_345, nowMs: () => clock.ms }
      const counts = new RecentRequests(THREADS)
      const counters = Array.from({ length: THREADS }, (_, i) => new RecentRequestCounter(counts.memory, i, clock))
      const log: { readonly minute: number; readonly code: ErrorCode; readonly seconds: number }[] = []
      for (const { afterMs, thread, code, seconds } of todo) {
        clock.ms += afterMs
        counters[thread]!.refused(code)
        counters[thread]!.answered(seconds)
        log.push({ minute: Math.floor(clock.ms / MINUTE_MS), code, seconds })
      }
      clock.ms += laterMs
      const { minutesMs, refusals: found, times } = counts.read(clock.ms)
      assert.equal(minutesMs.length, 60)
      assert.equal(minutesMs.at(-1), Math.floor(clock.ms / MINUTE_MS) * MINUTE_MS)
      for (const code of ERROR_CODES) {
        const count = (ms: number) => log.filter((one) => one.code === code && one.minute * MINUTE_MS === ms).length
        assert.deepEqual(found.get(code), minutesMs.map(count), code)
      }
      const ends = [0, ...BUCKET_SECONDS, Number.POSITIVE_INFINITY]
      const isIn = (seconds: number, i: number) => (i === 0 || ends[i]! < seconds) && seconds <= ends[i + 1]!
      const count = (ms: number, i: number) =>
        log.filter((one) => one.minute * MINUTE_MS === ms && isIn(one.seconds, i)).length
      const expected = minutesMs.map((ms) => Array.from({ length: BUCKETS }, (_, i) => count(ms, i)))
      assert.deepEqual(times, expected)
    }),
  )
})
