import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../src/storage/testing/postgres.ts'
import { count, oneOf, readTrialOptions, seed } from '../testing/trial.ts'
import { asTable } from './kill-report.ts'
import { type KillServerReport, killServer } from './kill-server-run.ts'

const chosen = readTrialOptions({
  name: 'torture:kill-server',
  what: 'Kills the real server under mixed load over HTTP, and checks after each kill that every success has its one debit and nothing else has one.',
  options: {
    kills: count('how often', 200),
    seed,
    database: oneOf('where the books and accounts are', ['sqlite', 'postgres'], 'sqlite'),
  },
})
const { kills, database } = chosen
const dir = mkdtempSync(join(tmpdir(), 'regista-torture-'))
try {
  await using postgres = database === 'postgres' ? await startPostgres() : undefined
  const progress = ({ kills: done, requests }: KillServerReport): void => {
    if (done % Math.ceil(kills / 20) === 0) console.log(`${done} kills, ${requests} requests`)
  }
  const report = await killServer({ dir, kills, seed: chosen.seed, databaseUrl: postgres?.url, progress })
  console.log(asTable(`${database}, seed ${chosen.seed}`, rowsOf(report)))
} finally {
  rmSync(dir, { recursive: true })
}

function rowsOf(report: KillServerReport): readonly (readonly [string, string])[] {
  const { kills: done, killsWhileStarting, killsUnderLoad, requests, usageAnswers, charges } = report
  const ms = report.startMs.toSorted((a, b) => a - b)
  const at = (part: number): string => `${ms[Math.min(ms.length - 1, Math.floor(part * ms.length))]!.toFixed(0)} ms`
  return [
    ['kills', `${done}, and ${killsWhileStarting} of a server that was starting`],
    ['with a request under way that may be charged', `${killsUnderLoad}`],
    ['requests', `${requests}`],
    ['successes with their one debit', `${charges.successes}`],
    ['other answers, without a debit', `${charges.others}`],
    ['requests without an answer', `${charges.unanswered}, of which ${charges.unansweredDebits} were charged`],
    ['answers of usage that add up', `${usageAnswers}`],
    ['start of the process to the first answer', `p50 ${at(0.5)}, p99 ${at(0.99)}, max ${at(1)}`],
  ]
}
