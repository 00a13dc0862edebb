import { compareBooks, foldNewBatches } from '../../src/ledger/audit/audit.ts'
import { formatDifference } from '../../src/ledger/audit/difference.ts'
import { monthAt } from '../../src/ledger/calendar.ts'
import { credit, readAccounts, setAllowance } from '../../src/ledger/tables/accounts.ts'
import { BOOKS_MIGRATIONS, Books } from '../../src/ledger/tables/books.ts'
import { readDoubts, readOpenDoubts, resolveDoubts } from '../../src/ledger/tables/doubts.ts'
import { storeMonths } from '../../src/ledger/tables/months.ts'
import { readNotices } from '../../src/ledger/tables/notices.ts'
import { readJournal } from '../../src/ledger/testing/journal.ts'
import { type Random, seededRandom } from '../../src/stdx/random.ts'
import { openDatabase } from '../../src/storage/storage.ts'
import { Checker } from './checker.ts'
import { Kernel } from './kernel.ts'
import { noFaults, SimStore } from './sim-database.ts'
import { newTally, SimServer, type SimWorld } from './sim-server.ts'
import { runSimulated, setTraps } from './traps.ts'

/** Worlds begin at noon, some seconds before a month turns, or on another day. */
const NOON = Date.UTC(2026, 10, 15, 11)

export interface WorldOptions {
  readonly seed: number
  readonly servers: number
  readonly startsAtMs?: number
}

/** Some servers on one set of books, in simulated time, and what their clients were told. */
export class World implements SimWorld {
  readonly kernel = new Kernel()
  readonly random: Random
  readonly shape: 'sole' | 'shared'
  readonly servers: SimServer[]
  readonly checker = new Checker()
  readonly tally = newTally()
  readonly lines: string[] = []
  readonly store: SimStore
  readonly reader: Books
  /** How far the books' clock is wrong. */
  clockErrorMs = 0
  readonly #startsAtMs: number
  #requests = 0

  static async open(options: WorldOptions): Promise<World> {
    await setTraps()
    const database = await openDatabase({ path: ':memory:', migrations: BOOKS_MIGRATIONS, mode: 'write' })
    return new World(options, (world) => {
      const store = new SimStore(world.kernel, database)
      return { store, reader: new Books(database, world.booksClock) }
    })
  }

  private constructor(
    { seed, servers, startsAtMs = NOON }: WorldOptions,
    open: (world: World) => { store: SimStore; reader: Books },
  ) {
    this.random = seededRandom(seed)
    this.shape = servers === 1 ? 'sole' : 'shared'
    this.#startsAtMs = startsAtMs
    const { store, reader } = open(this)
    this.store = store
    this.reader = reader
    this.servers = Array.from({ length: servers }, (_, i) => new SimServer(this, `server ${i}`))
  }

  readonly booksClock = { nowMs: (): number => this.#startsAtMs + this.kernel.nowMs + this.clockErrorMs }

  count: SimWorld['count'] = (counter, by) => this.tally.count(counter, by)
  report: SimWorld['report'] = (line) => void this.lines.push(line)

  get period(): string {
    return monthAt(this.booksClock.nowMs()).period
  }

  /** Runs a story in simulated time. The first error ends it. */
  async run(story: () => Promise<void>): Promise<void> {
    this.kernel.after(0, 'begin', () => {
      story().then(() => this.kernel.stop(), this.kernel.fail)
    })
    const onError = (error: unknown): void => this.kernel.fail(error)
    process.on('unhandledRejection', onError)
    try {
      await runSimulated(() => this.kernel.run())
    } finally {
      process.off('unhandledRejection', onError)
    }
    if (this.kernel.failure !== undefined) throw this.kernel.failure
    if (!this.kernel.isStopped) throw new Error('the world has no more events')
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.kernel.after(ms, 'sleep', resolve))
  }

  async until(what: string, isSo: () => boolean | Promise<boolean>, maxMs = 60_000): Promise<void> {
    const lastMs = this.kernel.nowMs + maxMs
    while (!(await isSo())) {
      if (lastMs < this.kernel.nowMs) throw new Error(`${what} does not come about`)
      await this.sleep(20)
    }
  }

  /** Changes the books as an operator's command does, or another program. */
  edit<T>(work: (books: Books) => Promise<T>): Promise<T> {
    return this.store.run(() => work(this.reader), 'commits')
  }

  async openAccount(account: string, units: number): Promise<void> {
    this.checker.setAllowance(account, units)
    await this.edit((books) =>
      books.transaction(async (rows) => {
        await storeMonths(rows, await rows.nowMs())
        await setAllowance(rows, { account, units, who: 'test', why: '' })
      }),
    )
  }

  async credit(account: string, units: number): Promise<void> {
    const { period } = this
    this.checker.addCredit(account, period, units)
    await this.edit((books) =>
      books.transaction((rows) => credit(rows, { account, units, period, who: 'test', why: 'a fault' })),
    )
  }

  newRequestId(): string {
    return (++this.#requests).toString(16).padStart(32, '0')
  }

  /** Sends one request and notes what its client is told. Undefined: no server took it, or it died. */
  async charge(server: SimServer, account: string, units = 1, leavesAfterMs?: number): Promise<string | undefined> {
    const requestId = this.newRequestId()
    const known = server.knownRefusal(account, units)
    if (known !== undefined && known.outcome === 'refused') return known.reason
    const charge = server.charge({ account, units, requestId })
    if (charge === undefined) return undefined
    this.checker.sent(requestId, { account, units })
    if (leavesAfterMs !== undefined) this.kernel.after(leavesAfterMs, 'client leaves', () => charge.withdraw())
    const outcome = await charge.outcome
    this.checker.ended(requestId, outcome)
    return outcome.outcome === 'refused' ? outcome.reason : outcome.outcome
  }

  // The end of every world

  /** All faults end and all servers run. */
  async heal(): Promise<void> {
    this.clockErrorMs = Math.max(0, this.clockErrorMs)
    for (const server of this.servers) {
      Object.assign(server.faults, noFaults())
      server.resume()
      if (!server.isRunning) await server.start()
    }
    await this.sleep(20_000)
  }

  /** What the operator does after every event: looks at the doubts, and resolves them. */
  async trustAll(): Promise<string[]> {
    const doubts = await this.edit((books) => readOpenDoubts(books))
    await this.edit((books) =>
      books.transaction((rows) => resolveDoubts(rows, { who: 'operator', why: 'looked', doubts })),
    )
    await this.sleep(3_000)
    return doubts.map(({ account, reason }) => `${account ?? 'all'}: ${reason}`)
  }

  /** The operator leaves an account so many units. */
  async leaveSome(account: string, units: number): Promise<void> {
    const [now] = await this.edit((books) => readAccounts(books, [account], this.period))
    await this.openAccount(account, Math.max(0, now!.spent + units - this.checker.creditsOf(account, this.period)))
    await this.sleep(2_000)
  }

  /** Every unit that is left can be used, on any server; then the month is used up. */
  async useUp(account: string): Promise<void> {
    for (let i = 0; ; i++) {
      const server = this.servers[i % this.servers.length]!
      const outcome = await this.charge(server, account)
      if (outcome === 'monthly_limit') break
      if (outcome === 'charged') continue
      throw new Error(`after all faults have ended, ${account} is told ${outcome} by ${server.name}`)
    }
    const [now] = await this.edit((books) => readAccounts(books, [account], this.period))
    if (now!.spent < now!.allowance) throw new Error(`${account} is used up with ${now!.spent} of ${now!.allowance}`)
  }

  /** Compares the books with themselves and with what clients were told. */
  async check(): Promise<void> {
    for (const account of this.checker.accounts()) {
      for (const server of this.servers) {
        const usage = await server.usage(account)
        if (usage.outcome !== 'usage') throw new Error(`usage of ${account} at rest: ${usage.outcome}`)
        if (usage.recoveryHoldUnits !== 0)
          throw new Error(`${usage.recoveryHoldUnits} units of ${account} are held at rest`)
      }
    }
    const audits = [
      await this.edit((books) => foldNewBatches(books, books)),
      await this.edit((books) => compareBooks(books, { depth: 'full' })),
    ]
    for (const { differences } of audits)
      if (differences[0] !== undefined) throw new Error(`the audit finds ${formatDifference(differences[0])}`)
    const notices = await this.edit((books) => readNotices(books))
    const doubts = await this.edit((books) => readDoubts(books))
    this.checker.compare(await this.edit((books) => readJournal(books)), notices, doubts)
  }

  async close(): Promise<void> {
    await this.reader.close()
  }
}
