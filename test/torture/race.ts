import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../src/storage/testing/postgres.ts'
import { raceForLastUnits } from '../ledger/races.ts'
import { count, readTrialOptions } from '../testing/trial.ts'

const chosen = readTrialOptions({
  name: 'torture:race',
  what: 'Two and three servers race for the last units of a month; they must sell exactly the allowance.',
  options: { races: count('how many with each number of servers', 200) },
})
const dir = mkdtempSync(join(tmpdir(), 'regista-race-'))
try {
  await using postgres = await startPostgres()
  for (const servers of [2, 3]) {
    const units = await raceForLastUnits({ dir, postgres, servers, races: chosen.races })
    console.log(`${servers} servers: ${chosen.races} races, ${units} units sold, as many as there were`)
  }
} finally {
  rmSync(dir, { recursive: true })
}
