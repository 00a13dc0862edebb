import { ChargeTickets } from '../../src/ledger/node/charge-tickets.ts'
import type { Counter } from '../../src/ledger/node/counters.ts'
import { LedgerClient } from '../../src/ledger/node/ledger-client.ts'
import { type ClientChannel, LedgerNode } from '../../src/ledger/node/ledger-node.ts'
import type { ToClient, ToNode } from '../../src/ledger/node/messages.ts'
import { NodeFlags } from '../../src/ledger/node/node-flags.ts'
import type { Note, Notes, Timers } from '../../src/ledger/node/ports.ts'
import type { Random } from '../../src/stdx/random.ts'
import { newThread, type Thread } from './event-heap.ts'
import type { History, Request } from './history.ts'
import type { Kernel } from './kernel.ts'
import { checkNode } from './node-checker.ts'
import type { NodeDisk } from './node-disk.ts'
import type { Plan } from './plan.ts'
import type { Link, SimDatabase } from './sim-database.ts'
import { KnownStops } from './stop-checker.ts'
import type { Tally } from './tally.ts'
import { ensure } from './violation.ts'

export interface ProcessPorts {
  readonly kernel: Kernel
  readonly database: SimDatabase
  readonly random: Random
  readonly plan: Plan
  readonly history: History
  readonly counters: Tally
  readonly node: string
  readonly disk: NodeDisk
  /** How often ledger time has returned to an earlier month. */
  returns(): number
}

/** A thread that answers requests. */
export interface ClientThread {
  readonly number: number
  readonly thread: Thread
  readonly client: LedgerClient
  readonly channel: ClientChannel
  /** When the node last told it to refuse an account for a while. */
  readonly refusals: Map<string, number>
  /** Requests that wait for their answers. */
  readonly requests: Set<Request>
}

/** More than the clients of a thread send at a time. */
const TICKETS = 1_024

/** One incarnation of a node: a books thread, and threads that answer requests. */
export class NodeProcess {
  readonly thread: Thread = newThread(() => checkNode(this))
  readonly link: Link
  readonly flags = new NodeFlags()
  readonly clients: (ClientThread | undefined)[] = []
  readonly #notes: Thread = newThread(() => undefined)
  readonly node: string
  state: 'starting' | 'up' | 'closing' | 'closed' | 'dead' = 'starting'
  ledgerNode: LedgerNode | undefined
  /** It is not resumed before this time. */
  sleepsUntilMs = 0
  /** Another process runs or has run as the same node. */
  isTwin = false
  /** Units of ended requests whose charges may still be admitted: withdrawn, or of a dead thread. */
  endedUnits = 0
  readonly #ports: ProcessPorts
  /** How fast this machine's clock runs. */
  readonly #drift: number
  readonly #bootMs: number
  #ledgerMs = 0
  #returns: number

  constructor(ports: ProcessPorts) {
    this.#ports = ports
    const { random, node } = ports
    this.node = node
    this.link = { node, thread: this.thread, cutUntilMs: 0, ghosts: [], stops: new KnownStops() }
    this.#drift = 1 + (random.fraction() - 0.5) * 4e-4
    this.#bootMs = random.below(1e9)
    this.#returns = ports.returns()
    this.#start()
  }

  monotonicMs(): number {
    return this.#bootMs + this.#ports.kernel.nowMs * this.#drift
  }

  /** Ledger time. It goes back only when the books have returned to an earlier month, once each time. */
  ledgerMs(): number {
    const ms = this.ledgerNode?.ledgerMs() ?? 0
    if (ms < this.#ledgerMs) {
      const returns = this.#ports.returns()
      const words = (): string => `the time of ${this.node} went back from ${this.#ledgerMs} to ${ms}`
      ensure(this.#returns < returns, 'time', words)
      this.#returns = returns
    }
    this.#ledgerMs = ms
    return ms
  }

  someThread(random: Random): ClientThread | undefined {
    if (this.state !== 'up' && this.state !== 'closing') return undefined
    const known = this.clients.filter((one) => one !== undefined)
    return known[random.below(Math.max(1, known.length))]
  }

  /** Kills the process: all memory is lost, and every waiting client sees its connection break. */
  crash(): void {
    if (this.state === 'dead') return
    this.state = 'dead'
    this.thread.state = 'dead'
    this.#notes.state = 'dead'
    for (const one of this.clients) if (one !== undefined) this.#endThread(one)
    for (const ghost of this.link.ghosts) ghost()
    this.#ports.disk.crash()
  }

  pause(): void {
    for (const thread of this.#threads()) if (thread.state === 'running') thread.state = 'paused'
  }

  /** The books thread waits for its disk. */
  stall(): void {
    if (this.thread.state === 'running') this.thread.state = 'paused'
  }

  resume(): void {
    if (this.#ports.kernel.nowMs < this.sleepsUntilMs) return
    for (const thread of this.#threads()) this.#ports.kernel.resume(thread)
  }

  /**
   * A thread that answers requests dies. Its last messages arrive, its end is noticed, and another takes its place.
   */
  killThread(number: number): void {
    const one = this.clients[number]
    if (one === undefined || this.ledgerNode === undefined || this.thread.state !== 'running') return
    this.#endThread(one)
    this.clients[number] = undefined
    const { ledgerNode } = this
    this.#later(
      this.#messageMs() + 5,
      'thread ends',
      () => {
        one.channel.disconnect()
        this.#connect(ledgerNode, number)
      },
      this.thread,
    )
  }

  /** The books thread dies alone. The others are notified and charge nothing more. */
  killBookkeeper(): void {
    if (this.ledgerNode === undefined || this.state === 'dead') return
    this.thread.state = 'dead'
    for (const one of this.clients) {
      if (one !== undefined) this.#later(this.#messageMs(), 'keeper lost', () => one.client.disconnect(), one.thread)
    }
  }

  /** Stops the node in order. */
  async close(): Promise<void> {
    if (this.ledgerNode === undefined || this.state !== 'up') return
    this.state = 'closing'
    await this.ledgerNode.close()
    this.state = 'closed'
  }

  #start(): void {
    const { disk, plan, counters, database } = this.#ports
    const starting = LedgerNode.start({
      ...{ books: database.booksFor(this.link), node: this.node, shape: plan.shape, flags: this.flags },
      ...{ clock: this, timers: this.#timers(this.thread), mark: disk },
      notes: {
        ...this.#notesFor(this.thread),
        found: disk.found,
        lastIncarnation: disk.lastIncarnation,
        begin: (incarnation) => disk.begin(incarnation),
      },
      count: (counter: Counter, by = 1) => counters.add(counter, by),
    })
    starting
      .then((ledgerNode) => {
        this.ledgerNode = ledgerNode
        this.state = 'up'
        for (let number = 0; number < plan.threadsPerNode; number++) this.#connect(ledgerNode, number)
      })
      .catch(this.#ports.kernel.fail)
  }

  #connect(ledgerNode: LedgerNode, number: number): void {
    const thread = newThread(() => checkNode(this))
    if (this.thread.state === 'paused') thread.state = 'paused'
    const tickets = ChargeTickets.create(TICKETS)
    const refusals = new Map<string, number>()
    const toClient = this.#channel<ToClient>('to client', thread, (message) => {
      if (message.kind === 'refused' && message.known !== undefined)
        refusals.set(message.known.account, this.#ports.kernel.nowMs)
      client.receive(message)
    })
    const channel = ledgerNode.connect(tickets, toClient)
    const toKeeper = this.#channel<ToNode>('to keeper', this.thread, (message) => channel.receive(message))
    const client: LedgerClient = new LedgerClient({
      incarnation: ledgerNode.incarnation,
      ...{ flags: this.flags, tickets, clock: this, timers: this.#timers(thread), notes: this.#notesFor(thread) },
      send: toKeeper,
    })
    this.clients[number] = { number, thread, client, channel, refusals, requests: new Set() }
  }

  /** The notes as a thread sees them: another thread writes them and replies once they are on the disk. */
  #notesFor(thread: Thread): Notes {
    const { disk } = this.#ports
    const answer = this.#channel<() => void>('noted', thread, (settle) => settle())
    const send = this.#channel<() => void>('to notes', this.#notes, (write) => write())
    return {
      add: (intents: readonly Note[]) =>
        new Promise((resolve, reject) => {
          send(() => {
            disk.add(intents).then(
              () => answer(resolve),
              (error: unknown) => answer(() => reject(error)),
            )
          })
        }),
      forget: (intents) => send(() => disk.forget(intents)),
    }
  }

  #endThread({ thread, requests }: ClientThread): void {
    thread.state = 'dead'
    for (const request of requests) {
      this.endedUnits += request.units
      this.#ports.history.answer(request, { kind: 'nothing' })
    }
    requests.clear()
  }

  /** Messages arrive in the order in which they were sent. */
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

  /** Timers may be late, never early. */
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
    return [this.thread, ...this.clients.flatMap((one) => one?.thread ?? [])]
  }
}
