import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { freeBytes } from './free-bytes.ts'

test('freeBytes returns the free bytes of an existing folder only', () => {
  assert(0 < freeBytes(tmpdir())!)
  assert.equal(freeBytes('/nowhere/at/all'), undefined)
})
