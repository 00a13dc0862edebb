import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../stdx/testing/properties.ts'
import { loadSections } from '../stdx/testing/sections.ts'
import { RecordKeys, RecordKeysBuilder } from './record-keys.ts'

/** Around every border between the sections, and anywhere. */
const key = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.integer({ min: -5, max: 5 }).map((step) => 2 ** 32 + step),
  fc.integer({ min: 0, max: 5 }).map((step) => Number.MIN_SAFE_INTEGER + step),
  fc.maxSafeInteger(),
)
const keys = fc.uniqueArray(key, { maxLength: 40 }).map((list) => list.sort((a, b) => a - b))

function built(ascending: readonly number[]): RecordKeys {
  const builder = new RecordKeysBuilder()
  for (const one of ascending) builder.push(one)
  assert.equal(builder.length, ascending.length)
  return new RecordKeys(loadSections(builder.sections()))
}

test('keys are stored in order, and each is found at its index', () => {
  fc.assert(
    fc.property(keys, fc.array(key), (ascending, others) => {
      const found = built(ascending)
      assert.equal(found.length, ascending.length)
      assert.deepEqual([...found], ascending)
      for (const one of [...ascending, ...others]) {
        assert.equal(found.indexOf(one), ascending.indexOf(one))
        assert.equal(found.firstNotBelow(one), ascending.filter((key) => key < one).length)
      }
    }),
    { numRuns: 500 },
  )
})

test('a few keys that 32 bits cannot hold leave the others at four bytes each', () => {
  const builder = new RecordKeysBuilder()
  builder.push(-7)
  for (let i = 0; i < 1000; i++) builder.push(i)
  builder.push(2 ** 40)
  const bytes = [...loadSections(builder.sections()).values()].reduce((sum, { byteLength }) => sum + byteLength, 0)
  assert.equal(bytes, 1000 * 4 + 2 * 8)
})

test('keys that do not ascend fail an assertion', () => {
  for (const next of [5, -3]) assert.throws(() => built([5, next]), /keys ascend/)
  assert.throws(() => built([2 ** 33, 7]), /keys ascend/)
})
