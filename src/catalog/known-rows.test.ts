import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../stdx/testing/properties.ts'
import { KnownRows } from './known-rows.ts'

test('finds each row that was added once, and lists in the end the rows that were never found', () => {
  const large = fc.maxSafeInteger().map((n) => Math.abs(n) % 2 ** 52)
  const fingerprint = fc.oneof(fc.nat(20), large)
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
      const keysMet = [...met].map((one) => given.indexOf(one)).filter((key) => 0 <= key)
      assert.deepEqual(other.keysMet([...met]), keysMet)
      const never = [...given.keys()].filter((key) => !met.has(given[key]!))
      assert.deepEqual([...known.neverMet()].toSorted(), never.toSorted())
    }),
  )
})
