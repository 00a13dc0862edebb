import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../stdx/testing/properties.ts'
import { KnownRows } from './known-rows.ts'

test('finds each row that was added once, and lists in the end the rows that were never found', () => {
  const fingerprint = fc.oneof(
    fc.nat(20),
    fc.maxSafeInteger().map((n) => Math.abs(n) % 2 ** 52),
  )
  fc.assert(
    fc.property(fc.uniqueArray(fingerprint), fc.array(fingerprint), (given, asked) => {
      const known = KnownRows.forRows(given.length)
      for (const [key, one] of given.entries()) known.add(one, key)
      const other = new KnownRows(known.buffer)
      const met = new Set<number>()
      for (const one of asked) {
        const expected = !given.includes(one) ? 'unknown' : met.has(one) ? 'again' : 'known'
        assert.equal(other.meet(one), expected)
        met.add(one)
      }
      assert.deepEqual(
        other.keysMet([...met]),
        [...met].filter((one) => given.includes(one)).map((one) => given.indexOf(one)),
      )
      const never = given.map((one, key) => ({ one, key })).filter(({ one }) => !met.has(one))
      assert.deepEqual(
        [...known.neverMet()].toSorted((a, b) => a - b),
        never.map(({ key }) => key),
      )
    }),
  )
})
