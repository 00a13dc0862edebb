import { Books } from '../books/books.ts'
import type { BooksStore } from '../books/rows.ts'
import { Bookkeeper } from './bookkeeper.ts'
import { ChargeTickets } from './charge-tickets.ts'
import { COUNTERS, type Counter } from './counters.ts'
import type { SteeredTime } from './example-time.ts'
import { LedgerClient } from './ledger-client.ts'
import type { ToBookkeeper, ToClient } from './messages.ts'
import { NodeFlags } from './node-flags.ts'
import type { MarkFile, NodeNotes } from './ports.ts'

export interface ExampleNodePorts {
  readonly store: BooksStore
  readonly time: SteeredTime
  readonly node: string
  readonly shape: 'sole' | 'shared'
  readonly notes: NodeNotes
  readonly mark: MarkFile
  readonly clients: number
  /** Called before and after everything that lasts beyond the life: it may end the life there. */
  step?(name: string): void
}

/** One life of a node, in one thread: its bookkeeper and its clients, with messages between them as between threads. */
export class ExampleNode {
  readonly counters: Record<Counter, number>
  readonly clients: LedgerClient[] = []
  readonly flags = new NodeFlags()
  /** When it can sell; never, if it dies before. */
  readonly started: Promise<Bookkeeper>
  readonly #ports: ExampleNodePorts
  #state: 'alive' | 'dead' = 'alive'
  #whenDead = Promise.withResolvers<'dead'>()

  constructor(ports: ExampleNodePorts) {
    this.#ports = ports
    this.counters = Object.fromEntries(Object.keys(COUNTERS).map((name) => [name, 0])) as Record<Counter, number>
    // Not at once: whoever makes it must have it in hand before it can die.
    this.started = Promise.resolve().then(() => this.#start())
  }

  get isDead(): boolean {
    return this.#state === 'dead'
  }

  get dead(): Promise<'dead'> {
    return this.#whenDead.promise
  }

  /** As `kill -9` does it: what was sent to the database may still happen there, and nothing else does. */
  readonly crash = (): void => {
    this.#state = 'dead'
    this.#whenDead.resolve('dead')
  }

  async #start(): Promise<Bookkeeper> {
    const { time, node, shape, clients } = this.#ports
    const notes = this.#notes()
    const bookkeeper = await Bookkeeper.start({
      ...{ books: new Books(this.#gated(this.#ports.store)), node, shape, flags: this.flags },
      ...{ clock: time, timers: this.#timers(), notes, mark: this.#mark() },
      count: (counter, by = 1) => {
        this.counters[counter] += by
      },
    })
    for (let number = 0; number < clients; number++) {
      const tickets = ChargeTickets.make(TICKETS)
      const channel = bookkeeper.connect(tickets, (message: ToClient) => this.#later(() => client.receive(message)))
      const client: LedgerClient = new LedgerClient({
        ...{
          incarnation: bookkeeper.incarnation,
          flags: this.flags,
          tickets,
          clock: time,
          timers: this.#timers(),
          notes,
        },
        send: (message: ToBookkeeper) => this.#later(() => channel.receive(message)),
      })
      this.clients.push(client)
    }
    return bookkeeper
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

  /** The answer to a node that has died never comes. */
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
    // A node that has died does nothing more, and waits for ever.
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
