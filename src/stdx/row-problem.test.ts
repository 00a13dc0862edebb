import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quoteValue } from './row-problem.ts'

test('a value is quoted, and shortened to forty characters', () => {
  assert.equal(quoteValue('a"b'), '"a\\"b"')
  assert.equal(quoteValue('x'.repeat(50)), `"${'x'.repeat(40)}…"`)
})
