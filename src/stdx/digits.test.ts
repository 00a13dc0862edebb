import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDigits } from './digits.ts'

for (const [text, expected] of [
  ['0', true],
  ['00000078', true],
  ['999999999999999', true],
  ['1000000000000000', false],
  ['', false],
  ['12a', false],
  ['-1', false],
  ['1.5', false],
  [' 1', false],
  ['٣', false],
] as const) {
  test(`${JSON.stringify(text)} is ${expected ? '' : 'not '}digits`, () => assert.equal(isDigits(text), expected))
}
