import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { killServer } from './torture/kill-server-run.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-kill-server-'))
after(() => rmSync(dir, { recursive: true }))

test('SIGKILL of the real server under load: every success that was heard has its one debit, no other answer has one (5 kills)', async () => {
  const report = await killServer({ dir, kills: 5, seed: 7, databaseUrl: undefined, progress: () => {} })
  // A kill while nothing is under way proves nothing.
  assert(4 <= report.killsUnderLoad, JSON.stringify(report))
  assert(1 <= report.sold.unansweredDebits, JSON.stringify(report))
})
