import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Books } from '../../src/ledger/books/books.ts'
import { BOOKS_MIGRATIONS, openSqlBooks } from '../../src/ledger/books/sql-store.ts'
import { monthAt } from '../../src/ledger/calendar.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { seededRandom } from '../../src/stdx/random.ts'
import { DatabaseError, openDatabase } from '../../src/storage/storage.ts'
import { startOwnPostgres } from '../../src/storage/testing/postgres.ts'
import { ChargeHistory } from './charge-history.ts'
import { isReached, type KillGoal } from './kill-goal.ts'
import { type KillReport, noKills, rowsOf } from './kill-report.ts'
import { type ChaosCounts, startChaos } from './ledger-chaos.ts'
import { LedgerInspection } from './ledger-inspection.ts'
import { type LedgerNode, startLedgerNode } from './ledger-node.ts'
import { UsageWatch } from './usage-watch.ts'

export interface PostgresKillReport extends KillReport {
  readonly chaos: ChaosCounts
  /** Starts of a node that found no database. */
  readonly notOpened: number
  readonly holdMax: number
  readonly clippedMax: number
  readonly voids: number
  /** Counters of all incarnations, as last reported: the last tenth of a second before a kill is missing. */
  readonly counters: Readonly<Record<string, number>>
}

export function postgresRowsOf(report: PostgresKillReport): readonly (readonly [string, string])[] {
  const { chaos, counters } = report
  const counted = (names: readonly string[]): string => names.map((name) => `${name} ${counters[name] ?? 0}`).join(', ')
  return [
    ...rowsOf(report),
    [
      'further faults',
      Object.entries(chaos)
        .map(([name, count]) => `${name} ${count}`)
        .join(', '),
    ],
    ['starts that found no database', `${report.notOpened}`],
    ['commits whose answer was lost', counted(UNKNOWN_COMMITS)],
    ['lines made void', `${report.voids} (${counted(['late_debits', 'voids', 'recovered_voids'])})`],
    ['largest hold of an account, at most 100', `${report.holdMax}; clipped ${report.clippedMax}`],
    ['lost nodes', counted(LOST_NODES)],
    ['the last units', counted(['units_returned', 'recall_waits', 'refused_monthly', 'refused_busy'])],
  ]
}

const UNKNOWN_COMMITS = ['commits_unknown', 'commits_found', 'commits_repeated', 'commits_tombstoned']
const LOST_NODES = [
  'grants_lost_closed',
  'units_held',
  'units_clipped',
  'grants_swept',
  'commits_refused',
  'held_acknowledged',
]

const WIDE = 1_000_000_000
const NODES = 3
/** Every kill raises one account's allowance by this much, so the nodes race for its last units. */
const TIGHT_STEP = 200

/** A crash of the server must not lose a commit that it has confirmed. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

/**
 * Three servers on one PostgreSQL, each behind a network of its own. They are killed with SIGKILL at random moments and
 * started again at once; meanwhile networks drop replies, connections are ended by the server, servers are stopped for
 * a while, and PostgreSQL itself crashes. Throws at the first unit that is lost, charged twice, charged for a refused
 * request or charged beyond the allowance.
 */
export async function killOnPostgres(
  options: KillGoal<PostgresKillReport> & {
    readonly dir: string
    readonly seed: number
    readonly longPauses: number
    readonly progress: (report: PostgresKillReport) => void
  },
): Promise<PostgresKillReport> {
  await using postgres = await startOwnPostgres(DURABLE)
  await using database = await openDatabase({ url: postgres.url, migrations: BOOKS_MIGRATIONS, connections: 1 })
  const store = openSqlBooks({ posts: database, transactions: database, snapshots: database })
  const books = new Books(store)
  const random = seededRandom(options.seed)
  const accounts = ['wide-1', 'wide-2', 'tight-1']
  const history = new ChargeHistory(accounts.length)
  const usage = new UsageWatch(history, accounts)
  const inspection = new LedgerInspection(history, accounts)
  const counts = { ...noKills(), notOpened: 0 }
  const restartMs: number[] = []
  const counters: Record<string, number> = {}
  const failures: unknown[] = []
  const failed = (error: unknown): void => void failures.push(error)
  const killed = new Set<number>()
  let run = 0
  let comparing: Promise<unknown> = Promise.resolve()

  const compare = (over: readonly number[]): void => {
    comparing = comparing
      .then(async () => {
        const sums = await retryOnDatabaseError(() => inspection.compareBooks(store, over))
        counts.killsInFlight += sums.runsInFlight.filter((one) => killed.has(one)).length
        counts.inFlight += sums.unanswered
        counts.inFlightWritten += sums.unansweredWritten
      })
      .catch(failed)
  }
  const allow = (account: string, units: number): Promise<void> => {
    return retryOnDatabaseError(() => books.setAllowance({ account, units, who: 'operator' }))
  }
  await allow('wide-1', WIDE)
  await allow('wide-2', WIDE)
  await allow('tight-1', TIGHT_STEP)

  await using stack = new AsyncDisposableStack()
  const nodes: LedgerNode[] = []
  for (let n = 1; n <= NODES; n++) {
    const data = join(options.dir, `node-${n}`)
    mkdirSync(data, { recursive: true })
    const node = await startLedgerNode(`node ${n}`, {
      ...{ postgresUrl: postgres.url, data, accounts, history, random, failed },
      nextRun: () => ++run,
      opened({ over, restartMs: ms }) {
        restartMs.push(ms)
        compare(over)
      },
      counted(last) {
        for (const [name, count] of Object.entries(last)) counters[name] = (counters[name] ?? 0) + count
      },
      notOpened: () => counts.notOpened++,
    })
    nodes.push(stack.use(node))
  }
  const chaos = startChaos({ ...{ nodes, random, postgres, database, failed }, longPauses: options.longPauses })
  const report = (): PostgresKillReport => ({
    ...{ ...counts, restartMs, debits: history.acknowledged, usageAnswers: usage.answers },
    ...{ chaos: chaos.counts, holdMax: inspection.holdMax, clippedMax: inspection.clippedMax },
    ...{ voids: inspection.voids, counters },
  })

  let isOver = false
  const watching = nodes.map(async (node) => {
    while (!isOver) {
      if (node.charger !== undefined) await usage.ask(node.charger, random.below(accounts.length)).catch(failed)
      await pause(20)
    }
  })
  let tight = TIGHT_STEP
  try {
    while (!isReached(options, report())) {
      if (0 < failures.length) throw failures[0]
      const event = await chaos.next(Math.max(1, options.kills - counts.kills))
      if (event.what === 'killed_starting') counts.killsWhileStarting++
      if (event.what !== 'killed') continue
      killed.add(event.run)
      counts.kills++
      await allow('tight-1', (tight += TIGHT_STEP))
      options.progress(report())
    }
    await chaos.heal()
    await untilUsedUp({ books, account: 'tight-1', failures })
    isOver = true
    await Promise.all(watching)
    // Before the last incarnations end: they give the largest number of an incarnation.
    compare([])
    await comparing
    const over: number[] = []
    for (const node of nodes) over.push(...(await node.stop()))
    await inspection.assertSettled(store)
    await inspection.compareBooks(store, over)
    await inspection.atRest(store)
    if (0 < failures.length) throw failures[0]
    assert.equal(inspection.chargedUnits[2], tight, 'charged to the last unit')
    return report()
  } finally {
    isOver = true
  }
}

/**
 * All nodes work again, so the rest of the month can be charged; units of an unsettled incarnation return when its
 * lease ends.
 */
async function untilUsedUp(wait: { books: Books; account: string; failures: readonly unknown[] }): Promise<void> {
  const untilMs = performance.now() + USED_UP_MAX_MS
  for (;;) {
    const month = monthAt(systemClock.nowMs())
    const view = await retryOnDatabaseError(() => wait.books.readMonth(wait.account, month))
    assert(view.outcome === 'known' && view.period !== undefined, 'it was charged')
    const charged = view.grants.reduce((sum, grant) => sum + grant.acked, view.period.confirmed)
    if (charged === view.period.allowance) return
    if (0 < wait.failures.length) throw wait.failures[0]
    assert(performance.now() < untilMs, `${wait.account} is charged to the last unit: ${JSON.stringify(view)}`)
    await pause(100)
  }
}

const USED_UP_MAX_MS = 60_000

/** The parent's own connection breaks too when PostgreSQL crashes. */
async function retryOnDatabaseError<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      await pause(50)
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
