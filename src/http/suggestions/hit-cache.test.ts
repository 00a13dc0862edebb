import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../stdx/random.ts'
import { HitCache } from './hit-cache.ts'

const KEPT_BYTES = 2 << 20

/** Byte strings of many lengths: together longer than the ring, some longer than an array, and one than any buffer. */
const texts = Array.from({ length: 1000 }, (_, i) => `${i}\u0080\u00ff`.repeat(i === 999 ? 500_000 : 2 ** (i % 13)))
/** Keys that are a multiple of 8192 apart compete for one place. */
const keyOf = (hit: number): number => 8192 * (hit % 3) + hit

test('an array has the text of each hit, whatever was written before', () => {
  const hits = new HitCache<number>({ keptBytes: KEPT_BYTES, keyOf, write: (key) => texts[key % 8192]! })
  const random = seededRandom(1)
  for (let round = 0; round < 5000; round++) {
    const first = random.below(texts.length)
    const found = Array.from({ length: random.below(11) }, () => (first + random.below(40)) % texts.length)
    const expected = `[${found.map((hit) => texts[hit]).join(',')}]`
    // assert.equal would print both.
    assert(hits.write(found) === expected, `round ${round}: ${found}`)
  }
})

test('a hit is written once and kept while a thousand others are', () => {
  const written: number[] = []
  const hits = new HitCache<number>({
    keptBytes: KEPT_BYTES,
    keyOf: (hit) => hit,
    write(key) {
      written.push(key)
      return `{"id":${key}}`
    },
  })
  const keys = Array.from({ length: 1000 }, (_, i) => i)
  for (let round = 0; round < 2; round++) for (const key of keys) hits.write([key, key])
  assert.deepEqual(written, keys)
})
