import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stableOrder } from './stable-order.ts'
import { fc } from './testing/properties.ts'

test('the order equals that of a stable comparison sort, for small and large numbers', () => {
  const value = fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 70_000 }), fc.constantFrom(0xffff_ffff, 0x1_0000, 0xffff))
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value, value)), (rows) => {
      const keys = [0, 1, 2].map((k) => Uint32Array.from(rows, (row) => row[k]!))
      const places = rows.map((_, i) => i)
      const expected = places.sort((a, b) => {
        const key = keys.find((values) => values[a] !== values[b])
        return key === undefined ? a - b : key[a]! - key[b]!
      })
      assert.deepEqual([...stableOrder(rows.length, keys)], expected)
    }),
    { numRuns: 500 },
  )
})
