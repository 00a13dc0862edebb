import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RecentValues } from './recent-values.ts'

test('a key gets its own value, which is made once while no other key takes its place', () => {
  const made: number[] = []
  const values = new RecentValues(4, (key) => {
    made.push(key)
    return `value ${key}`
  })
  for (const key of [0, 1, 0, 4, 4, 0, 5, 1]) assert.equal(values.get(key), `value ${key}`)
  assert.deepEqual(made, [0, 1, 4, 0, 5, 1])
})

test('a value that could not be made is not kept, and the one before it is', () => {
  let isBroken = true
  const values = new RecentValues(4, (key) => {
    if (key === 4 && isBroken) throw new Error('a fault of the test')
    return `value ${key}`
  })
  values.get(0)
  assert.throws(() => values.get(4))
  assert.throws(() => values.get(4))
  assert.equal(values.get(0), 'value 0')
  isBroken = false
  assert.equal(values.get(4), 'value 4')
})

test('a size that is no power of two is refused', () => {
  for (const size of [0, 3, 1000]) assert.throws(() => new RecentValues(size, String))
})
