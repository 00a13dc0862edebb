import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startPostgres } from '../../src/storage/testing/postgres.ts'
import { killWhileCharging } from './kills.ts'
import { raceForLastUnits } from './races.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-killed-'))
after(() => rmSync(dir, { recursive: true }))

for (const [name, kills, servers] of [
  ['sqlite', 6, 1],
  ['postgres', 6, 3],
] as const)
  test(`processes that are killed while they charge on ${name} lose nothing and charge nothing twice`, async () => {
    await using postgres = name === 'postgres' ? await startPostgres() : undefined
    const trial = { dir: join(dir, name), url: postgres?.url, kills, seed: 5, servers }
    const { charged, lines } = await killWhileCharging(trial)
    assert(0 < charged && charged <= lines)
  })

test('three servers that race for the last units of a month sell exactly the allowance', async () => {
  await using postgres = await startPostgres()
  assert.equal(await raceForLastUnits({ dir, postgres, servers: 3, races: 4 }), 1 + 7 + 50 + 333)
})
