import { Books } from '../../src/ledger/books/books.ts'
import type { BooksStore } from '../../src/ledger/books/store.ts'
import { type Month, monthAt } from '../../src/ledger/calendar.ts'
import type { Call } from '../../src/ledger/node/messages.ts'
import { openMemoryBooks } from '../../src/ledger/testing/memory-books.ts'
import { MemoryNodeDisk } from '../../src/ledger/testing/memory-node-disk.ts'
import { TestNode } from '../../src/ledger/testing/test-node.ts'
import { trustInAll } from '../../src/ledger/testing/trust-in-all.ts'
import { VirtualTime } from '../../src/ledger/testing/virtual-time.ts'
import { DatabaseError } from '../../src/storage/storage.ts'

/** 2026-11-21 */
const STARTS_AT_MS = 1_795_219_200_000

const SUBJECT = { project: 'shop', credential: 'key-1', operation: 'suggestCompanies' }

/** Several nodes on the same books, in virtual time. */
export class SharedNodes {
  readonly time = new VirtualTime()
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
    /** Wraps the books for this node. */
    readonly through?: (store: BooksStore) => BooksStore
    /** Kept across incarnations. */
    readonly disk?: MemoryNodeDisk
  }): Promise<TestNode> {
    const { node, shape = 'shared', through = (store) => store, disk = new MemoryNodeDisk() } = options
    const made = new TestNode({
      ...{ store: through(this.store), time: this.time, node, shape, clients: 2 },
      ...{ notes: disk, mark: disk },
    })
    await this.time.until(made.started)
    return made
  }

  /** Sends one request and returns its outcome. */
  async charge(node: TestNode, account: string, units = 1): Promise<string> {
    return await this.answer(this.chargeNow(node, account, units))
  }

  /** Charges one unit to each account at the same moment: one batch. */
  async chargeTogether(node: TestNode, accounts: readonly string[]): Promise<string[] | 'no answer'> {
    return await this.answer(Promise.all(accounts.map((account) => this.chargeNow(node, account, 1))))
  }

  async call(node: TestNode, call: Call): Promise<unknown> {
    return await this.answer(node.clients[0]!.call(call))
  }

  /** Resolves all open doubts through this node. */
  async trust(node: TestNode, why: string): Promise<unknown> {
    return await this.call(node, { name: 'trust', broken: [], ...(await trustInAll(this.store, why)) })
  }

  /** Lets time pass until the promise settles, at most half a minute. */
  async answer<T>(asked: Promise<T>): Promise<T | 'no answer'> {
    const late = new Promise<'no answer'>((resolve) => this.time.after(NO_ANSWER_MS, () => resolve('no answer')))
    return await this.time.until(Promise.race([asked, late]))
  }

  /** Sends one request without letting time pass. */
  async chargeNow(node: TestNode, account: string, units: number): Promise<string> {
    const charge = node.clients[0]!.charge({ account, units, subject: SUBJECT, requestId: this.#newRequestId() })
    const outcome = await charge.outcome
    return outcome.outcome === 'refused' ? outcome.reason : outcome.outcome
  }

  #newRequestId(): string {
    return `${++this.#requests}`.padStart(32, '0')
  }
}

const NO_ANSWER_MS = 30_000

/** Creates a connection to the books that can be cut. */
export function createCuttableStore(store: BooksStore): BooksStore & { cut: boolean } {
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

/** Creates books that write each batch and answer only if the test lets them. */
export function createUnansweringStore(store: BooksStore): BooksStore & { answers: 'delivered' | 'lost' } {
  const unheard = {
    answers: 'delivered' as 'delivered' | 'lost',
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
