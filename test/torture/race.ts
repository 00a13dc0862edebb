// `npm run torture:race -- --units N --races R --seed S`: R races (1) to the end of an account of N units (100000), on SQLite in one process of three threads and on
// PostgreSQL in three processes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../postgres.ts'
import { asTable } from './kill-report.ts'
import { type RaceReport, raceToTheEnd } from './racing-exhaustion.ts'

const { values } = parseArgs({
  options: {
    units: { type: 'string', default: '100000' },
    races: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
})
const units = Number(values.units)
const row = (name: string, { sold, debits, ms, busyAnswers, busyMsMax }: RaceReport): readonly [string, string] => [
  name,
  `${sold} of ${units} units sold in ${debits} debits and ${(ms / 1000).toFixed(1)} s, 0 over; ` +
    `${busyAnswers} times busy, for ${busyMsMax.toFixed(0)} ms at the longest`,
]
for (let race = 0; race < Number(values.races); race++) {
  const seed = Number(values.seed) + race
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
