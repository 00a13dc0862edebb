import assert from 'node:assert/strict'
import { closeSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { freeBytes, requireSpace } from './free-bytes.ts'
import { describeKnownError } from './known-error.ts'
import { writeAll } from './write-all.ts'

test('freeBytes returns the free bytes of an existing folder only', async () => {
  assert(0 < (await freeBytes(tmpdir()))!)
  assert.equal(await freeBytes('/nowhere/at/all'), undefined)
})

test('requireSpace refuses what does not fit, with what is needed, free and missing', async () => {
  await requireSpace(tmpdir(), 1)
  await assert.rejects(requireSpace(tmpdir(), 1e18), {
    message: /: 1000000000000 MB are needed and \d+ MB are free\. Free \d+ MB or /,
  })
})

test('a write to a full disk names the file', { skip: process.platform !== 'linux' }, () => {
  const file = openSync('/dev/full', 'w')
  try {
    assert.throws(
      () => writeAll(file, Buffer.from('x')),
      (error) => /^\/dev\/full: the disk is full; .*\(ENOSPC\)$/.test(describeKnownError(error)!),
    )
  } finally {
    closeSync(file)
  }
})
