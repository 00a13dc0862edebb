import { accountKey } from '../../src/ledger/server/account-key.ts'
import type { Charge, ChargeOutcome } from '../../src/ledger/server/charge.ts'
import { ChargeTickets, type TicketUnits } from '../../src/ledger/server/charge-tickets.ts'
import { COUNTERS, type Counter } from '../../src/ledger/server/counters.ts'
import { LedgerClient } from '../../src/ledger/server/ledger-client.ts'
import { type ClientChannel, LedgerServer } from '../../src/ledger/server/ledger-server.ts'
import type { Mark } from '../../src/ledger/server/mark-file.ts'
import type { Call, ToClient, ToServer } from '../../src/ledger/server/messages.ts'
import type { Timers } from '../../src/ledger/server/ports.ts'
import type { RecentBatch } from '../../src/ledger/server/recent-batches.ts'
import { ServerFlags } from '../../src/ledger/server/server-flags.ts'
import type { TrustStatus } from '../../src/ledger/server/trust.ts'
import { readUsage, type UsageOutcome } from '../../src/ledger/server/usage.ts'
import { Books } from '../../src/ledger/tables/books.ts'
import type { Clock } from '../../src/stdx/clock.ts'
import type { Random } from '../../src/stdx/random.ts'
import { newThread, type Thread } from './event-heap.ts'
import type { Kernel } from './kernel.ts'
import { type DatabaseFaults, noFaults, SimDatabase, type SimStore } from './sim-database.ts'

/** What a server keeps in its folder. It survives a kill. */
export class SimFolder {
  mark: Mark | undefined
  recent: RecentBatch[] = []
}

export interface SimWorld {
  readonly kernel: Kernel
  readonly store: SimStore
  readonly booksClock: Clock
  readonly random: Random
  readonly shape: 'sole' | 'shared'
  /** Makes the accounts in the books as the operator wants them. */
  enforceWanted(): Promise<void>
  count(counter: Counter, by?: number): void
  report(line: string): void
  /** Resolves with a connection that has no faults, for the reader of usage. */
  readonly reader: Books
}

/** One server of a world: its books thread, and one thread that charges. */
export class SimServer {
  readonly name: string
  readonly folder = new SimFolder()
  readonly faults: DatabaseFaults = noFaults()
  trust: TrustStatus | undefined
  readonly #world: SimWorld
  #booksThread: Thread = newThread()
  #clientThread: Thread = newThread()
  #server: LedgerServer | undefined
  #client: LedgerClient | undefined
  #tickets = ChargeTickets.create(64)
  #flags = new ServerFlags()
  #opening: Promise<void> | undefined
  #incarnation = 0

  constructor(world: SimWorld, name: string) {
    this.#world = world
    this.name = name
  }

  get isRunning(): boolean {
    return this.#client !== undefined
  }

  get flags(): ServerFlags {
    return this.#flags
  }

  get server(): LedgerServer | undefined {
    return this.#server
  }

  /** Starts a process on the folder, unless one runs or starts. Resolves when it can charge. */
  start(): Promise<void> {
    return (this.#opening ??= this.#start())
  }

  async #start(): Promise<void> {
    const { kernel, store, booksClock, random, shape, count, report } = this.#world
    const booksThread = (this.#booksThread = newThread())
    const clientThread = (this.#clientThread = newThread())
    const timers = (thread: Thread): Timers => ({
      after: (ms, work) => {
        const event = kernel.after(ms, 'timer', work, thread)
        return () => {
          event.work = undefined
        }
      },
      endOfTurn: (work) => void kernel.after(0, 'end of turn', work, thread),
    })
    const clock = { monotonicMs: () => kernel.nowMs }
    const connect = (): Books =>
      new Books(new SimDatabase(store, { faults: this.faults, random, thread: booksThread }), booksClock)
    const flags = (this.#flags = new ServerFlags())
    const tickets = (this.#tickets = ChargeTickets.create(64))
    const mine = connect()
    const server = await LedgerServer.start({
      posts: mine,
      books: shape === 'sole' ? mine : connect(),
      heartbeats: shape === 'sole' ? mine : connect(),
      node: this.name,
      shape,
      clock,
      timers: timers(booksThread),
      flags,
      count,
      report,
      mark: { read: () => this.folder.mark, write: (mark) => void (this.folder.mark = mark) },
      recent: { read: () => this.folder.recent, add: (...batch) => this.#remember(...batch) },
      newIncarnation: () => this.#newIncarnation(),
      accounts: 'passed',
      trustChanged: (trust) => {
        this.trust = trust
        void this.#passAccounts(clientThread)
      },
    })
    if (booksThread.state === 'dead') return
    const deliver = (message: ToClient): void =>
      void kernel.after(0.05, 'to client', () => client.receive(message), clientThread)
    const channel: ClientChannel = server.connect(tickets, deliver)
    const client = new LedgerClient({
      flags,
      tickets,
      clock,
      timers: timers(clientThread),
      send: (message: ToServer) => void kernel.after(0.05, 'to server', () => channel.receive(message), booksThread),
    })
    this.#server = server
    this.#client = client
    await this.#passAccounts(clientThread)
  }

  /** As the watcher of the control database does when other books may have taken the place of those before. */
  async #passAccounts(thread: Thread): Promise<void> {
    const isBehind = () => this.trust?.reasons.some(({ reason }) => reason === 'behind') === true
    while (this.#server !== undefined && this.#clientThread === thread && isBehind()) {
      const incarnation = this.#incarnation
      await this.#world.enforceWanted()
      await this.call({ name: 'accounts_passed', incarnation })
      await new Promise<void>((resolve) => this.#world.kernel.after(500, 'pass accounts', resolve, thread))
    }
  }

  /** The process dies at once. */
  kill(): void {
    this.#booksThread.state = 'dead'
    this.#clientThread.state = 'dead'
    this.#opening = undefined
    this.#client = undefined
    this.#server = undefined
  }

  /** The machine sleeps: nothing of the process happens. */
  pause(): void {
    this.#booksThread.state = 'paused'
    this.#clientThread.state = 'paused'
  }

  resume(): void {
    this.#world.kernel.resume(this.#booksThread)
    this.#world.kernel.resume(this.#clientThread)
  }

  charge(request: { account: string; units: number; requestId: string }): Charge | undefined {
    if (this.#client === undefined || this.#clientThread.state !== 'running') return undefined
    const subject = { project: 'p', credential: 'k', operation: `o${request.units}` }
    return this.#client.charge({ ...request, subject })
  }

  knownRefusal(account: string, units: number): ChargeOutcome | undefined {
    return this.#client?.knownRefusal(account, units)
  }

  /** Undefined: the process died meanwhile. */
  call(call: Call): Promise<unknown> | undefined {
    return this.#client?.call(call)
  }

  usage(account: string): Promise<UsageOutcome> {
    return this.#world.kernel.awaiting(
      readUsage(this.#world.reader, account, { flags: this.#flags, tickets: [this.#tickets] }),
    )
  }

  /** Its batch that is being written, also of a process that has died: a statement may run late. */
  underWay(account: string): { readonly incarnation: number; readonly charges: TicketUnits['committing'] } {
    const { committing, undecided } = this.#tickets.countUnits(accountKey(account))
    return { incarnation: this.#flags.incarnation, charges: [...committing, ...undecided] }
  }

  #newIncarnation(): number {
    this.#incarnation = 1 + Math.floor(this.#world.random.fraction() * 2 ** 51)
    return this.#incarnation
  }

  #remember(
    ...[incarnation, end, charges]: Parameters<import('../../src/ledger/server/recent-batches.ts').RecentBatches['add']>
  ) {
    const lines = charges.map(({ requestId, units, payer }) => {
      return { requestId, units, account: payer.account, ...payer.subject }
    })
    this.folder.recent.push({ incarnation, ...end, lines })
    if (200 < this.folder.recent.length) this.folder.recent.splice(0, 100)
  }
}

/** Every counter that is not zero: which situations the worlds have reached. */
export function newTally(): { counts: Record<Counter, number>; count(counter: Counter, by?: number): void } {
  const counts = Object.fromEntries(Object.keys(COUNTERS).map((name) => [name, 0])) as Record<Counter, number>
  return { counts, count: (counter, by = 1) => void (counts[counter] += by) }
}
