import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { BOOKS_MIGRATIONS, openSqlBooks } from '../../src/ledger/books/sql-store.ts'
import type { BooksStore } from '../../src/ledger/books/store.ts'
import { type Random, seededRandom } from '../../src/stdx/random.ts'
import { openDatabase } from '../../src/storage/storage.ts'
import { ChargeHistory } from './charge-history.ts'
import { type ChargerProcess, startCharger } from './charger-process.ts'
import { isReached, type KillGoal } from './kill-goal.ts'
import { DEBITS_BETWEEN_KILLS, type KillReport, noKills } from './kill-report.ts'
import { LedgerInspection, type RunSums } from './ledger-inspection.ts'
import { UsageWatch } from './usage-watch.ts'

const WIDE = 1_000_000_000
/**
 * Accounts whose allowance is raised now and then by a little more than one run uses, so requests race for their last
 * units.
 */
const TIGHT = 2
const TIGHT_STEP = 300

/**
 * Kills a server that charges units in two threads with SIGKILL at random moments, and starts it again at once on the
 * same folder. Throws at the first unit that is lost, charged twice, charged for a refused request or charged beyond
 * the allowance.
 */
export async function killOnSqlite(
  options: KillGoal<KillReport> & {
    readonly dir: string
    readonly seed: number
    readonly progress: (report: KillReport) => void
  },
): Promise<KillReport> {
  const data = join(options.dir, 'data')
  mkdirSync(data, { recursive: true })
  const random = seededRandom(options.seed)
  const accounts = ['wide-1', 'wide-2', 'wide-3', 'tight-1', 'tight-2']
  const history = new ChargeHistory(accounts.length)
  const usage = new UsageWatch(history, accounts)
  const inspection = new LedgerInspection(history, accounts)
  const counts = noKills()
  const restartMs: number[] = []
  let tight = 0
  let run = 0
  const start = (): ChargerProcess => {
    const orders = { data, databaseUrl: undefined, threads: 2, loops: LOOPS, until: 'stopped' as const }
    return startCharger({ ...orders, run: ++run, seed: random.below(2 ** 31), accounts }, history)
  }
  const report = (): KillReport => ({
    ...{ ...counts, restartMs, debits: history.acknowledged, usageAnswers: usage.answers },
  })
  const add = (sums: RunSums): void => {
    counts.killsInFlight += sums.runsInFlight.length
    counts.inFlight += sums.unanswered
    counts.inFlightWritten += sums.unansweredWritten
  }

  const over: number[] = []
  for (;;) {
    const charger = start()
    if (counts.kills < options.kills && random.below(KILL_WHILE_STARTING) === 0) {
      await pause(random.fraction() * (restartMs.at(-1) ?? 0))
      await kill(charger)
      counts.killsWhileStarting++
      over.push(charger.run)
      continue
    }
    const openedMs = await Promise.race([charger.opened, pause(PROGRESS_MAX_MS)])
    if (openedMs === undefined) {
      charger.kill('SIGKILL')
      assert.fail(`a charging process did not open the ledger: ${(await charger.ended).errors}`)
    }
    restartMs.push(openedMs - charger.startedAtMs)
    // The first runs may have been killed while they started.
    if (tight === 0) for (const wide of accounts.slice(0, -TIGHT)) await charger.ask(`allow ${wide} ${WIDE}`)
    tight += TIGHT_STEP
    for (const account of accounts.slice(-TIGHT)) await charger.ask(`allow ${account} ${tight}`)
    await charger.ask('charge')
    await withBooks(data, async (store) => {
      add(await inspection.compareBooks(store, over.splice(0)))
      if (counts.kills % AUDIT_EVERY === AUDIT_EVERY - 1) await inspection.audit(store)
    })
    options.progress(report())
    if (isReached(options, report())) {
      await endWell(charger, { tight: accounts.slice(-TIGHT) })
      await withBooks(data, async (store) => {
        await inspection.assertSettled(store)
        await inspection.compareBooks(store, [charger.run])
        await inspection.atRest(store)
      })
      for (const units of inspection.chargedUnits.slice(-TIGHT)) assert.equal(units, tight, 'charged to the last unit')
      return report()
    }
    await chargeUntilKilled(charger, { usage, random, accounts: accounts.length })
    await kill(charger)
    counts.kills++
    over.push(charger.run)
  }
}

/** One of this many starts is killed before it is ready. */
const KILL_WHILE_STARTING = 10
const AUDIT_EVERY = 500
/** Loops of each thread. */
const LOOPS = 24
/** A kill comes at a random moment within this time after the last debit that had to be waited for. */
const KILL_WITHIN_MS = 100

/** Waits until enough debits were acknowledged, and a little longer. Requests usage meanwhile. */
async function chargeUntilKilled(
  charger: ChargerProcess,
  { usage, random, accounts }: { usage: UsageWatch; random: Random; accounts: number },
): Promise<void> {
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      await usage.ask(charger, random.below(accounts))
      await pause(USAGE_EVERY_MS)
    }
  })()
  const untilMs = performance.now() + PROGRESS_MAX_MS
  while (charger.acknowledged() < DEBITS_BETWEEN_KILLS) {
    if (untilMs < performance.now() || charger.hasEnded()) assert.fail(await stalled(charger))
    await pause(2)
  }
  await pause(random.fraction() * KILL_WITHIN_MS)
  isOver = true
  charger.kill('SIGKILL')
  await asking
}

async function stalled(charger: ChargerProcess): Promise<string> {
  const asked = Promise.race([charger.ended, Promise.all([charger.ask('counters'), charger.ask('trust')])])
  const answers = await Promise.race([asked, pause(PROGRESS_MAX_MS)])
  const state = answers === undefined ? 'does not answer' : `reports ${JSON.stringify(answers)}`
  return `run ${charger.run} has charged only ${charger.acknowledged()} times, and ${state}`
}

const USAGE_EVERY_MS = 10
const PROGRESS_MAX_MS = 30_000

async function kill(charger: ChargerProcess): Promise<void> {
  charger.kill('SIGKILL')
  const { signal, errors } = await charger.ended
  assert.equal(signal, 'SIGKILL', `a charging process ended by itself: ${errors}`)
}

/** Waits until the tight accounts are used up, then stops the process as a server is stopped. */
async function endWell(charger: ChargerProcess, { tight }: { tight: readonly string[] }): Promise<void> {
  const untilMs = performance.now() + PROGRESS_MAX_MS
  for (const account of tight) {
    for (;;) {
      const answer = (await charger.ask(`usage ${account}`)) as { allowanceUnits: number; confirmedUnits: number }
      if (answer.confirmedUnits === answer.allowanceUnits) break
      assert(performance.now() < untilMs, `${account} is charged to the last unit: ${JSON.stringify(answer)}`)
      await pause(20)
    }
  }
  await charger.ask('stop')
  const { code, errors } = await charger.ended
  assert.equal(code, 0, errors)
}

/**
 * Reads the books beside a running server, as an operator's command does. Closes them again, because no process may
 * have the file open at a start after a kill.
 */
async function withBooks(data: string, work: (store: BooksStore) => Promise<void>): Promise<void> {
  const database = await openDatabase({ path: join(data, 'ledger.db'), migrations: BOOKS_MIGRATIONS, mode: 'read' })
  const store = openSqlBooks({ posts: database, transactions: database, snapshots: database })
  try {
    await work(store)
  } finally {
    await store.close()
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
