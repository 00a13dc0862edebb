import { DatabaseError } from '../../storage/storage.ts'
import { Books } from '../books/books.ts'
import type { BooksStore } from '../books/store.ts'
import { ChargeTickets } from '../node/charge-tickets.ts'
import { LedgerClient } from '../node/ledger-client.ts'
import { LedgerNode } from '../node/ledger-node.ts'
import type { Call } from '../node/messages.ts'
import { NodeFlags } from '../node/node-flags.ts'
import type { UsageOutcome } from '../node/usage.ts'
import { openMemoryBooks } from './memory-books.ts'
import { MemoryNodeDisk } from './memory-node-disk.ts'
import { VirtualTime } from './virtual-time.ts'

/**
 * A node that charges one account, `shop`. Its books carry out everything at once and answer as late as a test sets.
 */
export interface DelayedNode {
  readonly time: VirtualTime
  readonly store: BooksStore
  /** The books without delay. */
  readonly books: Books
  readonly disk: MemoryNodeDisk
  readonly ledgerNode: LedgerNode
  /** Sets how long the answers to an operation take, in ms. */
  answersAfter(operation: keyof Books & string, ms: number): void
  /**
   * Lets `handle` decide when an operation is carried out and what its caller receives. Without `handle` it happens at
   * once.
   */
  intercept(operation: keyof Books & string, handle?: Handle): void
  /** Charges units by one of the clients and returns the outcome. */
  charge(client: number, units: number): Promise<string>
  call(call: Call): Promise<unknown>
  /** The known refusal of the first client for this many units. */
  knownRefusal(units: number): string | undefined
  usage(): Promise<UsageOutcome>
  confirmed(): Promise<number>
}

type Handle = (carryOut: () => Promise<unknown>, ...args: readonly unknown[]) => Promise<unknown>

/** The request or its answer was lost: the caller cannot know which. */
export const createLostAnswerFault = (): DatabaseError =>
  new DatabaseError('no answer came', { outcome: 'unknown', reason: 'lost' })

export async function startDelayedNode({
  startsAtMs,
  clients = 1,
}: {
  startsAtMs: number
  clients?: number
}): Promise<DelayedNode> {
  const time = new VirtualTime()
  const store = openMemoryBooks({ clock: { nowMs: () => startsAtMs + time.monotonicMs() } })
  const books = new Books(store)
  await books.setAllowance({ account: 'shop', units: 1_000, who: 'operator' })
  const delays = new Map<string, number>()
  const handles = new Map<string, Handle | undefined>()
  const flags = new NodeFlags()
  const disk = new MemoryNodeDisk()
  const ledgerNode: LedgerNode = await time.until(
    LedgerNode.start({
      ...{
        books: createDelayedBooks(books, time, { delays, handles }),
        node: 'node',
        shape: 'shared',
        clock: time,
        timers: time,
        flags,
      },
      ...{ notes: disk, mark: disk, count: () => undefined },
    }),
  )
  const charging = Array.from({ length: clients }, () => connect(ledgerNode, { time, flags, disk }))
  let requests = 0
  return {
    ...{ time, store, books, disk, ledgerNode },
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

function createDelayedBooks(books: Books, time: VirtualTime, { delays, handles }: LateAnswers): Books {
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
  ledgerNode: LedgerNode,
  { time, flags, disk }: { time: VirtualTime; flags: NodeFlags; disk: MemoryNodeDisk },
): LedgerClient {
  const tickets = ChargeTickets.create(TICKETS)
  const channel = ledgerNode.connect(tickets, (message) => time.endOfTurn(() => client.receive(message)))
  const client: LedgerClient = new LedgerClient({
    ...{ incarnation: ledgerNode.incarnation, flags, tickets, clock: time, timers: time, notes: disk },
    send: (message) => time.endOfTurn(() => channel.receive(message)),
  })
  return client
}

const TICKETS = 64
