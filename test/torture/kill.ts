import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../src/storage/testing/postgres.ts'
import { killWhileCharging } from '../ledger/kills.ts'
import { count, oneOf, readTrialOptions, seed } from '../testing/trial.ts'

const chosen = readTrialOptions({
  name: 'torture:kill',
  what: 'Kills real processes while they charge, and checks that each success has one line, that no other answer has one, and that the counts are the sums. On PostgreSQL three processes charge the same accounts.',
  options: {
    kills: count('how often', 200),
    seed,
    database: oneOf('where the books are', ['sqlite', 'postgres'], 'sqlite'),
  },
})
const dir = mkdtempSync(join(tmpdir(), 'regista-kill-'))
try {
  await using postgres = chosen.database === 'postgres' ? await startPostgres() : undefined
  const checked = await killWhileCharging({
    dir,
    url: postgres?.url,
    kills: chosen.kills,
    seed: chosen.seed,
    servers: postgres === undefined ? 1 : 3,
    progress: (kills) => {
      if (kills % Math.ceil(chosen.kills / 20) === 0) console.log(`${kills} kills`)
    },
  })
  console.log(`${chosen.database}, seed ${chosen.seed}: ${chosen.kills} kills, ${JSON.stringify(checked)}`)
} finally {
  rmSync(dir, { recursive: true })
}
