import { Bookkeeper } from '../../src/ledger/node/bookkeeper.ts'
import type { Counter } from '../../src/ledger/node/counters.ts'
import type { ToBookkeeper, ToTeller } from '../../src/ledger/node/messages.ts'
import type { Timers } from '../../src/ledger/node/ports.ts'
import { Teller } from '../../src/ledger/node/teller.ts'
import { Till } from '../../src/ledger/node/till.ts'
import type { Random } from '../../src/stdx/random.ts'
import { newThread, type Thread } from './event-heap.ts'
import type { History, Request } from './history.ts'
import type { Kernel } from './kernel.ts'
import { checkNode } from './node-checker.ts'
import type { NodeDisk } from './node-disk.ts'
import type { Plan } from './plan.ts'
import type { Link, SimDatabase } from './sim-database.ts'
import { HeardStops } from './stop-checker.ts'
import type { Tally } from './tally.ts'
import { demand } from './violation.ts'

export interface ProcessPorts {
  readonly kernel: Kernel
  readonly database: SimDatabase
  readonly random: Random
  readonly plan: Plan
  readonly history: History
  readonly counters: Tally
  readonly node: string
  readonly disk: NodeDisk
  /** How often the books have returned to an earlier month. */
  returns(): number
}

/** A thread that sells. */
export interface TellerThread {
  readonly number: number
  readonly thread: Thread
  readonly teller: Teller
  /** What its clients wait for. */
  readonly requests: Set<Request>
}

/** Accounts at one node: those of the plan, one that is unknown, and some room; beside those of a cold storm. */
const SLOTS = 8

/** One life of a node: a thread that keeps the books and some that sell. */
export class NodeProcess {
  readonly thread: Thread = newThread(() => checkNode(this))
  readonly link: Link
  readonly till: Till
  readonly tellers: (TellerThread | undefined)[] = []
  readonly node: string
  state: 'starting' | 'up' | 'closing' | 'closed' | 'dead' = 'starting'
  bookkeeper: Bookkeeper | undefined
  /** It is not woken before. */
  sleepsUntilMs = 0
  /** Another process runs under the name of this one, or has. */
  isTwin = false
  /** Units that were in flight in threads that died. */
  lostUnits = 0
  /** Units of cancelled reservations on their way to the bookkeeper, by grant. */
  readonly cancelling = new Map<number, number>()
  readonly #ports: ProcessPorts
  /** This machine's clock against the true time. */
  readonly #drift: number
  readonly #bootMs: number
  #ledgerMs = 0
  #returns: number

  constructor(ports: ProcessPorts) {
    this.#ports = ports
    const { random, plan, node } = ports
    this.node = node
    this.link = { node, thread: this.thread, cutUntilMs: 0, ghosts: [], stops: new HeardStops() }
    this.till = Till.make({ slots: SLOTS + (plan.storm?.accounts ?? 0), tellers: plan.tellersPerNode })
    this.#drift = 1 + (random.fraction() - 0.5) * 4e-4
    this.#bootMs = random.below(1e9)
    this.#returns = ports.returns()
    this.#start()
  }

  monotonicMs(): number {
    return this.#bootMs + this.#ports.kernel.nowMs * this.#drift
  }

  /** The ledger's time as its threads read it: it goes back only when the books have returned to an earlier month, once each time. */
  ledgerMs(): number {
    const ms = this.till.ledgerMs(this.monotonicMs())
    if (ms < this.#ledgerMs) {
      const returns = this.#ports.returns()
      const words = (): string => `the time of ${this.node} went back from ${this.#ledgerMs} to ${ms}`
      demand(this.#returns < returns, 'time', words)
      this.#returns = returns
    }
    this.#ledgerMs = ms
    return ms
  }

  /** Some thread that sells, if there is one. */
  someTeller(random: Random): TellerThread | undefined {
    if (this.state !== 'up' && this.state !== 'closing') return undefined
    const known = this.tellers.filter((one) => one !== undefined)
    return known[random.below(Math.max(1, known.length))]
  }

  /** All memory is gone, and everybody who waited sees the connection break. */
  crash(): void {
    if (this.state === 'dead') return
    this.state = 'dead'
    this.thread.state = 'dead'
    for (const one of this.tellers) if (one !== undefined) this.#endThread(one)
    for (const ghost of this.link.ghosts) ghost()
    this.#ports.disk.crash()
  }

  pause(): void {
    for (const thread of this.#threads()) if (thread.state === 'running') thread.state = 'paused'
  }

  resume(): void {
    if (this.#ports.kernel.nowMs < this.sleepsUntilMs) return
    for (const thread of this.#threads()) this.#ports.kernel.resume(thread)
  }

  /** One thread that sells dies; its last messages arrive, then its end is noticed, then another takes its place. */
  killTeller(number: number): void {
    const one = this.tellers[number]
    if (one === undefined || this.bookkeeper === undefined || this.thread.state !== 'running') return
    for (const { units } of one.requests) this.lostUnits += units
    this.#endThread(one)
    this.tellers[number] = undefined
    const { bookkeeper } = this
    this.#later(
      this.#messageMs() + 5,
      'thread ends',
      () => {
        bookkeeper.disconnect(number)
        this.#connect(bookkeeper, number)
      },
      this.thread,
    )
  }

  /** The thread that keeps the books dies alone: those that sell are told, and sell nothing more. */
  killKeeper(): void {
    if (this.bookkeeper === undefined || this.state === 'dead') return
    this.thread.state = 'dead'
    for (const one of this.tellers) {
      if (one !== undefined) this.#later(this.#messageMs(), 'keeper lost', () => one.teller.lost(), one.thread)
    }
  }

  /** As an orderly stop does it. */
  async close(): Promise<void> {
    if (this.bookkeeper === undefined || this.state !== 'up') return
    this.state = 'closing'
    await this.bookkeeper.close()
    this.state = 'closed'
  }

  #start(): void {
    const { disk, plan, counters, database } = this.#ports
    const starting = Bookkeeper.start({
      ...{ books: database.booksFor(this.link), node: this.node, shape: plan.shape, till: this.till },
      ...{ clock: this, timers: this.#timers(this.thread), notes: disk, mark: disk },
      count: (counter: Counter, by = 1) => counters.add(counter, by),
    })
    starting
      .then((bookkeeper) => {
        this.bookkeeper = bookkeeper
        this.state = 'up'
        for (let number = 0; number < plan.tellersPerNode; number++) this.#connect(bookkeeper, number)
      })
      .catch(this.#ports.kernel.fail)
  }

  #connect(bookkeeper: Bookkeeper, number: number): void {
    const thread = newThread(() => checkNode(this))
    if (this.thread.state === 'paused') thread.state = 'paused'
    const toTeller = this.#channel<ToTeller>('to teller', thread, (message) => teller.receive(message))
    const receive = bookkeeper.connect(number, toTeller)
    const toKeeper = this.#channel<ToBookkeeper>('to keeper', this.thread, (message) => {
      if (message.kind === 'cancelled') this.#cancelling(message.grant, -message.units)
      receive(message)
    })
    const teller = new Teller({
      ...{ teller: number, till: this.till, clock: this, timers: this.#timers(thread) },
      send: (message) => {
        if (message.kind === 'cancelled') this.#cancelling(message.grant, message.units)
        toKeeper(message)
      },
    })
    this.tellers[number] = { number, thread, teller, requests: new Set() }
  }

  #cancelling(grant: number, units: number): void {
    this.cancelling.set(grant, (this.cancelling.get(grant) ?? 0) + units)
  }

  #endThread({ thread, requests }: TellerThread): void {
    thread.state = 'dead'
    for (const request of requests) this.#ports.history.answer(request, { kind: 'nothing' })
    requests.clear()
  }

  /** Messages arrive in the order they were sent. */
  #channel<Message>(label: string, to: Thread, receive: (message: Message) => void): (message: Message) => void {
    const { kernel } = this.#ports
    let lastMs = 0
    return (message) => {
      lastMs = Math.max(lastMs, kernel.nowMs + this.#messageMs())
      kernel.after(lastMs - kernel.nowMs, label, () => receive(message), to)
    }
  }

  #messageMs(): number {
    return this.#ports.random.fraction() * 0.1
  }

  /** Timers are late, never early. */
  #timers(thread: Thread): Timers {
    const { kernel, random } = this.#ports
    return {
      after: (ms, work) => {
        const event = kernel.after(ms + random.fraction(), 'timer', work, thread)
        return () => {
          event.work = undefined
        }
      },
      endOfTurn: (work) => void kernel.after(0, 'turn', work, thread),
    }
  }

  #later(ms: number, label: string, work: () => void, thread: Thread): void {
    this.#ports.kernel.after(ms, label, work, thread)
  }

  #threads(): Thread[] {
    return [this.thread, ...this.tellers.flatMap((one) => one?.thread ?? [])]
  }
}
