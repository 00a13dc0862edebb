import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPair } from '../../src/storage/testing/postgres-pair.ts'
import { count, oneOf, readTrialOptions, seconds, seed } from '../testing/trial.ts'
import { loseLastCommits } from './failover-behind.ts'
import { FAULTS, type FailoverRound, failOver } from './failover-run.ts'
import { asTable } from './kill-report.ts'

const chosen = readTrialOptions({
  name: 'torture:failover',
  what: 'Three servers charge on a PostgreSQL primary with a standby. The primary is killed, paused or cut off, the standby promoted, and the old primary comes back. Checks that no charge is lost, double or oversold, and measures the time without service. Each failover takes some five seconds; after a minute without a charge it ends with an error.',
  options: {
    times: count('how many failovers', 50),
    seed,
    standby: oneOf('what the standby has', ['all', 'late'], 'all'),
    behind: seconds('how far a late standby is behind', 2),
  },
})
const { times } = chosen
const SERVERS = 3
const dir = mkdtempSync(join(tmpdir(), 'regista-failover-'))
try {
  if (chosen.standby === 'all') await withAll()
  else await withLate()
} finally {
  rmSync(dir, { recursive: true })
}

async function withAll(): Promise<void> {
  await using pair = await startPair({ isSynchronous: true })
  const report = await failOver({ pair, url: pair.url, dir, servers: SERVERS, times, seed: chosen.seed, progress })
  const byFault = FAULTS.map((fault) => report.rounds.filter((round) => round.fault === fault))
  console.log(
    asTable(`synchronous standby, seed ${chosen.seed}`, [
      ['failovers', `${report.rounds.length}`],
      ['charges with their one line', `${report.charged}`],
      ['lost, double, oversold', '0, 0, 0'],
      ['requests without an answer', `${report.unknown}, of which ${report.unanswered} were charged`],
      ['refused, without a line', `${report.refused}`],
      ['from the promotion to the first charge of a server', summary(report.rounds)],
      ...byFault.map((rounds, i) => [`  after ${FAULTS[i]}`, summary(rounds)] as const),
    ]),
  )
}

function progress(round: FailoverRound, done: number): void {
  const { fault, promotionMs, serviceMs } = round
  console.log(`${done} of ${times}: ${fault}, promoted in ${promotionMs} ms, charges after ${serviceMs.join(', ')} ms`)
}

function summary(rounds: readonly FailoverRound[]): string {
  const ms = rounds.flatMap(({ serviceMs }) => serviceMs).toSorted((a, b) => a - b)
  const at = (part: number) => `${ms[Math.min(ms.length - 1, Math.floor(part * ms.length))]} ms`
  return ms.length === 0 ? 'none' : `p50 ${at(0.5)}, p99 ${at(0.99)}, max ${at(1)}`
}

async function withLate(): Promise<void> {
  for (let i = 0; i < times; i++) {
    const folder = mkdtempSync(join(dir, 'run-'))
    await using pair = await startPair({ isSynchronous: false })
    const fleet = { dir: folder, url: pair.url, servers: SERVERS, behindMs: chosen.behind * 1000 }
    const report = await loseLastCommits({ ...fleet, primary: pair.a, standby: pair.b })
    const { serviceMs, missingUnits, putBackUnits, namedUnits, doubts } = report
    const units = `${missingUnits} units missing, ${putBackUnits} put back, ${namedUnits} named in a notice`
    console.log(
      `${i + 1} of ${times}: ${units}; doubts: ${doubts.length}; charges again after ${serviceMs.join(', ')} ms`,
    )
  }
}
