import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { killImports } from '../torture/kill-import.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-kill-'))
after(() => rmSync(dir, { recursive: true }))

test('SIGKILL at any moment of import and publish leaves the last good state (8 kills or more)', async () => {
  await killImports({
    dir,
    seed: 7,
    progress: () => {},
    kills: 8,
    // A kill after the end proves nothing: most must come while the command works, some inside a transaction.
    isEnough: ({ landed, insideTransaction }) => 6 <= landed && 1 <= insideTransaction,
  })
})
