import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { freeBytes } from './free-bytes.ts'

test('the room on a disk is told for a folder that is there', () => {
  assert(0 < freeBytes(tmpdir())!)
  assert.equal(freeBytes('/nowhere/at/all'), undefined)
})
