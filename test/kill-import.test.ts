import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { killImports } from './torture/kill-import.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-kill-'))
after(() => rmSync(dir, { recursive: true }))

test('SIGKILL at any moment of import and publish leaves the last good state (12 kills)', async () => {
  const report = await killImports({ dir, kills: 12, seed: 7, progress: () => {} })
  // A kill after the end proves nothing: most must come while the command works, some inside a transaction.
  assert(10 <= report.landed, JSON.stringify(report))
  assert(1 <= report.insideTransaction, JSON.stringify(report))
})
