import { Books } from '../../src/ledger/books/books.ts'
import type { BooksStore } from '../../src/ledger/books/rows.ts'
import { type Month, monthAt } from '../../src/ledger/calendar.ts'
import { ExampleNode } from '../../src/ledger/node/example-node.ts'
import { ExampleNodeDisk } from '../../src/ledger/node/example-node-disk.ts'
import { SteeredTime } from '../../src/ledger/node/example-time.ts'
import type { Call } from '../../src/ledger/node/messages.ts'
import { openMemoryBooks } from '../../src/ledger/testing/memory-books.ts'
import { trustInAll } from '../../src/ledger/testing/trust-in-all.ts'
import { DatabaseError } from '../../src/storage/storage.ts'

/** 2026-11-21 */
const STARTS_AT_MS = 1_795_219_200_000

const SUBJECT = { project: 'shop', credential: 'key-1', operation: 'suggestCompanies' }

/** Some nodes on the same books, in a world where time passes as the test says. */
export class SharedNodes {
  readonly time = new SteeredTime()
  /** Moves the clock of the books. */
  clockShiftMs = 0
  readonly store: BooksStore
  readonly books: Books
  #requests = 0

  constructor(store?: BooksStore) {
    this.store = store ?? openMemoryBooks({ clock: { nowMs: () => this.booksMs() } })
    this.books = new Books(this.store)
  }

  booksMs(): number {
    return STARTS_AT_MS + this.time.monotonicMs() + this.clockShiftMs
  }

  month(): Month {
    return monthAt(this.booksMs())
  }

  async allow(accounts: Readonly<Record<string, number>>): Promise<void> {
    for (const [account, units] of Object.entries(accounts))
      await this.books.setAllowance({ account, units, who: 'operator' })
  }

  async start(options: {
    readonly node: string
    readonly shape?: 'sole' | 'shared'
    /** Between this node and the books. */
    readonly through?: (store: BooksStore) => BooksStore
    /** Kept from one life to the next. */
    readonly disk?: ExampleNodeDisk
  }): Promise<ExampleNode> {
    const { node, shape = 'shared', through = (store) => store, disk = new ExampleNodeDisk() } = options
    const made = new ExampleNode({
      ...{ store: through(this.store), time: this.time, node, shape, clients: 2 },
      ...{ notes: disk, mark: disk },
    })
    await this.time.until(made.started)
    return made
  }

  /** One request from start to end. Answers how it ended. */
  async buy(node: ExampleNode, account: string, units = 1): Promise<string> {
    return await this.answer(this.buyNow(node, account, units))
  }

  /** One unit to each at the same moment: one batch. */
  async buyTogether(node: ExampleNode, accounts: readonly string[]): Promise<string[] | 'no answer'> {
    return await this.answer(Promise.all(accounts.map((account) => this.buyNow(node, account, 1))))
  }

  async call(node: ExampleNode, call: Call): Promise<unknown> {
    return await this.answer(node.clients[0]!.call(call))
  }

  /** The operator trusts in all that stands, through this node. */
  async trust(node: ExampleNode, why: string): Promise<unknown> {
    return await this.call(node, { name: 'trust', broken: [], ...(await trustInAll(this.store, why)) })
  }

  /** Lets time pass until this is known, at most half a minute. */
  async answer<T>(asked: Promise<T>): Promise<T | 'no answer'> {
    const late = new Promise<'no answer'>((resolve) => this.time.after(NO_ANSWER_MS, () => resolve('no answer')))
    return await this.time.until(Promise.race([asked, late]))
  }

  /** The same without letting time pass. */
  async buyNow(node: ExampleNode, account: string, units: number): Promise<string> {
    const charge = node.clients[0]!.charge({ account, units, subject: SUBJECT, requestId: this.#newRequestId() })
    const outcome = await charge.outcome
    return outcome.outcome === 'refused' ? outcome.reason : outcome.outcome
  }

  #newRequestId(): string {
    return `${++this.#requests}`.padStart(32, '0')
  }
}

const NO_ANSWER_MS = 30_000

/** A way to the books that can be cut. */
export function cuttable(store: BooksStore): BooksStore & { cut: boolean } {
  const through = <T>(work: () => Promise<T>): Promise<T> =>
    cuttable.cut ? Promise.reject(new DatabaseError('cut', { outcome: 'not_done', reason: 'lost' })) : work()
  const cuttable = {
    cut: false,
    post: ((batch, uses) => through(() => store.post(batch, uses))) satisfies BooksStore['post'],
    transaction: <T>(work: Parameters<typeof store.transaction<T>>[0]) => through(() => store.transaction(work)),
    read: <T>(work: Parameters<typeof store.read<T>>[0]) => through(() => store.read(work)),
    snapshot: <T>(work: Parameters<typeof store.snapshot<T>>[0]) => through(() => store.snapshot(work)),
    close: async () => undefined,
  }
  return cuttable
}

/** Books that write each batch; whether anybody hears so is up to the test. */
export function unheard(store: BooksStore): BooksStore & { answers: 'heard' | 'lost' } {
  const unheard = {
    answers: 'heard' as 'heard' | 'lost',
    post: (async (batch, uses) => {
      const outcome = await store.post(batch, uses)
      if (unheard.answers === 'lost')
        throw new DatabaseError('the answer is lost', { outcome: 'unknown', reason: 'lost' })
      return outcome
    }) satisfies BooksStore['post'],
    transaction: <T>(work: Parameters<typeof store.transaction<T>>[0]) => store.transaction(work),
    read: <T>(work: Parameters<typeof store.read<T>>[0]) => store.read(work),
    snapshot: <T>(work: Parameters<typeof store.snapshot<T>>[0]) => store.snapshot(work),
    close: async () => undefined,
  }
  return unheard
}
