import { Books } from '../books/books.ts'
import type { BooksStore } from '../books/store.ts'
import { ChargeTickets } from '../node/charge-tickets.ts'
import { COUNTERS, type Counter } from '../node/counters.ts'
import { LedgerClient } from '../node/ledger-client.ts'
import { LedgerNode } from '../node/ledger-node.ts'
import type { ToClient, ToNode } from '../node/messages.ts'
import { NodeFlags } from '../node/node-flags.ts'
import type { MarkFile, NodeNotes } from '../node/ports.ts'
import type { VirtualTime } from './virtual-time.ts'

export interface TestNodePorts {
  readonly store: BooksStore
  readonly time: VirtualTime
  readonly node: string
  readonly shape: 'sole' | 'shared'
  readonly notes: NodeNotes
  readonly mark: MarkFile
  readonly clients: number
  /** Called before and after every step that outlives the incarnation, which it may end there. */
  step?(name: string): void
}

/**
 * One incarnation of a node in one thread: its LedgerNode and its clients, with messages between them as between
 * threads.
 */
export class TestNode {
  readonly counters: Record<Counter, number>
  readonly clients: LedgerClient[] = []
  readonly flags = new NodeFlags()
  /** Resolves when it can charge; never if it dies before. */
  readonly started: Promise<LedgerNode>
  readonly #ports: TestNodePorts
  #state: 'alive' | 'dead' = 'alive'
  #whenDead = Promise.withResolvers<'dead'>()

  constructor(ports: TestNodePorts) {
    this.#ports = ports
    this.counters = Object.fromEntries(Object.keys(COUNTERS).map((name) => [name, 0])) as Record<Counter, number>
    // Deferred, so that the caller has the object before it can die.
    this.started = Promise.resolve().then(() => this.#start())
  }

  get isDead(): boolean {
    return this.#state === 'dead'
  }

  get dead(): Promise<'dead'> {
    return this.#whenDead.promise
  }

  /** Ends it like `kill -9`: requests that were sent to the database may still happen there, and nothing else does. */
  readonly crash = (): void => {
    this.#state = 'dead'
    this.#whenDead.resolve('dead')
  }

  async #start(): Promise<LedgerNode> {
    const { time, node, shape, clients } = this.#ports
    const notes = this.#notes()
    const ledgerNode = await LedgerNode.start({
      ...{ books: new Books(this.#gated(this.#ports.store)), node, shape, flags: this.flags },
      ...{ clock: time, timers: this.#timers(), notes, mark: this.#mark() },
      count: (counter, by = 1) => {
        this.counters[counter] += by
      },
    })
    for (let number = 0; number < clients; number++) {
      const tickets = ChargeTickets.create(TICKETS)
      const channel = ledgerNode.connect(tickets, (message: ToClient) => this.#later(() => client.receive(message)))
      const client: LedgerClient = new LedgerClient({
        ...{
          incarnation: ledgerNode.incarnation,
          flags: this.flags,
          tickets,
          clock: time,
          timers: this.#timers(),
          notes,
        },
        send: (message: ToNode) => this.#later(() => channel.receive(message)),
      })
      this.clients.push(client)
    }
    return ledgerNode
  }

  #later(work: () => void): void {
    this.#ports.time.endOfTurn(() => {
      if (!this.isDead) work()
    })
  }

  #timers() {
    return {
      after: (ms: number, work: () => void) => this.#ports.time.after(ms, () => this.isDead || work()),
      endOfTurn: (work: () => void) => this.#later(work),
    }
  }

  /** A node that has died receives no answer. */
  #gated(store: BooksStore): BooksStore {
    const gate = async <T>(operation: () => Promise<T>): Promise<T> => {
      if (this.isDead) return await NEVER
      const ended = this.#ports.time.awaiting(operation())
      try {
        const result = await ended
        return this.isDead ? await NEVER : result
      } catch (error) {
        if (this.isDead) return await NEVER
        throw error
      }
    }
    return {
      post: (batch, uses) => gate(() => store.post(batch, uses)),
      transaction: (work) => gate(() => store.transaction(work)),
      read: (work) => gate(() => store.read(work)),
      snapshot: (work) => gate(() => store.snapshot(work)),
      close: async () => undefined,
    }
  }

  #notes(): NodeNotes {
    const { notes } = this.#ports
    const step = (name: string): void => {
      if (!this.isDead) this.#ports.step?.(name)
    }
    // A node that has died does nothing more and waits for ever.
    const stepped = async (name: string, work: () => Promise<void>): Promise<void> => {
      step(`before ${name}`)
      if (!this.isDead) await work()
      step(`after ${name}`)
      if (this.isDead) await NEVER
    }
    return {
      found: notes.found,
      lastIncarnation: notes.lastIncarnation,
      add: (added) => stepped('add notes', () => notes.add(added)),
      begin: (incarnation) => stepped('begin', () => notes.begin(incarnation)),
      forget: (forgotten) => this.#stepped('forget notes', () => notes.forget(forgotten)),
    }
  }

  #mark(): MarkFile {
    const { mark } = this.#ports
    return { read: () => mark.read(), write: (written) => this.#stepped('write mark', () => mark.write(written)) }
  }

  #stepped(name: string, work: () => void): void {
    for (const one of [() => this.#ports.step?.(`before ${name}`), work, () => this.#ports.step?.(`after ${name}`)]) {
      if (!this.isDead) one()
    }
  }
}

const NEVER = new Promise<never>(() => undefined)

const TICKETS = 64
