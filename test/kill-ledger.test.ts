import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startPostgres } from '../src/storage/testing/postgres.ts'
import { killOnPostgres } from './torture/kill-ledger-postgres.ts'
import { killOnSqlite } from './torture/kill-ledger-sqlite.ts'
import { raceToTheEnd } from './torture/racing-exhaustion.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-kill-ledger-'))
after(() => rmSync(dir, { recursive: true }))

function folder(name: string): string {
  const path = join(dir, name)
  mkdirSync(path)
  return path
}

test('SIGKILL at any moment of selling loses no unit and sells none twice, on SQLite (12 kills)', async () => {
  const report = await killOnSqlite({ dir: folder('sqlite'), kills: 12, seed: 7, progress: () => {} })
  // A kill while nothing is being written proves nothing.
  assert(10 <= report.killsInFlight, JSON.stringify(report))
  assert(1 <= report.inFlightWritten, JSON.stringify(report))
})

test('three servers on one PostgreSQL are killed while replies are lost: no unit is lost, none sold twice (6 kills)', async () => {
  const report = await killOnPostgres({ dir: folder('pg'), kills: 6, seed: 7, longPauses: 0, progress: () => {} })
  assert(5 <= report.killsInFlight, JSON.stringify(report))
})

test('a race to the end of an account sells exactly its allowance', async () => {
  await using postgres = await startPostgres()
  const race = { units: 5_000, seed: 7, loops: 16 }
  await raceToTheEnd({ ...race, dir: folder('race'), databaseUrl: undefined, processes: 1, threads: 3 })
  await raceToTheEnd({ ...race, dir: folder('races'), databaseUrl: postgres.url, processes: 3, threads: 1 })
})
