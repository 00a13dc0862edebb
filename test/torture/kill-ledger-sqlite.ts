import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { BOOKS_MIGRATIONS, openSqlBooks } from '../../src/ledger/books/sql-store.ts'
import type { BooksStore } from '../../src/ledger/books/store.ts'
import { type Random, seededRandom } from '../../src/stdx/random.ts'
import { openDatabase } from '../../src/storage/storage.ts'
import { isReached, type KillGoal } from './kill-goal.ts'
import { DEBITS_BETWEEN_KILLS, type KillReport, noKills } from './kill-report.ts'
import { LedgerInspection, type LifeSums } from './ledger-inspection.ts'
import { type SellerProcess, startSeller } from './seller-process.ts'
import { SoldHistory } from './sold-history.ts'
import { UsageWatch } from './usage-watch.ts'

const WIDE = 1_000_000_000
/**
 * Accounts whose allowance is raised now and then by a little more than they use in a life, so that their last units
 * are fought for.
 */
const TIGHT = 2
const TIGHT_STEP = 300

/**
 * A server that sells units from two threads, killed with SIGKILL at random moments and started again at once on the
 * same folder. Throws at the first unit that is lost, charged twice, charged for a refused request or sold beyond the
 * allowance.
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
  const history = new SoldHistory(accounts.length)
  const usage = new UsageWatch(history, accounts)
  const inspection = new LedgerInspection(history, accounts)
  const counts = noKills()
  const restartMs: number[] = []
  let tight = 0
  let life = 0
  const start = (): SellerProcess => {
    const orders = { data, databaseUrl: undefined, threads: 2, loops: LOOPS, until: 'stopped' as const }
    return startSeller({ ...orders, life: ++life, seed: random.below(2 ** 31), accounts }, history)
  }
  const report = (): KillReport => ({
    ...{ ...counts, restartMs, debits: history.acknowledged, usageAnswers: usage.answers },
  })
  const add = (sums: LifeSums): void => {
    counts.killsInFlight += sums.livesInFlight.length
    counts.inFlight += sums.untold
    counts.inFlightWritten += sums.untoldWritten
  }

  const over: number[] = []
  for (;;) {
    const seller = start()
    if (counts.kills < options.kills && random.below(KILL_WHILE_STARTING) === 0) {
      await pause(random.fraction() * (restartMs.at(-1) ?? 0))
      await kill(seller)
      counts.killsWhileStarting++
      over.push(seller.life)
      continue
    }
    const openedMs = await Promise.race([seller.opened, pause(PROGRESS_MAX_MS)])
    if (openedMs === undefined) {
      seller.kill('SIGKILL')
      assert.fail(`a seller did not open the ledger: ${(await seller.ended).errors}`)
    }
    restartMs.push(openedMs - seller.startedAtMs)
    if (life === 1) for (const wide of accounts.slice(0, -TIGHT)) await seller.ask(`allow ${wide} ${WIDE}`)
    tight += TIGHT_STEP
    for (const account of accounts.slice(-TIGHT)) await seller.ask(`allow ${account} ${tight}`)
    await seller.ask('sell')
    await withBooks(data, async (store) => {
      add(await inspection.look(store, over.splice(0)))
      if (counts.kills % AUDIT_EVERY === AUDIT_EVERY - 1) await inspection.audit(store)
    })
    options.progress(report())
    if (isReached(options, report())) {
      await endWell(seller, { tight: accounts.slice(-TIGHT) })
      await withBooks(data, async (store) => {
        await inspection.assertSettled(store)
        await inspection.look(store, [seller.life])
        await inspection.atRest(store)
      })
      for (const units of inspection.chargedUnits.slice(-TIGHT)) assert.equal(units, tight, 'sold to the last unit')
      return report()
    }
    await sellFor(seller, { usage, random, accounts: accounts.length })
    await kill(seller)
    counts.kills++
    over.push(seller.life)
  }
}

/** One of this many starts is killed before it is ready. */
const KILL_WHILE_STARTING = 10
const AUDIT_EVERY = 500
/** Loops of each thread. */
const LOOPS = 24
/** A kill comes at a random moment within this time after the last debit that had to be waited for. */
const KILL_WITHIN_MS = 100

/** Until enough was acknowledged, and a little longer. Asks for usage meanwhile. */
async function sellFor(
  seller: SellerProcess,
  { usage, random, accounts }: { usage: UsageWatch; random: Random; accounts: number },
): Promise<void> {
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      await usage.ask(seller, random.below(accounts))
      await pause(USAGE_EVERY_MS)
    }
  })()
  const untilMs = performance.now() + PROGRESS_MAX_MS
  while (seller.acknowledged() < DEBITS_BETWEEN_KILLS) {
    if (untilMs < performance.now() || seller.hasEnded()) assert.fail(await stalled(seller))
    await pause(2)
  }
  await pause(random.fraction() * KILL_WITHIN_MS)
  isOver = true
  seller.kill('SIGKILL')
  await asking
}

async function stalled(seller: SellerProcess): Promise<string> {
  const asked = Promise.race([seller.ended, Promise.all([seller.ask('counters'), seller.ask('trust')])])
  const answers = await Promise.race([asked, pause(PROGRESS_MAX_MS)])
  const says = answers === undefined ? 'answers nothing' : `says ${JSON.stringify(answers)}`
  return `life ${seller.life} has sold only ${seller.acknowledged()} times, and ${says}`
}

const USAGE_EVERY_MS = 10
const PROGRESS_MAX_MS = 30_000

async function kill(seller: SellerProcess): Promise<void> {
  seller.kill('SIGKILL')
  const { signal, errors } = await seller.ended
  assert.equal(signal, 'SIGKILL', `a seller ended by itself: ${errors}`)
}

/** Sells the accounts that have an end to their end, and stops as a server is stopped. */
async function endWell(seller: SellerProcess, { tight }: { tight: readonly string[] }): Promise<void> {
  const untilMs = performance.now() + PROGRESS_MAX_MS
  for (const account of tight) {
    for (;;) {
      const answer = (await seller.ask(`usage ${account}`)) as { allowanceUnits: number; confirmedUnits: number }
      if (answer.confirmedUnits === answer.allowanceUnits) break
      assert(performance.now() < untilMs, `${account} is sold to the last unit: ${JSON.stringify(answer)}`)
      await pause(20)
    }
  }
  await seller.ask('stop')
  const { code, errors } = await seller.ended
  assert.equal(code, 0, errors)
}

/**
 * Beside a running server, as an operator's command. Closed in between: at a start after a kill no process may have the
 * file open.
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
