import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { killServer } from '../torture/kill-server-run.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-kill-server-'))
after(() => rmSync(dir, { recursive: true }))

test('SIGKILL of the real server under load: every success that a client received has one debit, no other response has any (5 kills or more)', async () => {
  await killServer({
    dir,
    seed: 7,
    databaseUrl: undefined,
    progress: () => {},
    kills: 5,
    isEnough: ({ killsUnderLoad, charges }) => 4 <= killsUnderLoad && 1 <= charges.unansweredDebits,
  })
})
