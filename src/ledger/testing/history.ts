import { assert } from '../../stdx/assert.ts'
import { type Random, seededRandom } from '../../stdx/random.ts'
import { DAY_MS } from '../../stdx/time-units.ts'
import { Books } from '../books/books.ts'
import { LEASE_MS, SETTLING_MS } from '../books/limits.ts'
import { type BatchKey, GRANTS_MAX, type Line } from '../books/rows.ts'
import type { BooksStore } from '../books/store.ts'
import { monthAt } from '../calendar.ts'
import { makeFinal } from './ledger-time.ts'
import { subjectNumber } from './rows.ts'

/** A clock that the test sets. It begins some days before the end of November 2026. */
export interface ExampleClock {
  ms: number
  nowMs(): number
}

export function createExampleClock(): ExampleClock {
  return {
    ms: Date.UTC(2026, 10, 25),
    nowMs() {
      return this.ms
    },
  }
}

/** A grant as its node knows it. */
interface HeldGrant {
  readonly id: number
  readonly account: string
  readonly month: ReturnType<typeof monthAt>
  version: number
  size: number
  spent: number
  /** Answered lines that the books do not know to be answered yet. */
  unreported: { readonly key: BatchKey; readonly line: Line }[]
  told: number
}

interface Node {
  readonly name: string
  incarnation: number
  seq: number
  grants: number
  held: HeldGrant[]
  state: 'alive' | 'dead'
}

/** No incarnation has this number. */
const NO_INCARNATION = 0
const ACCOUNTS = ['anna', 'bert', 'cyril']

/** Multiples of ten, so that no two of them differ by one. */
const ALLOWANCES = [0, 50, 200, 200, 400, 1000]

/**
 * Does random operations on books, the same for the same seed, as two nodes and an operator would: units are granted
 * and returned, lines are written, acknowledged and void; nodes die, are cleaned up after, and return; months end.
 * Books can have several histories of different seeds, one after the other.
 */
export async function makeHistory(
  store: BooksStore,
  { clock, seed, steps }: { readonly clock: ExampleClock; readonly seed: number; readonly steps: number },
): Promise<void> {
  const world = new World(store, clock, seed)
  for (const account of ACCOUNTS) await world.setAllowance(account, 400)
  for (let i = 0; i < steps; i++) await world.step()
}

class World {
  readonly #store: BooksStore
  readonly #books: Books
  readonly #clock: ExampleClock
  readonly #random: Random
  readonly #seed: number
  readonly #shape: 'sole' | 'shared'
  readonly #nodes: Node[] = ['n', 'm'].map((name) => ({
    name,
    incarnation: 0,
    seq: 0,
    grants: 0,
    held: [],
    state: 'dead',
  }))
  #requests = 0

  constructor(store: BooksStore, clock: ExampleClock, seed: number) {
    const random = seededRandom(seed)
    this.#store = store
    this.#books = new Books(store)
    this.#clock = clock
    this.#random = random
    this.#seed = seed
    this.#shape = random.below(3) === 0 ? 'sole' : 'shared'
  }

  async step(): Promise<void> {
    this.#clock.ms += this.#random.below(1000)
    const node = this.#one(this.#nodes)
    if (node.state === 'dead') {
      if (this.#random.below(8) === 0) await this.#start(node)
      else if (this.#random.below(4) === 0) await this.#sweep()
      return
    }
    const held = node.held.length === 0 ? undefined : this.#one(node.held)
    switch (this.#random.below(20)) {
      case 0:
        return await this.setAllowance(this.#one(ACCOUNTS), this.#one(ALLOWANCES))
      case 1:
        node.state = this.#random.below(3) === 0 ? 'dead' : 'alive'
        return
      case 2:
        if (this.#random.below(6) === 0) this.#clock.ms += DAY_MS * this.#random.below(4)
        return
      case 3:
        return await this.#post(node, [])
      case 4:
        return await this.#sweep()
      case 5:
      case 6:
        return held && (await this.#returnUnits(held))
      case 7:
        return held && (await this.#close(node, held))
      case 8:
      case 9:
        return await this.#beat(node)
      case 10:
      case 11:
      case 12:
        return await this.#acquire(node, held)
      default:
        return held && (await this.#post(node, this.#lines(node)))
    }
  }

  setAllowance(account: string, units: number): Promise<void> {
    return this.#books.setAllowance({ account, units, who: 'operator' })
  }

  /** Some lines of the earlier incarnation were answered with an error. */
  async #start(node: Node): Promise<void> {
    for (const { unreported: untold } of node.held) {
      const failed = untold.filter(() => this.#random.below(4) === 0)
      for (const { key, line } of failed) await this.#books.voidLines(key, [line.requestId])
    }
    const { incarnation, earlier } = await this.#books.beginIncarnation(node.name, 0)
    for (const { incarnation } of earlier) {
      for (const grant of await this.#books.openGrantsOf(incarnation)) await this.#books.recoverGrant(grant)
      await this.#books.recoverHeld(incarnation)
      assert((await this.#books.endIncarnation(incarnation)) === 'ended', 'its grants were closed')
    }
    Object.assign(node, { incarnation, seq: 0, grants: 0, held: [], state: 'alive' })
  }

  async #acquire(node: Node, held: HeldGrant | undefined): Promise<void> {
    const again = this.#random.below(3) === 0 ? held : undefined
    const account = again?.account ?? this.#one(ACCOUNTS)
    const month = again?.month ?? monthAt(this.#clock.ms)
    const grant = again?.id ?? node.incarnation * GRANTS_MAX + node.grants++
    const version = again?.version ?? 0
    const outcome = await this.#books.acquire({
      ...{ grant, version, account, month, incarnation: node.incarnation, shape: this.#shape },
      ...{ least: 1 + this.#random.below(10), wanted: 1 + this.#random.below(150) },
    })
    if (outcome.outcome !== 'granted') return
    const known = again ?? { id: grant, account, month, version, size: 0, spent: 0, unreported: [], told: 0 }
    if (again === undefined) node.held.push(known)
    Object.assign(known, { size: outcome.grant.size, version: outcome.grant.version })
  }

  #lines(node: Node): Line[] {
    const left = new Map(node.held.map((held) => [held, held.size - held.spent]))
    const lines: Line[] = []
    for (let i = this.#random.below(12); 0 <= i; i--) {
      const held = this.#one(node.held)
      const units = this.#random.below(4) === 0 ? 1 : 10
      if (left.get(held)! < units) continue
      left.set(held, left.get(held)! - units)
      const requestId = `${this.#seed.toString(16)}${(++this.#requests).toString(16).padStart(20, '0')}`.padStart(
        32,
        '0',
      )
      lines.push({ requestId, grant: held.id, subject: this.#random.below(4), units })
    }
    return lines
  }

  /** Replaces the placeholder numbers of subjects by those that the books give. */
  async #post(node: Node, asked: readonly Line[]): Promise<void> {
    const lines: Line[] = []
    for (const line of asked) {
      const { account } = node.held.find(({ id }) => id === line.grant)!
      const subject = { project: `p${line.subject % 2}`, credential: `k${line.subject}`, operation: 'suggest' }
      lines.push({ ...line, subject: await subjectNumber(this.#books, { account, ...subject }) })
    }
    const key = { incarnation: node.incarnation, seq: node.seq + 1 }
    const uses = node.held
      .map((held) => ({ held, units: sum(lines.filter(({ grant }) => grant === held.id)) }))
      .filter(({ units }) => 0 < units)
    const tells = this.#random.below(2) === 0
    const { outcome } = await this.#books.post(
      { ...key, atMs: this.#clock.ms, lines },
      uses.map(({ held, units }) => ({
        grant: held.id,
        units,
        acked: held.told + (tells ? countUnreported(held) : 0),
      })),
    )
    if (outcome === 'refused') return
    node.seq++
    for (const { held } of tells ? uses : []) {
      held.told += countUnreported(held)
      held.unreported = []
    }
    const failed = this.#random.below(5) === 0 ? lines.filter(() => this.#random.below(2) === 0) : []
    await this.#books.voidLines(
      key,
      failed.map(({ requestId }) => requestId),
    )
    for (const line of lines) {
      const held = uses.find(({ held }) => held.id === line.grant)!.held
      if (failed.includes(line)) continue
      held.spent += line.units
      held.unreported.push({ key, line })
    }
  }

  /** Reports some of the answered lines, as a late heartbeat does. */
  async #beat(node: Node): Promise<void> {
    for (const held of node.held) {
      const reported = held.unreported.slice(0, this.#random.below(held.unreported.length + 1))
      const acked = held.told + sum(reported.map(({ line }) => line))
      await this.#books.recordHeartbeat({
        node: node.name,
        incarnation: node.incarnation,
        writtenSeq: 0,
        hints: [{ grant: held.id, acked, inFlight: 0 }],
      })
      held.told = acked
      held.unreported = held.unreported.slice(reported.length)
    }
  }

  async #returnUnits(held: HeldGrant): Promise<void> {
    const keep = held.spent + this.#random.below(20)
    if (held.size <= keep) return
    const returned = await this.#books.returnUnits(toOwnGrant(held), keep)
    if (returned.outcome === 'returned') Object.assign(held, { size: returned.size, version: returned.version })
  }

  async #close(node: Node, held: HeldGrant): Promise<void> {
    await this.#books.closeGrant(toOwnGrant(held), held.spent)
    node.held = node.held.filter((other) => other !== held)
  }

  /** Sometimes runs after enough time for leases to run out. */
  async #sweep(): Promise<void> {
    if (this.#random.below(3) === 0) this.#clock.ms += LEASE_MS + SETTLING_MS
    await makeFinal(this.#store, monthAt(this.#clock.ms).startsAtMs)
    const { grants, periods } = await this.#books.findCleanupWork()
    for (const grant of grants) await this.#books.settleIfLost(grant)
    for (const period of periods) await this.#books.endPeriod(period, NO_INCARNATION)
  }

  #one<T>(choice: readonly T[]): T {
    return choice[this.#random.below(choice.length)]!
  }
}

function toOwnGrant({ id, version, account, month }: HeldGrant) {
  return { grant: id, version, account, period: month.period }
}

function countUnreported({ unreported: untold }: HeldGrant): number {
  return sum(untold.map(({ line }) => line))
}

function sum(lines: readonly Line[]): number {
  return lines.reduce((total, { units }) => total + units, 0)
}
