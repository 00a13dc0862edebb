import type { BooksStore } from '../../src/ledger/books/rows.ts'
import { ExampleDisk } from '../../src/ledger/node/example-disk.ts'
import { ExampleNode } from '../../src/ledger/node/example-node.ts'
import { SteeredTime } from '../../src/ledger/node/example-time.ts'
import { openIntentFile } from '../../src/ledger/node/intent-file.ts'
import { openMarkFile } from '../../src/ledger/node/mark-file.ts'
import { DatabaseFault } from '../../src/storage/storage.ts'

const SUBJECT = { project: 'p', credential: 'c', operation: 'o' }

/** A node over books whose answers to batches can be lost. */
export class Seller {
  answers: 'heard' | 'lost' = 'heard'
  readonly time = new SteeredTime()
  readonly #disk = new ExampleDisk(() => 0)
  readonly intents = openIntentFile('intents', { disk: this.#disk, reserveBytes: 4096 })
  readonly #store: BooksStore
  #node: ExampleNode | undefined
  #requests = 0

  constructor(store: BooksStore) {
    this.#store = store
  }

  async start(): Promise<void> {
    const mark = openMarkFile('mark', this.#disk)
    const { time, intents } = this
    this.#node = new ExampleNode({
      ...{ store: this.#lossy(this.#store), time, node: 'seller', tellers: 1, shape: 'shared', intents, mark },
    })
    await time.until(this.#node.started)
  }

  crash(): void {
    this.#node!.crash()
  }

  async close(): Promise<void> {
    const bookkeeper = await this.#node!.started
    await this.time.until(bookkeeper.close())
  }

  /** One unit to each at the same moment: one batch. */
  async sell(...accounts: readonly string[]): Promise<string[]> {
    return await this.time.until(Promise.all(accounts.map((account) => this.#sellTo(account))))
  }

  async #sellTo(account: string): Promise<string> {
    const teller = this.#node!.tellers[0]!
    const reserved = await teller.reserve(account, 1, SUBJECT)
    if (reserved.outcome === 'refused') return reserved.reason
    const debited = await teller.debit(reserved, `${++this.#requests}`.padStart(32, 'a'))
    return debited.outcome === 'refused' ? debited.reason : debited.outcome
  }

  /** The batch is written, and nobody hears so. */
  #lossy(store: BooksStore): BooksStore {
    return {
      ...store,
      post: async (batch, uses) => {
        const outcome = await store.post(batch, uses)
        if (this.answers === 'lost')
          throw new DatabaseFault('the answer is lost', { outcome: 'unknown', reason: 'lost' })
        return outcome
      },
      transaction: (work) => store.transaction(work),
      snapshot: (work) => store.snapshot(work),
    }
  }
}
