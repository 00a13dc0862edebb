import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openBooksToRead } from '../../src/ledger/accounting.ts'
import { Ledger } from '../../src/ledger/ledger.ts'
import type { BooksPlace } from '../../src/ledger/open-books.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { type Random, seededRandom } from '../../src/stdx/random.ts'
import { PATIENCE } from '../../src/stdx/testing/until.ts'
import type { PairHost, PostgresPair } from '../../src/storage/testing/postgres-pair.ts'
import { ChargeHistory, type Charging, startCharging } from '../ledger/charging.ts'
import { type CheckedBooks, checkBooks } from '../ledger/check-books.ts'
import { FAULT_NAMES, FAULTS, type FaultName, type FaultTimes } from './failover-faults.ts'

export interface FailoverRound extends FaultTimes {
  readonly fault: FaultName
  /** By server: from the moment that the network is well to the first charge. */
  readonly serviceMs: readonly number[]
  /** By server: the longest time without a charge, from the same moment to the end of the round. */
  readonly silenceMs: readonly number[]
  /** The longest time that this process, which is the network, did nothing. */
  readonly blockedMs: number
}

export interface FailoverReport extends CheckedBooks {
  readonly rounds: readonly FailoverRound[]
}

export interface FailoverOptions {
  /** A synchronous pair, of which `a` is the primary. */
  readonly pair: PostgresPair
  /** The address of an empty database. */
  readonly url: string
  readonly dir: string
  readonly servers: number
  readonly times: number
  readonly seed: number
  readonly faults?: readonly FaultName[]
  readonly progress?: (round: FailoverRound, done: number) => void
}

const LOOPS = 8
const PAUSE_MS = 15
const WIDE_UNITS = 1_000_000_000
const TIGHT_UNITS = 2_000
const SERVICE_MAX_MS = 60_000 * PATIENCE
/** The books are compared with the clients after so many failovers. */
const CHECK_EVERY = 10

/**
 * Servers charge on a synchronous pair, again and again with a fault of its primary or of the network. After a
 * promotion the old primary comes back as a primary, and is then replaced by a new standby. No server is restarted and
 * no command is given, until the books are compared with what the clients were told.
 */
export async function failOver(options: FailoverOptions): Promise<FailoverReport> {
  const { pair, times, seed, faults = FAULT_NAMES, progress } = options
  const random = seededRandom(seed)
  const fleet = await openFleet(options)
  const rounds: FailoverRound[] = []
  let [primary, standby] = [pair.a, pair.b]
  let checked: CheckedBooks | undefined
  while (rounds.length < times) {
    const servers = await fleet.start()
    try {
      for (let i = 0; i < CHECK_EVERY && rounds.length < times; i++) {
        await chargeMore(servers, 50 + random.below(100))
        const fault = faults[rounds.length % faults.length]!
        const round = await runRound(pair, { fault, primary, standby, servers, random })
        rounds.push(round)
        progress?.(round, rounds.length)
        if (round.promotionMs !== undefined) [primary, standby] = [standby, primary]
      }
    } finally {
      await Promise.all(servers.map((server) => server.kill()))
    }
    checked = await checkBooks(fleet.place, fleet.histories)
    await fleet.assertNotOversold()
  }
  return { ...checked!, rounds }
}

export interface Fleet {
  readonly place: BooksPlace
  /** What the clients of all servers were told, also before their last start. */
  readonly histories: readonly ChargeHistory[]
  /** Starts the processes that charge, each on its own folder. */
  start(): Promise<readonly Charging[]>
  assertNotOversold(): Promise<void>
}

export async function openFleet({
  dir,
  url,
  servers,
}: Pick<FailoverOptions, 'dir' | 'url' | 'servers'>): Promise<Fleet> {
  const folders = Array.from({ length: servers }, (_, i) => join(dir, `server-${i}`))
  for (const folder of folders) mkdirSync(folder, { recursive: true })
  const place = { data: folders[0]!, databaseUrl: url }
  const allowances = { anna: WIDE_UNITS, berta: WIDE_UNITS, tight: TIGHT_UNITS }
  {
    await using ledger = await Ledger.open(place)
    for (const [account, units] of Object.entries(allowances)) await ledger.setAllowance(account, units, 'test')
  }
  const histories: ChargeHistory[] = []
  return {
    place,
    histories,
    async start() {
      const servers = folders.map((data) => {
        const history = new ChargeHistory()
        const prefix = histories.push(history).toString(16).padStart(6, '0')
        const accounts = Object.keys(allowances)
        return startCharging({ data, url, accounts, prefix, history, loops: LOOPS, pauseMs: PAUSE_MS })
      })
      await Promise.all(servers.map(({ open }) => open))
      return servers
    },
    async assertNotOversold() {
      await using books = await openBooksToRead(place)
      const sql = 'select account, spent from account_month order by account'
      for (const [account, spent] of await books.query<readonly [keyof typeof allowances, number]>(sql))
        assert(spent <= allowances[account], `OVERSOLD: ${spent} of ${account}`)
    },
  }
}

interface Round {
  readonly fault: FaultName
  readonly primary: PairHost
  readonly standby: PairHost
  readonly servers: readonly Charging[]
  readonly random: Random
}

async function runRound(pair: PostgresPair, { fault, servers, ...hosts }: Round): Promise<FailoverRound> {
  const delay = monitorEventLoopDelay()
  delay.enable()
  let wellAtMs = 0
  let serviceMs: readonly number[] = []
  const times: FaultTimes = await FAULTS[fault](pair, {
    ...hosts,
    isWell() {
      wellAtMs = systemClock.nowMs()
      return Promise.all(servers.map((server) => firstCharge(server, wellAtMs))).then((ms) => void (serviceMs = ms))
    },
  })
  await chargeMore(servers, 50)
  if (times.promotionMs !== undefined) await pair.rebuild(hosts.primary, hosts.standby)
  const silenceMs = servers.map(({ history }) => longestSilence(history, wellAtMs))
  delay.disable()
  return { fault, ...times, serviceMs, silenceMs, blockedMs: Math.round(delay.max / 1e6) }
}

function longestSilence({ charged }: ChargeHistory, fromMs: number): number {
  const charges = [...charged.values()].filter((atMs) => fromMs <= atMs)
  return Math.max(...[...charges, systemClock.nowMs()].map((atMs, i) => atMs - (charges[i - 1] ?? fromMs)))
}

export async function firstCharge(server: Charging, fromMs: number): Promise<number> {
  await inTime(server, server.waitForCharges(1))
  return systemClock.nowMs() - fromMs
}

export async function chargeMore(servers: readonly Charging[], more: number): Promise<void> {
  await Promise.all(servers.map((server) => inTime(server, server.waitForCharges(more))))
}

function inTime(server: Charging, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = globalThis.setTimeout(
    () => late.reject(new Error(`no charge within a minute: ${server.log()}`)),
    SERVICE_MAX_MS,
  )
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
