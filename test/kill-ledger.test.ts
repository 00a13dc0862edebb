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

test('SIGKILL at any moment of charging loses no unit and charges none twice, on SQLite (8 kills or more)', async () => {
  await killOnSqlite({
    dir: folder('sqlite'),
    seed: 7,
    progress: () => {},
    kills: 8,
    isEnough: ({ killsInFlight, inFlightWritten }) => 6 <= killsInFlight && 1 <= inFlightWritten,
  })
})

test('three servers on one PostgreSQL are killed while replies are lost: no unit is lost, none charged twice (4 kills or more)', async () => {
  await killOnPostgres({
    dir: folder('pg'),
    seed: 7,
    longPauses: 0,
    progress: () => {},
    kills: 4,
    isEnough: ({ killsInFlight }) => 3 <= killsInFlight,
  })
})

test('a race for the last units of an account charges exactly its allowance', async () => {
  await using postgres = await startPostgres()
  const race = { units: 2_000, seed: 7, loops: 16 }
  await raceToTheEnd({ ...race, dir: folder('race'), databaseUrl: undefined, processes: 1, threads: 3 })
  await raceToTheEnd({ ...race, dir: folder('races'), databaseUrl: postgres.url, processes: 3, threads: 1 })
})
