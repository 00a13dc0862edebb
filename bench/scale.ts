import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildStatement, openBooksToRead } from '../src/ledger/accounting.ts'
import { Ledger } from '../src/ledger/ledger.ts'
import type { OwnPostgres } from '../src/storage/testing/postgres.ts'
import { count, flag, readTrialOptions, seconds, text } from '../test/testing/trial.ts'
import { auditFigures } from './ledger/audits.ts'
import { freshDatabase, journalBytes } from './ledger/bytes.ts'
import { fdatasyncTimes, fileSystemOf } from './ledger/disk.ts'
import { startDurablePostgres } from './ledger/durable-postgres.ts'
import type { RateJob, RateResult } from './ledger/rate-process.ts'
import { MACHINE, say, writeReport } from './report.ts'
import { makeWorkFolder } from './sample-data.ts'

const chosen = readTrialOptions({
  name: 'bench:scale',
  what: 'What one PostgreSQL carries: servers of 1, 2, 4 and 8 processes that charge at once to one account, to a thousand and to a hundred thousand; and what a long journal costs an audit, a statement and the usage of an account.',
  options: {
    seconds: seconds('for each figure', 4),
    rounds: count('the best of so many', 2),
    servers: text('how many servers, after each other', '1,2,4,8', /^[1-8](,[1-8])*$/),
    flight: count('requests at a time and server', 64),
    millions: count('lines of the journal, in millions', 10),
    write: flag('puts the tables into bench/results/'),
  },
})
const ms = chosen.seconds * 1000
const ACCOUNTS = [1, 1_000, 100_000]
const TICK_US = 10_000

const dir = makeWorkFolder('scale')

interface Figure {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly failed: number
  readonly serversUs: number
  readonly databaseUs: number
}

/** All servers charge at the same time, each as a process of its own. */
async function measure(postgres: OwnPostgres, servers: number, accounts: readonly string[]): Promise<Figure> {
  const children = Array.from({ length: servers }, () => fork(new URL('./ledger/rate-process.ts', import.meta.url)))
  // A bench that waits for a process that has died would wait for ever.
  for (const child of children) child.once('exit', (code) => code !== 0 && process.exit(1))
  for (const [n, child] of children.entries()) {
    const data = join(dir, `server-${n}`)
    mkdirSync(data, { recursive: true })
    const job: RateJob = { data, databaseUrl: postgres.url, accounts, inFlight: chosen.flight, ms }
    child.send(job)
    await once(child, 'message')
  }
  const before = databaseUs(postgres)
  const results = children.map(async (child) => {
    child.send('go')
    const [result] = (await once(child, 'message')) as [RateResult]
    return result
  })
  const all = await Promise.all(results)
  const used = databaseUs(postgres) - before
  await Promise.all(children.map((child) => (child.exitCode === null ? once(child, 'exit') : undefined)))
  const perSecond = all.reduce((sum, one) => sum + one.perSecond, 0)
  const worst = (pick: (one: RateResult) => number): number => Math.max(...all.map(pick))
  return {
    perSecond,
    p50: worst(({ p50 }) => p50),
    p99: worst(({ p99 }) => p99),
    failed: all.reduce((sum, one) => sum + one.failed, 0),
    serversUs: all.reduce((sum, one) => sum + one.processorUs * one.perSecond, 0) / perSecond,
    // The database also worked while the servers warmed up, for a third of the time.
    databaseUs: used / (perSecond * (ms / 1000) * (4 / 3)),
  }
}

/** Processor time of PostgreSQL and all its processes, also of those that have ended. */
function databaseUs({ dir: folder }: OwnPostgres): number {
  const main = Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])
  let ticks = 0
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      const [own, ended] = [fields[11]! + fields[12]!, fields[13]! + fields[14]!]
      if (Number(name) === main) ticks += own + ended
      else if (fields[1] === main) ticks += own
    } catch {
      // It has ended.
    }
  }
  return ticks * TICK_US
}

async function measureServers(postgres: OwnPostgres): Promise<void> {
  const names = Array.from({ length: ACCOUNTS.at(-1)! }, (_, i) => `account ${i}`)
  await openAccounts(postgres, names)
  say('| servers | accounts | debits/s | of one server | p50 ms | p99 ms | µs a debit: servers | database | failed |')
  say('|---|---|---|---|---|---|---|---|---|')
  for (const size of ACCOUNTS) {
    let alone = 0
    for (const servers of chosen.servers.split(',').map(Number)) {
      const rounds: Figure[] = []
      for (let round = 0; round < chosen.rounds; round++)
        rounds.push(await measure(postgres, servers, names.slice(0, size)))
      const best = rounds.reduce((one, other) => (one.perSecond < other.perSecond ? other : one))
      alone ||= best.perSecond
      const failed = rounds.reduce((sum, one) => sum + one.failed, 0)
      say(
        `| ${[servers, size, Math.round(best.perSecond), `${(best.perSecond / alone).toFixed(2)} ×`, best.p50.toFixed(1), best.p99.toFixed(1), best.serversUs.toFixed(0), best.databaseUs.toFixed(0), failed].join(' | ')} |`,
      )
    }
  }
}

/** As an operator's program would, some at the same time. */
async function openAccounts(postgres: OwnPostgres, names: readonly string[]): Promise<void> {
  const data = join(dir, 'accounts')
  mkdirSync(data)
  await using ledger = await Ledger.open({ data, databaseUrl: postgres.url })
  let next = 0
  const open = async (): Promise<void> => {
    while (next < names.length) await ledger.setAllowance(names[next++]!, 1_000_000_000, 'bench')
  }
  await Promise.all(Array.from({ length: 64 }, open))
}

async function measureJournal(postgres: OwnPostgres): Promise<void> {
  const folder = join(dir, 'journal')
  mkdirSync(folder)
  const url = await freshDatabase(postgres.url, 'journal')
  const figures = await auditFigures({ folder, url }, { lines: chosen.millions * 1_000_000, linesNew: 1_000_000, ms })
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const times: number[] = []
    for (let i = 0; i < 5; i++) {
      const startedMs = performance.now()
      await work()
      times.push(performance.now() - startedMs)
    }
    return Math.min(...times)
  }
  const place = { data: folder, databaseUrl: url }
  await using books = await openBooksToRead(place)
  await using ledger = await Ledger.open(place)
  const period = (await books.query<readonly [string]>('select max(period) from account_month'))[0]![0]
  const statement = await timed(() => buildStatement(books, 'account 7', period))
  const usage = await timed(() => ledger.usage('account 7'))
  const debits = (await books.query<readonly [number]>('select cast(sum(spent) as bigint) from account_month'))[0]![0]
  say('\n| lines in the journal | bytes a line | first audit | audit of the new lines | statement | usage |')
  say('|---|---|---|---|---|---|')
  say(
    `| ${[debits, ((await journalBytes({ folder, url })) / debits).toFixed(1), `${figures.firstSeconds.toFixed(1)} s`, `${figures.newSeconds.toFixed(1)} s, ${figures.newLines} lines`, `${statement.toFixed(1)} ms`, `${usage.toFixed(1)} ms`].join(' | ')} |`,
  )
}

try {
  say('# What one PostgreSQL carries\n')
  const disk = fdatasyncTimes(dir)
  say(
    `${MACHINE}; file system ${fileSystemOf(dir)}, fdatasync p50 ${disk.p50.toFixed(2)} ms. The servers and the database share these processors, so only ratios count. ${chosen.flight} requests at a time and server, best of ${chosen.rounds} rounds of ${chosen.seconds} s; command: \`npm run bench:scale -- --millions ${chosen.millions}\`\n`,
  )
  await using postgres = await startDurablePostgres(dir, 200)
  await measureServers(postgres)
  await measureJournal(postgres)
  if (chosen.write) writeReport('scale')
} finally {
  rmSync(dir, { recursive: true, force: true })
}
