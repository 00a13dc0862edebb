import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { freeBytes } from './free-bytes.ts'

test('freeBytes returns the free bytes of an existing folder only', async () => {
  assert(0 < (await freeBytes(tmpdir()))!)
  assert.equal(await freeBytes('/nowhere/at/all'), undefined)
})
