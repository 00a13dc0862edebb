import assert from 'node:assert/strict'
import type { BooksStore, Rows, ServerHistory } from '../../src/ledger/books/rows.ts'
import { openSqlBooks } from '../../src/ledger/books/sql-store.ts'
import { ExampleNode } from '../../src/ledger/node/example-node.ts'
import { ExampleNodeDisk } from '../../src/ledger/node/example-node-disk.ts'
import { SteeredTime } from '../../src/ledger/node/example-time.ts'
import { forgetTime } from '../../src/ledger/testing/ledger-time.ts'
import { type ExampleStore, openExampleStore } from '../../src/ledger/testing/stores.ts'
import type { Clock } from '../../src/stdx/clock.ts'
import { type Random, seededRandom } from '../../src/stdx/random.ts'
import type { Database } from '../../src/storage/storage.ts'
import { type CommitFault, createFaultyDatabase } from '../../src/storage/testing/faulty-database.ts'
import { checkAtRest, ToldRequests } from './told-requests.ts'

/** `dies_…`: the node is killed before, or after, the commit happens; nobody hears of it. */
export type Fault = CommitFault | 'dies_before' | 'dies_after'

export interface CommitPoint {
  /** `post`: of a batch. */
  readonly kind: 'post' | 'other'
  /** 1 for the first of its kind in this world. */
  readonly number: number
  readonly atMs: number
}

export interface FaultWorldOptions {
  readonly kind: 'sqlite' | 'postgres'
  readonly seed: number
  readonly allowances?: readonly number[]
  /** What the clock of the database shows at first. */
  readonly startsAtMs?: number
  readonly faultOf?: (point: CommitPoint) => Fault
  /** How the node's own disk ends with its process. */
  readonly ending?: 'kill' | 'power cut'
  /** `late`: what a node sent last and heard nothing of comes to the database after its death, when its next life has begun. */
  readonly lastBatch?: 'lost' | 'late'
}

/** What the accounts of a world may use: small, so that their ends are reached. */
const ALLOWANCES = [60, 45, 25]

/** 2026-11-21 */
const STARTS_AT_MS = 1_795_219_200_000

let worlds = 0

/**
 * One node on a real database whose commits end as they are told to, with a disk in memory as bad as a disk may be, and clients that remember what they
 * were told. Whenever the node dies another life of it begins at once.
 */
export class FaultWorld {
  readonly time = new SteeredTime()
  readonly clock: Clock
  /** Moves the clock of the database. */
  clockShiftMs = 0
  readonly accounts: ReadonlyMap<string, number>
  readonly told: ToldRequests
  readonly commits = { post: 0, other: 0 }
  readonly disk: ExampleNodeDisk
  readonly node: string
  /** Takes the place of what the database server reports. */
  history: ServerHistory | undefined
  /** Steps on the node's own disk. */
  diskSteps = 0
  faultOf: (point: CommitPoint) => Fault
  /** After which step on the disk does the node die? */
  diesAtStep: (step: number, name: string) => boolean = () => false
  lives = 0
  readonly ending: 'kill' | 'power cut'
  readonly counters: Record<string, number> = {}
  readonly #kind: FaultWorldOptions['kind']
  readonly #random: Random
  readonly #books: ExampleStore
  readonly #lastBatch: 'lost' | 'late'
  #unheard: (() => Promise<unknown>) | undefined
  readonly #keeping: Promise<never>
  #living = Promise.withResolvers<ExampleNode>()

  /** Books may be shared by the worlds of a test, one after the other: accounts and nodes have names of their own. */
  static async open(options: FaultWorldOptions, books: ExampleStore): Promise<FaultWorld> {
    await forgetTime(books.store)
    const world = new FaultWorld(options, books)
    for (const [account, units] of world.accounts) await world.during(world.#allow(account, units))
    return world
  }

  private constructor(options: FaultWorldOptions, books: ExampleStore) {
    const { kind, seed, startsAtMs: began = STARTS_AT_MS, faultOf = () => 'keeps', ending = 'kill' } = options
    const { allowances = ALLOWANCES, lastBatch = 'lost' } = options
    this.#lastBatch = lastBatch
    this.#kind = kind
    this.#random = seededRandom(seed)
    this.#books = books
    this.node = `node-${++worlds}`
    this.accounts = new Map(allowances.map((units, i) => [`account-${worlds}-${i}`, units]))
    this.told = new ToldRequests(this.accounts.keys())
    this.disk = new ExampleNodeDisk(() => this.#random.below(2 ** 31))
    // Its books may have been written by a world before.
    this.disk.lastIncarnation = 0
    const startsAtMs = began - this.time.monotonicMs()
    this.clock = { nowMs: () => startsAtMs + this.time.monotonicMs() + this.clockShiftMs }
    this.faultOf = faultOf
    this.ending = ending
    this.#keeping = this.#keep()
  }

  get books(): ExampleStore {
    return this.#books
  }

  get store(): BooksStore {
    return this.#books.store
  }

  /** Lets time pass until this is known. */
  async during<T>(work: Promise<T>): Promise<T> {
    return await this.time.until(Promise.race([work, this.#keeping]))
  }

  /** The incarnation that can charge, as soon as one can. */
  living(): Promise<ExampleNode> {
    return this.#living.promise
  }

  /** No more faults: everything is sold, exactly; then all is closed and held against what was told. */
  async heal(): Promise<void> {
    this.faultOf = () => 'keeps'
    this.diesAtStep = () => false
    this.disk.fail(() => false)
    await this.time.pass(SETTLE_MS)
    for (const account of this.accounts.keys()) await this.during(this.#sellOut(account))
    const node = await this.living()
    const bookkeeper = await node.started
    assert.deepEqual(bookkeeper.trust.status(), { state: 'live', reasons: [] })
    await this.during(bookkeeper.close())
    this.#add(node)
    const charged = await this.told.check(this.store, this.node)
    assert.deepEqual(charged, this.accounts, 'every unit is sold, and none twice')
    await checkAtRest(this.store, charged)
  }

  async #sellOut(account: string): Promise<void> {
    for (const units of [10, 1]) {
      for (let tries = 0; ; tries++) {
        const ends = await Promise.all(Array.from({ length: units === 1 ? 5 : 1 }, () => buy(this, account, units)))
        if (ends.every((end) => end === 'monthly_limit')) break
        if (tries < SELL_OUT_TRIES) continue
        const { trust } = await (await this.living()).started
        const doubts = await this.store.snapshot((rows) => rows.doubts())
        const why = JSON.stringify([trust.status(), doubts.filter(({ resolvedAtMs }) => resolvedAtMs === null)])
        assert.fail(`${account} is not sold out: the last answers were ${ends}, ${why}`)
      }
    }
  }

  /** An operator whose command was cut off, or who heard that the books do not answer, gives it again. */
  async #allow(account: string, units: number): Promise<void> {
    for (;;) {
      const node = await this.living()
      const allowed = node.clients[0]!.call({ name: 'set_allowance', account, units, who: 'operator' })
      const end = await Promise.race([allowed, node.dead])
      if (end === undefined) return
      await new Promise<void>((resolve) => this.time.after(AGAIN_MS, resolve))
    }
  }

  /** One life after the other. */
  async #keep(): Promise<never> {
    for (;;) {
      const node = this.begin(this.disk)
      this.lives++
      const state = await Promise.race([node.started.then(() => 'started'), node.dead])
      if (state === 'started') this.#living.resolve(node)
      await node.dead
      if (state === 'started') this.#living = Promise.withResolvers()
      // The connections of a process that was killed are closed before another can be started: what the database does of it, it has done by then.
      await this.time.settled()
      this.#add(node)
      this.#comeLate()
      if (this.ending === 'kill') this.disk.kill()
      else this.disk.cutPower()
    }
  }

  /** A process of this node, on this disk. */
  begin(disk: ExampleNodeDisk): ExampleNode {
    const alive: { node?: ExampleNode } = {}
    const node = new ExampleNode({
      ...{ store: this.#liesOf(alive), time: this.time, node: this.node, clients: 2 },
      shape: this.#kind === 'sqlite' ? 'sole' : 'shared',
      ...{ notes: disk, mark: disk },
      step: (name) => {
        if (this.diesAtStep(++this.diskSteps, name)) alive.node!.crash()
      },
    })
    alive.node = node
    return node
  }

  #liesOf(alive: { node?: ExampleNode }): BooksStore {
    const next = (kind: 'post' | 'other') => (): CommitFault => {
      if (alive.node?.isDead === true) return 'keeps'
      const fault = this.faultOf({ kind, number: ++this.commits[kind], atMs: this.time.monotonicMs() })
      if (fault !== 'dies_before' && fault !== 'dies_after') return fault
      alive.node!.crash()
      return fault === 'dies_before' ? 'loses' : 'hides'
    }
    const database = this.#books.database
    const doors = {
      posts: createFaultyDatabase(database, next('post')),
      transactions: createFaultyDatabase(database, next('other')),
      snapshots: database,
    }
    const store = openSqlBooks(doors, { clock: this.clock })
    const seen = (rows: Rows): Rows =>
      this.history === undefined ? rows : { ...rows, serverHistory: async () => this.history! }
    const post: BooksStore['post'] = async (batch, uses) => {
      this.#unheard = () => store.post(batch, uses)
      const outcome = await store.post(batch, uses)
      this.#unheard = undefined
      return outcome
    }
    return { ...store, post, transaction: (work) => store.transaction((rows) => work(seen(rows))) }
  }

  #comeLate(): void {
    const unheard = this.#unheard
    this.#unheard = undefined
    if (this.#lastBatch === 'lost' || unheard === undefined) return
    // The books may refuse it.
    this.time.after(LATE_MS, () => void this.time.awaiting(unheard().catch(() => undefined)))
  }

  #add(node: ExampleNode): void {
    for (const [name, count] of Object.entries(node.counters)) this.counters[name] = (this.counters[name] ?? 0) + count
  }
}

const LATE_MS = 500
const AGAIN_MS = 100

/** All deadlines are over, and what was in doubt is known. */
const SETTLE_MS = 3_000
const SELL_OUT_TRIES = 100

interface BuyOptions {
  readonly account: string
  readonly units: number
  readonly thinkMs?: number
  readonly end?: 'wait' | 'withdraw'
}

const SUBJECT = { project: 'shop', credential: 'key-1', operation: 'suggestCompanies' }

/** One request from start to end, at the life that can sell. Answers how it ended. */
export function buy(world: FaultWorld, account: string, units: number, thinkMs = 0, end: 'wait' | 'withdraw' = 'wait') {
  return world.living().then((node) => buyOf(node, world, { account, units, thinkMs, end }))
}

/** The same at a certain process of the node. */
export async function buyOf(
  node: ExampleNode,
  world: FaultWorld,
  { account, units, thinkMs = 0, end = 'wait' }: BuyOptions,
): Promise<string> {
  const client = node.clients[units % 2]!
  const requestId = world.told.send(account, units)
  const charge = client.charge({ account, units, subject: SUBJECT, requestId })
  // A client that leaves, before its charge is sealed or after.
  if (end === 'withdraw') world.time.after(thinkMs, () => node.isDead || charge.withdraw())
  const outcome = await Promise.race([charge.outcome, node.dead])
  if (outcome === 'dead') return 'dead'
  if (outcome.outcome === 'charged') world.told.tell(requestId, 'charged', outcome.period)
  else world.told.tell(requestId, outcome.outcome === 'unknown' ? 'unknown' : 'refused')
  return outcome.outcome === 'refused' ? outcome.reason : outcome.outcome
}

export interface WorkOptions {
  readonly clients: number
  readonly requests: number
  readonly seed: number
}

/** Clients of several accounts that charge, and leave now and then, all at the same time. */
export async function work(world: FaultWorld, { clients, requests, seed }: WorkOptions): Promise<void> {
  const accounts = [...world.accounts.keys()]
  const client = async (number: number): Promise<void> => {
    const random = seededRandom(seed * 1000 + number)
    for (let i = 0; i < requests; i++) {
      await new Promise<void>((resolve) => world.time.after(random.below(PAUSE_MAX_MS), resolve))
      const account = accounts[random.below(accounts.length)]!
      const end = random.below(5) === 0 ? 'withdraw' : 'wait'
      await buy(world, account, random.below(3) === 0 ? 10 : 1, random.below(THINK_MAX_MS), end)
    }
  }
  await world.during(Promise.all(Array.from({ length: clients }, (_, number) => client(number))))
}

const PAUSE_MAX_MS = 120
const THINK_MAX_MS = 60

/** Books for worlds. On SQLite without waits for the disk: what a disk may do is told to the commits. */
export async function booksForWorlds(options: {
  kind: 'sqlite' | 'postgres'
  postgresUrl?: string
}): Promise<ExampleStore> {
  const { kind, postgresUrl } = options
  const clock = { nowMs: () => STARTS_AT_MS }
  const books = await openExampleStore(kind, postgresUrl === undefined ? { clock } : { clock, postgresUrl })
  if (kind === 'sqlite') await (books.database as Database).query('pragma synchronous = off')
  return books
}
