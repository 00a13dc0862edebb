import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shown } from './row-problem.ts'

test('a value is quoted, and cut after forty characters', () => {
  assert.equal(shown('a"b'), '"a\\"b"')
  assert.equal(shown('x'.repeat(50)), `"${'x'.repeat(40)}…"`)
})
