import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { onSmallDisk } from '../torture/small-disk.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-full-notes-'))
after(() => rmSync(dir, { recursive: true }))

test('on a full disk thousands of requests can still be noted; further notes have space once others are removed', () => {
  const { command, args } = onSmallDisk('test/torture/full-notes.ts', dir)
  const child = spawnSync(command, args, { encoding: 'utf8' })
  assert.equal(child.stderr, '')
  assert.match(child.stdout, /^file (system|size): \d+ notes\n$/)
})
