import { setTimeout as wait } from 'node:timers/promises'
import { Ledger } from '../../src/ledger/ledger.ts'
import { startProxy } from '../../src/storage/testing/faulty-proxy.ts'
import { say } from '../report.ts'
import { percentiles } from './percentiles.ts'
import { chargeOne } from './rates.ts'
import { runSql } from './run-sql.ts'

/**
 * What the first requests of many accounts cost: after a restart, and when a month begins, every account is one that
 * the server knows nothing about.
 */
export interface ColdBench {
  /** A PostgreSQL server that holds nothing else. */
  readonly url: string
  /** A folder for the servers' own folders. */
  readonly folder: string
}

interface Load {
  readonly accounts: readonly string[]
  /** Requests that begin in each second, whether the earlier ones have ended or not. */
  readonly perSecond: number
}

const FIRST_ACCOUNTS = 6_000
const TURN_ACCOUNTS = 20_000
const TURN_PER_SECOND = 2_000
/** So long before the border the accounts make their first requests. */
const OPENING_MS = 120_000
/** And so long before it the load begins. */
const BEFORE_BORDER_MS = 30_000
const AROUND_BORDER_MS = 10_000

export async function measureCold({ url, folder }: ColdBench): Promise<void> {
  say('\n## First requests of accounts, PostgreSQL\n')
  say('| way to the database | in flight | first requests/s | p50 ms | p99 ms | refused |')
  say('|---|---|---|---|---|---|')
  await using proxy = await startProxy(url)
  proxy.set({ kind: 'passes', delayMs: 1 })
  const delayed = new URL(new URL(url).pathname, proxy.url).href
  for (const [way, databaseUrl] of [['local socket', url] as const, ['1 ms more per round trip', delayed] as const]) {
    const accounts = await openAccounts(url, `${way} `, 3 * FIRST_ACCOUNTS)
    await using ledger = await Ledger.open({ data: folder, databaseUrl })
    for (const [i, inFlight] of [64, 512, 2048].entries()) {
      const share = accounts.slice(i * FIRST_ACCOUNTS, (i + 1) * FIRST_ACCOUNTS)
      const { times, refused, ms } = await closedLoop(ledger, share, inFlight)
      const { p50, p99 } = percentiles(times)
      const cells = [way, inFlight, Math.round((times.length / ms) * 1000), p50.toFixed(1), p99.toFixed(1), refused]
      say(`| ${cells.join(' | ')} |`)
    }
  }
  say('\n| first requests begun a second, for 5 s | answered with success | refused | seconds without a success |')
  say('|---|---|---|---|')
  for (const perSecond of [300, 600, 3_000, 6_000]) {
    const accounts = await openAccounts(url, `begun ${perSecond} `, perSecond * 5)
    await using ledger = await Ledger.open({ data: folder, databaseUrl: url })
    const seconds = await openLoop(ledger, { accounts, perSecond })
    const [charged, refused] = [sum(seconds, 'charged'), sum(seconds, 'refused')]
    const share = ((100 * refused) / (charged + refused)).toFixed(1)
    const idle = seconds.filter((second) => second.charged === 0).length
    say(`| ${perSecond} | ${charged} | ${refused} (${share} %) | ${idle} |`)
  }
}

/**
 * A month turns while its accounts charge. The clock of the database is moved to just before the border and goes on
 * from there.
 */
export async function measureTurn({ url, folder }: ColdBench): Promise<void> {
  const accounts = await openAccounts(url, 'turn ', TURN_ACCOUNTS)
  const border = Date.UTC(2031, 4, 31, 22)
  await moveClock(url, border - OPENING_MS)
  const movedMs = performance.now()
  await using ledger = await Ledger.open({ data: folder, databaseUrl: url })
  const startedMs = performance.now()
  const first = await closedLoop(ledger, accounts, 512)
  say(
    `\n## A month turns for ${TURN_ACCOUNTS} accounts, ${TURN_PER_SECOND} requests begun a second\n\nTheir first requests before it: ${((performance.now() - startedMs) / 1000).toFixed(1)} s, ${first.refused} refused.`,
  )
  const waitMs = movedMs + OPENING_MS - BEFORE_BORDER_MS - performance.now()
  await wait(waitMs)
  const load: string[] = []
  const total = ((BEFORE_BORDER_MS + AROUND_BORDER_MS) / 1000) * TURN_PER_SECOND
  for (let i = 0; i < total; i++) load.push(accounts[(i * 7919) % accounts.length]!)
  const seconds = await openLoop(ledger, { accounts: load, perSecond: TURN_PER_SECOND })
  say(
    `\nThe border lies ${BEFORE_BORDER_MS / 1000} s after the beginning; a line for each second from 5 s before it.\n`,
  )
  say('| second | charged | refused | p99 ms |')
  say('|---|---|---|---|')
  for (const [i, second] of seconds.entries()) {
    if (i < BEFORE_BORDER_MS / 1000 - 5) continue
    say(
      `| ${i - BEFORE_BORDER_MS / 1000} | ${second.charged} | ${second.refused} | ${percentiles(second.times).p99.toFixed(0)} |`,
    )
  }
  say(`\n${sum(seconds, 'refused')} refused of ${load.length}.`)
}

/** Opened in SQL: an operator opens accounts one by one, and that is not measured here. */
async function openAccounts(url: string, name: string, count: number): Promise<string[]> {
  const sql = `insert into account (account, allowance, state) select '${name}' || i, 1000000, 'active' from generate_series(1, ${count}) i`
  await runSql(url, sql, 'vacuum analyze')
  return Array.from({ length: count }, (_, i) => `${name}${i + 1}`)
}

/**
 * A database whose clock can be moved: what its server calls the time is a function of ours, found before the server's
 * own.
 */
export async function makeMovableClock(url: string): Promise<void> {
  await runSql(
    url,
    'create schema moved',
    'create table moved.clock (ahead_ms bigint)',
    'insert into moved.clock values (0)',
    ...['clock_timestamp', 'statement_timestamp'].map(
      (name) => `create function moved.${name}() returns timestamptz language sql volatile as
       'select pg_catalog.${name}() + (select ahead_ms from moved.clock) * interval ''1 ms'''`,
    ),
    `alter database "${new URL(url).pathname.slice(1)}" set search_path = moved, public, pg_catalog`,
  )
}

async function moveClock(url: string, toMs: number): Promise<void> {
  await runSql(
    url,
    `update moved.clock set ahead_ms = ${toMs} - (extract(epoch from pg_catalog.clock_timestamp()) * 1000)::bigint`,
  )
}

async function closedLoop(ledger: Ledger, accounts: readonly string[], inFlight: number) {
  const times: number[] = []
  let refused = 0
  const left = [...accounts]
  const startedMs = performance.now()
  const client = async (): Promise<void> => {
    for (let account = left.pop(); account !== undefined; account = left.pop()) {
      const fromMs = performance.now()
      if (await chargeOne(ledger, account)) times.push(performance.now() - fromMs)
      else refused++
    }
  }
  await Promise.all(Array.from({ length: inFlight }, client))
  return { times, refused, ms: performance.now() - startedMs }
}

interface Second {
  charged: number
  refused: number
  readonly times: number[]
}

/** Every account in turn, so many begun a second; of each second what became of those that began in it. */
async function openLoop(ledger: Ledger, { accounts, perSecond }: Load): Promise<Second[]> {
  const seconds: Second[] = []
  const running: Promise<void>[] = []
  const startedMs = performance.now()
  for (let i = 0; i < accounts.length; ) {
    const due = Math.min(accounts.length, Math.floor(((performance.now() - startedMs) / 1000) * perSecond))
    for (; i < due; i++) {
      const second = (seconds[Math.floor(i / perSecond)] ??= { charged: 0, refused: 0, times: [] })
      const fromMs = performance.now()
      const ended = chargeOne(ledger, accounts[i]!).then((isCharged) => {
        if (isCharged) second.charged++
        else second.refused++
        second.times.push(performance.now() - fromMs)
      })
      running.push(ended)
    }
    await wait(1)
  }
  await Promise.all(running)
  return seconds
}

function sum(seconds: readonly Second[], what: 'charged' | 'refused'): number {
  return seconds.reduce((total, second) => total + second[what], 0)
}
