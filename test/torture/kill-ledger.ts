// `npm run torture:kill -- --kills N --seed S`: sells units from a real process, kills it N times (2000) and checks after each that no unit was lost or sold twice.
// `--database postgres`: three processes on one PostgreSQL (500), behind a network that drops replies.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { killOnPostgres, postgresRowsOf } from './kill-ledger-postgres.ts'
import { killOnSqlite } from './kill-ledger-sqlite.ts'
import { asTable, type KillReport, rowsOf } from './kill-report.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'sqlite' },
  },
})
const SECONDS_PER_KILL = 0.7
const kills = Number(values.kills ?? (values.database === 'sqlite' ? 2000 : 500))
const seed = Number(values.seed)
const dir = mkdtempSync(join(tmpdir(), 'regista-torture-'))
const startedMs = performance.now()
try {
  let told = 0
  const progress = (report: KillReport): void => {
    if (report.kills < told + kills / 20) return
    told = report.kills
    const seconds = (performance.now() - startedMs) / 1000
    const left = (seconds / report.kills) * (kills - report.kills)
    console.log(
      `${report.kills} kills, ${report.debits} debits, ${seconds.toFixed(0)} s, about ${left.toFixed(0)} s to go`,
    )
  }
  console.log(
    `${kills} kills on ${values.database}, about ${((kills * SECONDS_PER_KILL) / 60).toFixed(0)} minutes on a quiet machine`,
  )
  const title = `${values.database}, seed ${seed}`
  if (values.database === 'sqlite') {
    console.log(asTable(title, rowsOf(await killOnSqlite({ dir, kills, seed, progress }))))
  } else {
    const longPauses = Math.ceil(kills / 20)
    console.log(asTable(title, postgresRowsOf(await killOnPostgres({ dir, kills, seed, progress, longPauses }))))
  }
} finally {
  rmSync(dir, { recursive: true })
}
