import { assert } from '../../stdx/assert.ts'
import { Books } from '../books/books.ts'
import { memoryBooks } from '../books/example-memory-store.ts'
import type { BooksStore } from '../books/rows.ts'
import { Bookkeeper } from './bookkeeper.ts'
import { ExampleNodeDisk } from './example-node-disk.ts'
import { SteeredTime } from './example-time.ts'
import { Teller } from './teller.ts'
import { Till } from './till.ts'
import type { UsageOutcome } from './usage.ts'

/** A node that sells to one account, `shop`, over books that do everything at once and answer as late as a test likes. */
export interface LateBooks {
  readonly time: SteeredTime
  readonly till: Till
  readonly store: BooksStore
  /** The books without a delay, as the operator reaches them. */
  readonly books: Books
  readonly disk: ExampleNodeDisk
  readonly bookkeeper: Bookkeeper
  /** How long the answers to an operation take from now on, in ms. */
  answersAfter(operation: keyof Books & string, ms: number): void
  /** Takes units by the teller of this number. Answers how that ended. */
  buy(teller: number, units: number): Promise<string>
  usage(): Promise<UsageOutcome>
  confirmed(): Promise<number>
}

export async function lateBooks({ startsAtMs, tellers }: { startsAtMs: number; tellers: number }): Promise<LateBooks> {
  const time = new SteeredTime()
  const store = memoryBooks({ clock: { nowMs: () => startsAtMs + time.monotonicMs() } })
  const books = new Books(store)
  await books.setAllowance({ account: 'shop', units: 1_000, who: 'operator' })
  const delays = new Map<string, number>()
  const till = Till.make({ slots: 8, tellers })
  const disk = new ExampleNodeDisk()
  const bookkeeper: Bookkeeper = await time.until(
    Bookkeeper.start({
      ...{
        books: late(books, time, delays),
        node: 'node',
        shape: 'shared',
        clock: time,
        timers: time,
        till,
        notes: disk,
      },
      ...{ mark: disk, count: () => undefined },
    }),
  )
  const selling = Array.from({ length: tellers }, (_, number) => connect(bookkeeper, { time, till, number }))
  let requests = 0
  return {
    ...{ time, till, store, books, disk, bookkeeper },
    answersAfter: (operation, ms) => void delays.set(operation, ms),
    async buy(number, units) {
      const teller = selling[number]
      assert(teller !== undefined, 'there are so many tellers')
      const reserved = await teller.reserve('shop', units, { project: 'p', credential: 'c', operation: 'o' })
      if (reserved.outcome === 'refused') return reserved.reason
      const debited = await teller.debit(reserved, `${++requests}`.padStart(32, '0'))
      return debited.outcome === 'refused' ? debited.reason : debited.outcome
    },
    usage: () => selling[0]!.call({ name: 'usage', account: 'shop' }) as Promise<UsageOutcome>,
    confirmed: () => store.snapshot(async (rows) => (await rows.periods())[0]?.confirmed ?? 0),
  }
}

function late(books: Books, time: SteeredTime, delays: ReadonlyMap<string, number>): Books {
  return new Proxy(books, {
    get(target, name) {
      const method = Reflect.get(target, name) as (...args: unknown[]) => unknown
      return async (...args: unknown[]) => {
        const result = await method.apply(target, args)
        const ms = delays.get(String(name)) ?? 0
        if (0 < ms) await new Promise<void>((resolve) => time.after(ms, resolve))
        return result
      }
    },
  })
}

function connect(bookkeeper: Bookkeeper, at: { time: SteeredTime; till: Till; number: number }): Teller {
  const { time, till, number } = at
  const receive = bookkeeper.connect(number, (message) => time.endOfTurn(() => teller.receive(message)))
  const teller: Teller = new Teller({
    ...{ teller: number, till, clock: time, timers: time },
    send: (message) => time.endOfTurn(() => receive(message)),
  })
  return teller
}
