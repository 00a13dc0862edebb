import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PATIENCE } from '../../src/stdx/testing/until.ts'
import { startPair } from '../../src/storage/testing/postgres-pair.ts'
import { count, flag, oneOf, readTrialOptions, seconds, seed, text } from '../testing/trial.ts'
import { loseLastCommits } from './failover-behind.ts'
import { FAULT_NAMES } from './failover-faults.ts'
import { type FailoverRound, failOver } from './failover-run.ts'
import { asTable } from './kill-report.ts'

const chosen = readTrialOptions({
  name: 'torture:failover',
  what: 'Three servers charge on a PostgreSQL primary with a standby. The primary is killed, paused, cut off or mute, the standby promoted, and the old primary comes back; or the primary stalls, or connections to it vanish without a reset. Checks that no charge is lost, double or oversold, and measures the time without service: a server that charges nothing for ten seconds after the network is well is a fault. Each round takes some five seconds; after a minute without a charge it ends with an error.',
  options: {
    times: count('how many rounds', 50),
    seed,
    kinds: text(
      `which faults, with commas between, in turn: ${FAULT_NAMES.join(', ')}; default: all`,
      '',
      new RegExp(`^((${FAULT_NAMES.join('|')})(,(?!$)|$))*$`),
    ),
    pooler: flag('the servers are told other numbers of their backends, as behind a pooler'),
    standby: oneOf('what the standby has', ['all', 'late'], 'all'),
    behind: seconds('how far a late standby is behind', 2),
  },
})
const { times } = chosen
const SERVERS = 3
const SILENCE_MAX_MS = 10_000 * PATIENCE
const dir = mkdtempSync(join(tmpdir(), 'regista-failover-'))
try {
  if (chosen.standby === 'all') await withAll()
  else await withLate()
} finally {
  rmSync(dir, { recursive: true })
}

async function withAll(): Promise<void> {
  await using pair = await startPair({ isSynchronous: true, renumbers: chosen.pooler })
  const faults = FAULT_NAMES.filter((name) => chosen.kinds === '' || chosen.kinds.split(',').includes(name))
  const fleet = { pair, url: pair.url, dir, servers: SERVERS }
  const report = await failOver({ ...fleet, times, seed: chosen.seed, faults, progress })
  const promoted = report.rounds.filter(({ promotionMs }) => promotionMs !== undefined)
  const longestMs = Math.max(...report.rounds.flatMap(({ silenceMs }) => silenceMs))
  console.log(
    asTable(`synchronous standby, seed ${chosen.seed}`, [
      ['rounds', `${report.rounds.length}`],
      ['charges with their one line', `${report.charged}`],
      ['lost, double, oversold', '0, 0, 0'],
      ['requests without an answer', `${report.unknown}, of which ${report.unanswered} were charged`],
      ['refused, without a line', `${report.refused}`],
      ['from the promotion to the first charge of a server', summary(promoted.flatMap(({ serviceMs }) => serviceMs))],
      ['without a charge on a well network', summary(report.rounds.flatMap(({ silenceMs }) => silenceMs))],
      ...faults.map((fault) => {
        const rounds = report.rounds.filter((round) => round.fault === fault)
        return [`  without one after ${fault}`, summary(rounds.flatMap(({ silenceMs }) => silenceMs))] as const
      }),
    ]),
  )
  if (longestMs <= SILENCE_MAX_MS) return
  console.error(`a server charged nothing for ${longestMs} ms on a well network; ${SILENCE_MAX_MS} ms are allowed`)
  process.exitCode = 1
}

function progress(round: FailoverRound, done: number): void {
  const { fault, promotionMs, outageMs, serviceMs, silenceMs, blockedMs } = round
  const how = promotionMs === undefined ? `well after ${outageMs} ms` : `promoted in ${promotionMs} ms`
  const silence = `at most ${Math.max(...silenceMs)} ms without one (the trial itself stood still for ${blockedMs} ms)`
  console.log(`${done} of ${times}: ${fault}, ${how}, charges after ${serviceMs.join(', ')} ms, ${silence}`)
}

function summary(times: readonly number[]): string {
  const ms = times.toSorted((a, b) => a - b)
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
    const units = `${missingUnits} units missing, ${putBackUnits} put back, ${namedUnits} in doubt`
    console.log(
      `${i + 1} of ${times}: ${units}; doubts: ${doubts.length}; charges again after ${serviceMs.join(', ')} ms`,
    )
  }
}
