import assert from 'node:assert/strict'
import type { ServerHistory } from '../../src/ledger/books/rows.ts'
import { openSqlBooks } from '../../src/ledger/books/sql-store.ts'
import type { BooksStore, Rows } from '../../src/ledger/books/store.ts'
import { forgetTime } from '../../src/ledger/testing/ledger-time.ts'
import { MemoryNodeDisk } from '../../src/ledger/testing/memory-node-disk.ts'
import { type ExampleStore, openExampleStore } from '../../src/ledger/testing/stores.ts'
import { TestNode } from '../../src/ledger/testing/test-node.ts'
import { VirtualTime } from '../../src/ledger/testing/virtual-time.ts'
import type { Clock } from '../../src/stdx/clock.ts'
import { type Random, seededRandom } from '../../src/stdx/random.ts'
import type { Database } from '../../src/storage/storage.ts'
import { type CommitFault, createFaultyDatabase } from '../../src/storage/testing/faulty-database.ts'
import { checkAtRest, RequestOutcomes } from './request-outcomes.ts'

/** `dies_…`: the node is killed before or after the commit happens, and receives no answer. */
export type Fault = CommitFault | 'dies_before' | 'dies_after'

export interface CommitPoint {
  /** `post`: the commit of a batch. */
  readonly kind: 'post' | 'other'
  /** 1 for the first of its kind in this world. */
  readonly number: number
  readonly atMs: number
}

export interface FaultWorldOptions {
  readonly kind: 'sqlite' | 'postgres'
  readonly seed: number
  readonly allowances?: readonly number[]
  /** The initial time of the database's clock. */
  readonly startsAtMs?: number
  readonly faultOf?: (point: CommitPoint) => Fault
  /** How the node's process and disk end. */
  readonly ending?: 'kill' | 'power cut'
  /** `late`: the last unanswered batch of a node arrives after its death, when its next incarnation has begun. */
  readonly lastBatch?: 'lost' | 'late'
}

/** The allowances of a world: small, so that they are used up. */
const ALLOWANCES = [60, 45, 25]

/** 2026-11-21 */
const STARTS_AT_MS = 1_795_219_200_000

let worlds = 0

/**
 * One node on a real database with chosen faults of commits, a disk in memory that fails in every possible way, and
 * clients that record outcomes. When the node dies, its next incarnation begins at once.
 */
export class FaultWorld {
  readonly time = new VirtualTime()
  readonly clock: Clock
  /** Moves the clock of the database. */
  clockShiftMs = 0
  readonly accounts: ReadonlyMap<string, number>
  readonly outcomes: RequestOutcomes
  readonly commits = { post: 0, other: 0 }
  readonly disk: MemoryNodeDisk
  readonly node: string
  /** Replaces what the database server reports. */
  history: ServerHistory | undefined
  /** The number of steps on the node's own disk. */
  diskSteps = 0
  faultOf: (point: CommitPoint) => Fault
  /** Whether the node dies after this step on its disk. */
  diesAtStep: (step: number, name: string) => boolean = () => false
  incarnations = 0
  readonly ending: 'kill' | 'power cut'
  readonly counters: Record<string, number> = {}
  readonly #kind: FaultWorldOptions['kind']
  readonly #random: Random
  readonly #books: ExampleStore
  readonly #lastBatch: 'lost' | 'late'
  #unheard: (() => Promise<unknown>) | undefined
  readonly #keeping: Promise<never>
  #liveNode = Promise.withResolvers<TestNode>()

  /** The worlds of a test may share books one after the other: accounts and nodes have their own names. */
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
    this.outcomes = new RequestOutcomes(this.accounts.keys())
    this.disk = new MemoryNodeDisk(() => this.#random.below(2 ** 31))
    // An earlier world may have written its books.
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

  /** Lets time pass until the promise settles. */
  async during<T>(work: Promise<T>): Promise<T> {
    return await this.time.until(Promise.race([work, this.#keeping]))
  }

  /** The incarnation that can charge, as soon as one can. */
  liveNode(): Promise<TestNode> {
    return this.#liveNode.promise
  }

  /**
   * Ends all faults, charges every allowance exactly, closes the node, and compares the books with the recorded
   * outcomes.
   */
  async heal(): Promise<void> {
    this.faultOf = () => 'keeps'
    this.diesAtStep = () => false
    this.disk.fail(() => false)
    await this.time.pass(SETTLE_MS)
    for (const account of this.accounts.keys()) await this.during(this.#useUp(account))
    const node = await this.liveNode()
    const ledgerNode = await node.started
    assert.deepEqual(ledgerNode.trust.status(), { state: 'live', reasons: [] })
    await this.during(ledgerNode.close())
    this.#add(node)
    const charged = await this.outcomes.check(this.store, this.node)
    assert.deepEqual(charged, this.accounts, 'every unit is charged, and none twice')
    await checkAtRest(this.store, charged)
  }

  async #useUp(account: string): Promise<void> {
    for (const units of [10, 1]) {
      for (let tries = 0; ; tries++) {
        const ends = await Promise.all(
          Array.from({ length: units === 1 ? 5 : 1 }, () => chargeOnce(this, account, units)),
        )
        if (ends.every((end) => end === 'monthly_limit')) break
        if (tries < USE_UP_ATTEMPTS) continue
        const { trust } = await (await this.liveNode()).started
        const doubts = await this.store.snapshot((rows) => rows.doubts())
        const why = JSON.stringify([trust.status(), doubts.filter(({ resolvedAtMs }) => resolvedAtMs === null)])
        assert.fail(`${account} is not used up: the last answers were ${ends}, ${why}`)
      }
    }
  }

  /** Repeats the operator's command until the books answer. */
  async #allow(account: string, units: number): Promise<void> {
    for (;;) {
      const node = await this.liveNode()
      const allowed = node.clients[0]!.call({ name: 'set_allowance', account, units, who: 'operator' })
      const end = await Promise.race([allowed, node.dead])
      if (end === undefined) return
      await new Promise<void>((resolve) => this.time.after(AGAIN_MS, resolve))
    }
  }

  /** Runs one incarnation after the other. */
  async #keep(): Promise<never> {
    for (;;) {
      const node = this.begin(this.disk)
      this.incarnations++
      const state = await Promise.race([node.started.then(() => 'started'), node.dead])
      if (state === 'started') this.#liveNode.resolve(node)
      await node.dead
      if (state === 'started') this.#liveNode = Promise.withResolvers()
      // The connections of a killed process are closed before another starts, so its last requests have ended by then.
      await this.time.settled()
      this.#add(node)
      this.#comeLate()
      if (this.ending === 'kill') this.disk.kill()
      else this.disk.cutPower()
    }
  }

  /** Starts a process of this node with this disk. */
  begin(disk: MemoryNodeDisk): TestNode {
    const alive: { node?: TestNode } = {}
    const node = new TestNode({
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

  #liesOf(alive: { node?: TestNode }): BooksStore {
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
    // The books may refuse the batch.
    this.time.after(LATE_MS, () => void this.time.awaiting(unheard().catch(() => undefined)))
  }

  #add(node: TestNode): void {
    for (const [name, count] of Object.entries(node.counters)) this.counters[name] = (this.counters[name] ?? 0) + count
  }
}

const LATE_MS = 500
const AGAIN_MS = 100

/** After this time all deadlines are over and no commit is in doubt. */
const SETTLE_MS = 3_000
const USE_UP_ATTEMPTS = 100

interface ChargeOptions {
  readonly account: string
  readonly units: number
  readonly thinkMs?: number
  readonly end?: 'wait' | 'withdraw'
}

const SUBJECT = { project: 'shop', credential: 'key-1', operation: 'suggestCompanies' }

/** Sends one request to the incarnation that can charge, and returns its outcome. */
export function chargeOnce(
  world: FaultWorld,
  account: string,
  units: number,
  thinkMs = 0,
  end: 'wait' | 'withdraw' = 'wait',
) {
  return world.liveNode().then((node) => chargeAt(node, world, { account, units, thinkMs, end }))
}

/** Sends one request to a given process of the node. */
export async function chargeAt(
  node: TestNode,
  world: FaultWorld,
  { account, units, thinkMs = 0, end = 'wait' }: ChargeOptions,
): Promise<string> {
  const client = node.clients[units % 2]!
  const requestId = world.outcomes.send(account, units)
  const charge = client.charge({ account, units, subject: SUBJECT, requestId })
  // The client leaves, before its charge is sealed or after.
  if (end === 'withdraw') world.time.after(thinkMs, () => node.isDead || charge.withdraw())
  const outcome = await Promise.race([charge.outcome, node.dead])
  if (outcome === 'dead') return 'dead'
  if (outcome.outcome === 'charged') world.outcomes.record(requestId, 'charged', outcome.period)
  else world.outcomes.record(requestId, outcome.outcome === 'unknown' ? 'unknown' : 'refused')
  return outcome.outcome === 'refused' ? outcome.reason : outcome.outcome
}

export interface WorkOptions {
  readonly clients: number
  readonly requests: number
  readonly seed: number
}

/** Runs clients of several accounts that charge at the same time and sometimes leave. */
export async function work(world: FaultWorld, { clients, requests, seed }: WorkOptions): Promise<void> {
  const accounts = [...world.accounts.keys()]
  const client = async (number: number): Promise<void> => {
    const random = seededRandom(seed * 1000 + number)
    for (let i = 0; i < requests; i++) {
      await new Promise<void>((resolve) => world.time.after(random.below(PAUSE_MAX_MS), resolve))
      const account = accounts[random.below(accounts.length)]!
      const end = random.below(5) === 0 ? 'withdraw' : 'wait'
      await chargeOnce(world, account, random.below(3) === 0 ? 10 : 1, random.below(THINK_MAX_MS), end)
    }
  }
  await world.during(Promise.all(Array.from({ length: clients }, (_, number) => client(number))))
}

const PAUSE_MAX_MS = 120
const THINK_MAX_MS = 60

/** Opens books for worlds; on SQLite without waits for the disk, because the faults of commits play the disk. */
export async function openWorldBooks(options: {
  kind: 'sqlite' | 'postgres'
  postgresUrl?: string
}): Promise<ExampleStore> {
  const { kind, postgresUrl } = options
  const clock = { nowMs: () => STARTS_AT_MS }
  const books = await openExampleStore(kind, postgresUrl === undefined ? { clock } : { clock, postgresUrl })
  if (kind === 'sqlite') await (books.database as Database).query('pragma synchronous = off')
  return books
}
