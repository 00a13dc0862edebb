import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { count, oneOf, readTrialOptions, seed } from '../testing/trial.ts'
import { killOnPostgres, postgresRowsOf } from './kill-ledger-postgres.ts'
import { killOnSqlite } from './kill-ledger-sqlite.ts'
import { asTable, type KillReport, rowsOf } from './kill-report.ts'

const chosen = readTrialOptions({
  name: 'torture:kill',
  what: 'Charges units in a real process, kills it again and again, and checks after each kill that no unit was lost or charged twice. On PostgreSQL: in three processes, behind a network that drops replies.',
  options: {
    kills: count('how often (2000; on PostgreSQL 500)', undefined),
    seed,
    database: oneOf('where the books are', ['sqlite', 'postgres'], 'sqlite'),
  },
})
const SECONDS_PER_KILL = 0.7
const kills = chosen.kills ?? (chosen.database === 'sqlite' ? 2000 : 500)
const dir = mkdtempSync(join(tmpdir(), 'regista-torture-'))
const startedMs = performance.now()
try {
  let reported = 0
  const progress = (report: KillReport): void => {
    if (report.kills < reported + kills / 20) return
    reported = report.kills
    const seconds = (performance.now() - startedMs) / 1000
    const left = (seconds / report.kills) * (kills - report.kills)
    console.log(
      `${report.kills} kills, ${report.debits} debits, ${seconds.toFixed(0)} s, about ${left.toFixed(0)} s to go`,
    )
  }
  console.log(
    `${kills} kills on ${chosen.database}, about ${((kills * SECONDS_PER_KILL) / 60).toFixed(0)} minutes on a quiet machine`,
  )
  const title = `${chosen.database}, seed ${chosen.seed}`
  if (chosen.database === 'sqlite') {
    console.log(asTable(title, rowsOf(await killOnSqlite({ dir, kills, seed: chosen.seed, progress }))))
  } else {
    const longPauses = Math.ceil(kills / 20)
    console.log(
      asTable(title, postgresRowsOf(await killOnPostgres({ dir, kills, seed: chosen.seed, progress, longPauses }))),
    )
  }
} finally {
  rmSync(dir, { recursive: true })
}
