import type { LedgerTimeRow } from '../../src/ledger/books/rows.ts'
import type { BooksStore } from '../../src/ledger/books/store.ts'
import { type Month, monthAt } from '../../src/ledger/calendar.ts'
import { type Random, seededRandom } from '../../src/stdx/random.ts'
import type { Queries } from '../../src/storage/storage.ts'
import { BooksChecker } from './books-checker.ts'
import { History, monthKey } from './history.ts'
import { Kernel } from './kernel.ts'
import { LossChecker } from './loss-checker.ts'
import { NodeDisk } from './node-disk.ts'
import { NodeProcess } from './node-process.ts'
import type { FaultKind, Plan } from './plan.ts'
import { SimDatabase } from './sim-database.ts'
import { StopChecker } from './stop-checker.ts'
import type { StoreOf } from './stores.ts'
import { Tally } from './tally.ts'
import type { MonthFloor, UsageFloor } from './usage-checker.ts'

/** A machine: its disk and its processes. */
export interface Host {
  node: string
  disk: NodeDisk
  /** The last one should run. Those before it are unnoticed twins. */
  processes: NodeProcess[]
  /** Earlier names of this machine, whose disks are lost. */
  readonly lost: string[]
  hadTwin: boolean
  /** Called when its disk was written. */
  onNote: () => void
}

/** A simulated world. */
export class World {
  readonly plan: Plan
  readonly kernel = new Kernel()
  readonly history = new History()
  readonly checker = new BooksChecker(this.history, () => this.databaseMs())
  readonly stops = new StopChecker()
  readonly losses = new LossChecker(this.history, () => this.databaseMs())
  readonly random: Random
  readonly database: SimDatabase
  readonly store: BooksStore
  readonly sql: Queries
  readonly hosts: Host[] = []
  readonly accounts: readonly string[]
  readonly counters = new Tally()
  readonly injected = new Tally()
  readonly answers = new Tally()
  /** Rare situations that occurred. */
  readonly reached = this.checker.reached
  /** The most confirmed units in any answer, by account and month. */
  readonly confirmedSeen = new Map<string, number>()
  /** As the books store it. */
  ledgerTime: LedgerTimeRow = { nowMs: 0, finalMs: 0, undisputedMs: 0, returns: 0 }
  usages = 0
  pauses = 0
  /** The world is not healed before this time: something still happens over the end of a month. */
  midnightUntilMs = 0
  /**
   * The month of which everything was charged after healing, and each account's units of failed requests in it by
   * then.
   */
  drained: { readonly period: string; readonly voids: ReadonlyMap<string, number> } = { period: '', voids: new Map() }
  requestsLeft: number
  phase: 'chaos' | 'healed' | 'still' = 'chaos'
  readonly fail = this.kernel.fail
  readonly #diskRandom: Random

  constructor(plan: Plan, storeOf: StoreOf) {
    this.plan = plan
    this.requestsLeft = plan.requests
    this.accounts = plan.allowances.map((_, i) => `account-${i}`)
    const { seed } = plan
    this.random = seededRandom(seed * 4 + 1)
    this.#diskRandom = seededRandom(seed * 4 + 2)
    const { kernel, checker, injected } = this
    const { store, sql, pace, cutNext } = storeOf({
      nowMs: () => this.databaseMs(),
      note: (change) => {
        if (change.kind === 'ledgerTime') this.ledgerTime = change.after
        this.stops.note(change)
        this.losses.note(change)
        checker.note(change)
      },
    })
    this.store = store
    this.sql = sql
    this.database = new SimDatabase({
      ...{ kernel, store, plan, checker, stops: this.stops, losses: this.losses, injected, pace, cutNext },
      random: seededRandom(seed * 4 + 3),
    })
    for (let i = 0; i < plan.nodes; i++) {
      const rest = { processes: [], lost: [], hadTwin: false, onNote: () => undefined }
      const host: Host = { node: `node-${i}`, disk: this.#newDisk(), ...rest }
      host.disk.onNote = () => host.onNote()
      this.hosts.push(host)
      this.startProcess(host)
    }
  }

  /** The time of the database's clock. */
  databaseMs(): number {
    return this.plan.startsAtMs + Math.floor(this.kernel.nowMs) + this.database.clockOffsetMs
  }

  month(): Month {
    return monthAt(this.databaseMs())
  }

  /** Nothing goes wrong in this world: clients come and go, and the month may end. */
  get isCalm(): boolean {
    return [...this.plan.faults.keys()].every((kind) => kind === 'rollover' || kind === 'disconnect')
  }

  /** Draws whether this fault happens now. */
  happens(kind: FaultKind): boolean {
    const chance = this.plan.faults.get(kind)
    if (this.phase !== 'chaos' || chance === undefined || chance <= this.random.fraction()) return false
    this.injected.add(kind)
    return true
  }

  startProcess(host: Host): NodeProcess {
    const { kernel, database, random, plan, history, counters } = this
    const process = new NodeProcess({
      ...{ kernel, database, random, plan, history, counters, node: host.node, disk: host.disk },
      returns: () => this.ledgerTime.returns,
    })
    host.processes.push(process)
    return process
  }

  /** The machine returns with an empty disk, as an unknown node. */
  loseDisk(host: Host): void {
    host.lost.push(host.node)
    host.node = `${host.node.replace(/\+.*/, '')}+${host.lost.length}`
    host.disk = this.#newDisk()
    host.disk.onNote = () => host.onNote()
  }

  usageFloor(account: string): UsageFloor {
    const floor = new Map<string, MonthFloor>()
    for (const { period } of this.checker.months()) {
      const confirmed = this.confirmedSeen.get(monthKey(account, period)) ?? 0
      const { clipped = 0 } = this.checker.monthRow(account, period) ?? {}
      floor.set(period, { successes: this.history.successUnits(account, period), confirmed, clipped })
    }
    return floor
  }

  #newDisk(): NodeDisk {
    return new NodeDisk(this.#diskRandom, this.plan, this.injected)
  }
}
