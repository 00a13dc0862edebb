import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../src/storage/testing/postgres.ts'
import { count, readTrialOptions, seed } from '../testing/trial.ts'
import { asTable } from './kill-report.ts'
import { type RaceReport, raceToTheEnd } from './racing-exhaustion.ts'

const chosen = readTrialOptions({
  name: 'torture:race',
  what: 'Races to the last unit of an account, on SQLite in one process of three threads and on PostgreSQL in three processes.',
  options: { units: count('of the account', 100_000), races: count('how often', 1), seed },
})
const { units, races } = chosen
const row = (name: string, { charged, debits, ms, busyAnswers, busyMsMax }: RaceReport): readonly [string, string] => [
  name,
  `${charged} of ${units} units charged in ${debits} debits and ${(ms / 1000).toFixed(1)} s, 0 over; ` +
    `${busyAnswers} times busy, for ${busyMsMax.toFixed(0)} ms at the longest`,
]
for (let race = 0; race < races; race++) {
  const seed = chosen.seed + race
  const dir = mkdtempSync(join(tmpdir(), 'regista-race-'))
  try {
    await using postgres = await startPostgres()
    const race = { units, seed, loops: 16 }
    const sole = await raceToTheEnd({ ...race, dir: join(dir, 's'), databaseUrl: undefined, processes: 1, threads: 3 })
    const shared = await raceToTheEnd({
      ...race,
      dir: join(dir, 'p'),
      databaseUrl: postgres.url,
      processes: 3,
      threads: 1,
    })
    console.log(asTable(`seed ${seed}`, [row('SQLite, 3 threads', sole), row('PostgreSQL, 3 processes', shared)]))
  } finally {
    rmSync(dir, { recursive: true })
  }
}
