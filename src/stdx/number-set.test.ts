import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NumberSet } from './number-set.ts'
import { seededRandom } from './random.ts'

test('equals a Set, for keys of every size and sign, in runs and in steps', () => {
  const random = seededRandom(7)
  const numbers = new NumberSet()
  const plain = new Set<number>()
  for (let i = 0; i < 200_000; i++) {
    const range = [500, 1e6, 2 ** 40, Number.MAX_SAFE_INTEGER][i % 4]!
    const number = Math.floor(random.fraction() * range) * (i % 7 === 0 ? -11 : 1)
    assert.equal(numbers.add(number), !plain.has(number))
    plain.add(number)
  }
  for (let key = 0; key < 100_000; key++) {
    assert.equal(numbers.add(key * 4096), !plain.has(key * 4096))
    plain.add(key * 4096)
  }
  assert.equal(numbers.size, plain.size)
  for (let key = -1000; key < 1000; key++) assert.equal(numbers.has(key), plain.has(key))
})
