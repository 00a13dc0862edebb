import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Ledger } from '../src/ledger/ledger.ts'
import { count, flag, oneOf, readTrialOptions, seconds, whole } from '../test/testing/trial.ts'
import { auditFigures } from './ledger/audits.ts'
import { freshDatabase, journalBytes, settingsOf } from './ledger/bytes.ts'
import { makeMovableClock, measureCold, measureTurn } from './ledger/cold.ts'
import { fdatasyncTimes, fileSystemOf } from './ledger/disk.ts'
import { startDurablePostgres } from './ledger/durable-postgres.ts'
import { naiveRate } from './ledger/naive.ts'
import { firstRequests, type Rate, rateOf } from './ledger/rates.ts'
import { MACHINE, say, writeReport } from './report.ts'
import { makeWorkFolder } from './sample-data.ts'

const chosen = readTrialOptions({
  name: 'bench:ledger',
  what: 'How many debits a second become durable, and what a request waits for that, with one account and with a thousand; beside the disk’s own time and the way most would write it. Refuses a disk that is memory and a database that does not wait for it.',
  options: {
    seconds: seconds('for each figure and round', 3),
    rounds: count('the best of so many', 3),
    only: oneOf('one database in place of both', ['sqlite', 'postgres'], undefined),
    cold: flag('measures only the first requests of accounts, and a month that turns, on PostgreSQL'),
    audit: whole('measures only the audit of a million new lines after so many million that were verified', 0),
    write: flag('puts the tables into bench/results/'),
  },
})
const ms = chosen.seconds * 1000
const rounds = chosen.rounds
const dir = makeWorkFolder('ledger')

/** The best of the rounds: the others were disturbed more. */
function best(rates: readonly Rate[]): Rate {
  return rates.reduce((one, other) => (one.perSecond < other.perSecond ? other : one))
}

const MILLION = 1_000_000

async function measureAudit(name: string, url: string | undefined): Promise<void> {
  const folder = join(dir, name)
  mkdirSync(folder)
  const lines = chosen.audit * MILLION
  const { firstSeconds, newSeconds, newLines, alone, meanwhile } = await auditFigures(
    { folder, url },
    { lines, linesNew: MILLION, ms },
  )
  say(`\n## ${name}: audits\n`)
  say(
    '| lines verified before | first audit of them | lines new | audit of those | charges/s before | meanwhile | share |',
  )
  say('|---|---|---|---|---|---|---|')
  const rates = [Math.round(alone), Math.round(meanwhile), (meanwhile / alone).toFixed(2)]
  say(`| ${[lines, `${firstSeconds.toFixed(1)} s`, newLines, `${newSeconds.toFixed(1)} s`, ...rates].join(' | ')} |`)
}

async function measure(name: string, url: string | undefined): Promise<void> {
  const folder = join(dir, name)
  mkdirSync(folder)
  const disk = fdatasyncTimes(dir)
  const naive = Math.max(await naiveRate(folder, url, ms), 0)
  say(`\n## ${name}\n`)
  if (url !== undefined) {
    const { fsync, synchronous_commit, wal_sync_method } = await settingsOf(url)
    say(`fsync = ${fsync}, synchronous_commit = ${synchronous_commit}, wal_sync_method = ${wal_sync_method}\n`)
    if (fsync !== 'on' || synchronous_commit !== 'on')
      throw new Error('this PostgreSQL does not wait for the disk: nothing to measure')
  } else say('journal_mode = wal, synchronous = full\n')
  say(
    `fdatasync p50 ${disk.p50.toFixed(2)} ms, p99 ${disk.p99.toFixed(2)} ms; one update of a row per request: ${Math.round(naive)}/s\n`,
  )
  say('| accounts | in flight | debits/s | p50 ms | p99 ms | p50 : fdatasync | debits/s : naive | failed |')
  say('|---|---|---|---|---|---|---|---|')
  const ledger = await Ledger.open({ data: folder, databaseUrl: url })
  const all = Array.from({ length: 1000 }, (_, i) => `account ${i}`)
  for (const account of all) await ledger.setAllowance(account, 1_000_000_000, 'bench')
  let debits = 0
  for (const accounts of [all.slice(0, 1), all]) {
    if (1 < accounts.length) await measureFirstRequests(ledger, accounts)
    for (const inFlight of [1, 8, 64, 512]) {
      await rateOf(ledger, { inFlight, accounts, ms: ms / 3 })
      const rates: Rate[] = []
      for (let round = 0; round < rounds; round++) rates.push(await rateOf(ledger, { inFlight, accounts, ms }))
      const rate = best(rates)
      const cells = [accounts.length, inFlight, Math.round(rate.perSecond), rate.p50.toFixed(2), rate.p99.toFixed(2)]
      const failed = rates.reduce((sum, one) => sum + one.failed, 0)
      say(
        `| ${[...cells, (rate.p50 / disk.p50).toFixed(2), (rate.perSecond / naive).toFixed(1), failed].join(' | ')} |`,
      )
    }
  }
  debits = (await ledger.counters()).debits ?? 0
  await ledger.close()
  say(
    `\n${debits} debits; ${((await journalBytes({ folder, url })) / debits).toFixed(1)} bytes a debit on the disk, all of them together.`,
  )
  await bytesADebit({ name, url })
}

/** An account's first request of a server numbers its subject, which later ones need not: that is told apart. */
async function measureFirstRequests(ledger: Ledger, accounts: readonly string[]): Promise<void> {
  const startedMs = performance.now()
  await firstRequests(ledger, accounts)
  const perSecond = (accounts.length / (performance.now() - startedMs)) * 1000
  say(`| ${accounts.length}, the first request of each | 64 | ${Math.round(perSecond)} | | | | | |`)
}

/**
 * What a journal grows by, one line a batch and many. One that was used before has room left in its pages, which would
 * not be seen.
 */
async function bytesADebit({ name, url }: { name: string; url: string | undefined }): Promise<void> {
  for (const inFlight of [1, 64]) {
    const own = url === undefined ? undefined : await freshDatabase(url, `bytes_${inFlight}`)
    const place = { folder: join(dir, `${name}-${inFlight}`), url: own }
    const grown = await journalGrowth(place, async (ledger) => {
      await rateOf(ledger, { inFlight, accounts: ['bytes'], ms })
      return (await ledger.counters()).debits ?? 0
    })
    say(`At ${inFlight} in flight: ${grown.toFixed(1)} bytes a debit.`)
  }
}

async function journalGrowth(
  { folder, url }: { folder: string; url: string | undefined },
  charge: (ledger: Ledger) => Promise<number>,
): Promise<number> {
  const run = async <T>(work: (ledger: Ledger) => Promise<T>): Promise<T> => {
    await using ledger = await Ledger.open({ data: folder, databaseUrl: url })
    return await work(ledger)
  }
  await run((ledger) => ledger.setAllowance('bytes', 1_000_000_000, 'bench'))
  const before = await journalBytes({ folder, url })
  const debits = await run(charge)
  return ((await journalBytes({ folder, url })) - before) / debits
}

/** Each in a database of its own, with the tables made by a ledger that was opened once. */
async function measureColdAccounts(url: string): Promise<void> {
  for (const [name, measured] of [['cold', measureCold] as const, ['turn', measureTurn] as const]) {
    const own = await freshDatabase(url, name)
    if (name === 'turn') await makeMovableClock(own)
    const folder = join(dir, name)
    mkdirSync(folder)
    await (await Ledger.open({ data: folder, databaseUrl: own })).close()
    await measured({ url: own, folder })
  }
}

try {
  say('# Ledger')
  say(
    `\n${MACHINE}; file system ${fileSystemOf(dir)}; best of ${rounds} rounds of ${ms / 1000} s; command: \`npm run bench:ledger\``,
  )
  if (chosen.only !== 'postgres' && !chosen.cold) await (0 < chosen.audit ? measureAudit : measure)('sqlite', undefined)
  if (chosen.cold || chosen.only !== 'sqlite') {
    await using postgres = await startDurablePostgres(dir, 100)
    if (chosen.cold) await measureColdAccounts(postgres.url)
    else await (0 < chosen.audit ? measureAudit : measure)('postgres', postgres.url)
  }
  if (chosen.write) writeReport(chosen.cold ? 'ledger-cold' : 0 < chosen.audit ? 'ledger-audit' : 'ledger')
} finally {
  rmSync(dir, { recursive: true, force: true })
}
