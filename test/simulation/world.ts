import { enforceAccounts, type WantedAccount } from '../../src/ledger/account-differences.ts'
import { compareBooks, foldNewBatches } from '../../src/ledger/audit/audit.ts'
import { formatDifference } from '../../src/ledger/audit/difference.ts'
import { monthAt } from '../../src/ledger/calendar.ts'
import { HOLD_MAX } from '../../src/ledger/server/limits.ts'
import { type AccountState, credit, readAccounts, setAllowance, setState } from '../../src/ledger/tables/accounts.ts'
import { BOOKS_MIGRATIONS, Books } from '../../src/ledger/tables/books.ts'
import { readDoubts, readOpenDoubts, resolveDoubts } from '../../src/ledger/tables/doubts.ts'
import { storeMonths } from '../../src/ledger/tables/months.ts'
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

/** Notes each batch of a server without a place. A batch that is put back needs none. */
const NOTE_UNPLACED = `
  create trigger unplaced after insert on batch when new.origin_incarnation is null
    and not exists (select 1 from incarnation i where i.incarnation = new.incarnation and 0 < i.place)
  begin insert into unplaced values (new.incarnation); end`

/** Some servers on one set of books, in simulated time, and what their clients were told. */
export class World implements SimWorld {
  readonly kernel = new Kernel()
  readonly random: Random
  readonly shape: 'sole' | 'shared'
  readonly servers: SimServer[]
  readonly checker = new Checker()
  readonly #wanted = new Map<string, WantedAccount>()
  #lastChange: Promise<unknown> = Promise.resolve()
  readonly tally = newTally()
  readonly lines: string[] = []
  readonly store: SimStore
  readonly reader: Books
  /** How far the books' clock is wrong. */
  clockErrorMs = 0
  /** The most units of an account that were undecided when somebody looked. */
  undecidedMax = 0
  readonly #startsAtMs: number
  #requests = 0

  static async open(options: WorldOptions): Promise<World> {
    await setTraps()
    const database = await openDatabase({ path: ':memory:', migrations: BOOKS_MIGRATIONS, mode: 'write' })
    await database.run('create table unplaced (incarnation integer)')
    await database.run(NOTE_UNPLACED)
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
    await this.#change(account, { allowance: units }, (books) =>
      books.transaction(async (rows) => {
        await storeMonths(rows, await rows.nowMs())
        await setAllowance(rows, { account, units, who: 'test', why: '' })
      }),
    )
  }

  async setState(account: string, state: AccountState): Promise<void> {
    await this.#change(account, { state }, (books) =>
      books.transaction((rows) => setState(rows, { account, state, who: 'test', why: '' })),
    )
  }

  #change(account: string, change: Partial<WantedAccount>, work: (books: Books) => Promise<void>): Promise<void> {
    return this.#inTurn(async () => {
      const before = this.#wanted.get(account) ?? { account, state: 'active', allowance: 0 }
      this.#wanted.set(account, { ...before, ...change })
      await this.edit(work)
    })
  }

  /** Without faults: a transaction that fails holds its rows until it is undone. No older wish follows a newer one. */
  async enforceWanted(): Promise<void> {
    await this.#inTurn(() =>
      this.edit((books) => books.transaction((rows) => enforceAccounts(rows, [...this.#wanted.values()]))),
    )
  }

  /** The lock of the control database. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lastChange.then(work)
    this.#lastChange = done.catch(() => undefined)
    return done
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
      const placed = this.servers.filter(({ trust }) => trust?.state === 'live')
      const server = placed[i % placed.length]!
      const outcome = await this.charge(server, account)
      if (outcome === 'monthly_limit') break
      if (outcome === 'charged') continue
      throw new Error(`after all faults have ended, ${account} is told ${outcome} by ${server.name}`)
    }
    const [now] = await this.edit((books) => readAccounts(books, [account], this.period))
    if (now!.spent < now!.allowance) throw new Error(`${account} is used up with ${now!.spent} of ${now!.allowance}`)
  }

  /** The books may still write this much of an account, over all servers. A server without a place writes nothing. */
  async checkUndecided(account: string): Promise<void> {
    const sql = `select i.incarnation, coalesce((select max(seq) from batch b where b.incarnation = i.incarnation), 0)
                 from incarnation i where 0 < i.place`
    const underWay = this.servers.map((server) => server.underWay(account))
    const newest = new Map(await this.kernel.awaiting(this.reader.query<readonly [number, number]>(sql)))
    const open = underWay.flatMap(({ incarnation, charges }) => {
      const written = newest.get(incarnation)
      return written === undefined ? [] : charges.filter(({ seq }) => written < seq)
    })
    const units = open.reduce((sum, charge) => sum + charge.units, 0)
    this.undecidedMax = Math.max(this.undecidedMax, units)
    // Older books have older places.
    if (HOLD_MAX < units && !this.checker.mayLose) throw new Error(`${units} units of ${account} are undecided`)
  }

  /** Compares the books with themselves and with what clients were told. */
  async check(): Promise<void> {
    const unplaced = await this.edit((books) => books.query('select * from unplaced'))
    if (0 < unplaced.length) throw new Error('a server without a place has charged')
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
    const doubts = await this.edit((books) => readDoubts(books))
    this.checker.compare(await this.edit((books) => readJournal(books)), doubts)
  }

  async close(): Promise<void> {
    await this.reader.close()
  }
}
