import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rememberValues } from './remember-values.ts'

test('a value is made once while few keys are asked for, never wrong, and never kept if there is none', () => {
  const made: number[] = []
  const half = rememberValues(3, (key: number) => {
    made.push(key)
    return key % 2 === 0 ? { half: key / 2 } : undefined
  })
  assert.equal(half(2), half(2))
  for (const key of [2, 4, 6, 2, 4, 6]) assert.equal(half(key)?.half, key / 2)
  assert.deepEqual(made, [2, 4, 6])
  assert.deepEqual([half(1), half(1)], [undefined, undefined])
  assert.deepEqual(made.slice(3), [1, 1])
  for (const key of [8, 2, 4, 6]) assert.equal(half(key)?.half, key / 2)
  assert.deepEqual(made.slice(5), [8, 2, 4, 6])
})
