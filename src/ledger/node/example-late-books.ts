import { DatabaseError } from '../../storage/storage.ts'
import { Books } from '../books/books.ts'
import type { BooksStore } from '../books/rows.ts'
import { openMemoryBooks } from '../testing/memory-books.ts'
import { Bookkeeper } from './bookkeeper.ts'
import { ChargeTickets } from './charge-tickets.ts'
import { ExampleNodeDisk } from './example-node-disk.ts'
import { SteeredTime } from './example-time.ts'
import { LedgerClient } from './ledger-client.ts'
import type { Call } from './messages.ts'
import { NodeFlags } from './node-flags.ts'
import type { UsageOutcome } from './usage.ts'

/** A node that charges one account, `shop`, over books that do everything at once and answer as late as a test likes. */
export interface LateBooks {
  readonly time: SteeredTime
  readonly store: BooksStore
  /** The books without a delay, as the operator reaches them. */
  readonly books: Books
  readonly disk: ExampleNodeDisk
  readonly bookkeeper: Bookkeeper
  /** How long the answers to an operation take from now on, in ms. */
  answersAfter(operation: keyof Books & string, ms: number): void
  /** From now on `handle` decides when an operation is carried out, and what its caller is told; without it, it happens at once. */
  intercept(operation: keyof Books & string, handle?: Handle): void
  /** Charges units by one of the clients. Answers how that ended. */
  charge(client: number, units: number): Promise<string>
  call(call: Call): Promise<unknown>
  /** Is the first client sure that a charge of so many units would be refused? */
  knownRefusal(units: number): string | undefined
  usage(): Promise<UsageOutcome>
  confirmed(): Promise<number>
}

type Handle = (carryOut: () => Promise<unknown>, ...args: readonly unknown[]) => Promise<unknown>

/** The request was lost, or its answer: the caller cannot know which. */
export const lost = (): DatabaseError => new DatabaseError('no answer came', { outcome: 'unknown', reason: 'lost' })

export async function lateBooks({
  startsAtMs,
  clients = 1,
}: {
  startsAtMs: number
  clients?: number
}): Promise<LateBooks> {
  const time = new SteeredTime()
  const store = openMemoryBooks({ clock: { nowMs: () => startsAtMs + time.monotonicMs() } })
  const books = new Books(store)
  await books.setAllowance({ account: 'shop', units: 1_000, who: 'operator' })
  const delays = new Map<string, number>()
  const handles = new Map<string, Handle | undefined>()
  const flags = new NodeFlags()
  const disk = new ExampleNodeDisk()
  const bookkeeper: Bookkeeper = await time.until(
    Bookkeeper.start({
      ...{
        books: late(books, time, { delays, handles }),
        node: 'node',
        shape: 'shared',
        clock: time,
        timers: time,
        flags,
      },
      ...{ notes: disk, mark: disk, count: () => undefined },
    }),
  )
  const charging = Array.from({ length: clients }, () => connect(bookkeeper, { time, flags, disk }))
  let requests = 0
  return {
    ...{ time, store, books, disk, bookkeeper },
    answersAfter: (operation, ms) => void delays.set(operation, ms),
    intercept: (operation, handle) => void handles.set(operation, handle),
    async charge(number, units) {
      const subject = { project: 'p', credential: 'c', operation: 'o' }
      const requestId = `${++requests}`.padStart(32, '0')
      const outcome = await charging[number]!.charge({ account: 'shop', units, subject, requestId }).outcome
      return outcome.outcome === 'refused' ? outcome.reason : outcome.outcome
    },
    call: (call) => charging[0]!.call(call),
    knownRefusal: (units) => charging[0]!.knownRefusal('shop', units)?.reason,
    usage: () => charging[0]!.call({ name: 'usage', account: 'shop' }) as Promise<UsageOutcome>,
    confirmed: () => store.snapshot(async (rows) => (await rows.periods())[0]?.confirmed ?? 0),
  }
}

interface LateAnswers {
  readonly delays: ReadonlyMap<string, number>
  readonly handles: ReadonlyMap<string, Handle | undefined>
}

function late(books: Books, time: SteeredTime, { delays, handles }: LateAnswers): Books {
  return new Proxy(books, {
    get(target, name) {
      const method = Reflect.get(target, name) as (...args: unknown[]) => unknown
      return async (...args: unknown[]) => {
        const carryOut = async () => await method.apply(target, args)
        const handle = handles.get(String(name))
        const result = handle === undefined ? await carryOut() : await handle(carryOut, ...args)
        const ms = delays.get(String(name)) ?? 0
        if (0 < ms) await new Promise<void>((resolve) => time.after(ms, resolve))
        return result
      }
    },
  })
}

function connect(
  bookkeeper: Bookkeeper,
  { time, flags, disk }: { time: SteeredTime; flags: NodeFlags; disk: ExampleNodeDisk },
): LedgerClient {
  const tickets = ChargeTickets.make(TICKETS)
  const channel = bookkeeper.connect(tickets, (message) => time.endOfTurn(() => client.receive(message)))
  const client: LedgerClient = new LedgerClient({
    ...{ incarnation: bookkeeper.incarnation, flags, tickets, clock: time, timers: time, notes: disk },
    send: (message) => time.endOfTurn(() => channel.receive(message)),
  })
  return client
}

const TICKETS = 64
