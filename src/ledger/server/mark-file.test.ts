import assert from 'node:assert/strict'
import { closeSync, mkdtempDisposableSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { chainStart } from '../tables/lines.ts'
import { openMarkFile } from './mark-file.ts'

test('a mark that cannot be written is reported once, and the server goes on', () => {
  using dir = mkdtempDisposableSync(join(tmpdir(), 'regista-mark-'))
  // The file gets the lowest free number.
  const number = openSync(dir.path, 'r')
  closeSync(number)
  const warnings: string[] = []
  const file = openMarkFile(join(dir.path, 'mark'), 'before_answer', (text) => warnings.push(text))
  const mark = { ...chainStart(1), incarnation: 1, cluster: '', timeline: 0 }
  file.write(mark)
  assert.deepEqual(warnings, [])
  closeSync(number)
  for (const seq of [2, 3]) file.write({ ...mark, seq })
  assert.equal(warnings.length, 1)
  assert.match(warnings[0]!, /cannot be written.*EBADF/)
})
