import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createHitCache } from './hit-cache.ts'

test('a hit has its own text whatever was written before, and is written once while it is asked for alone', () => {
  // Keys that are a multiple of 4096 apart compete for one place.
  const key = fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 12 })).map(([low, high]) => low + 4096 * high)
  fc.assert(
    fc.property(fc.array(key), (keys) => {
      const written: number[] = []
      const hits = createHitCache((one) => {
        written.push(one)
        return textOf(one)
      })
      for (const one of keys) {
        assert.equal(hits.get(one), textOf(one))
        const before = written.length
        assert.equal(hits.get(one), textOf(one))
        assert.equal(written.length, before)
      }
    }),
  )
})

/** Byte strings, one longer than any buffer. */
function textOf(key: number): string {
  return `${key}\u0080\u00ff`.repeat(key === 1 ? 30_000 : 1)
}
