import type { BooksStore } from '../../src/ledger/books/store.ts'
import { openExampleStore } from '../../src/ledger/testing/stores.ts'
import { startProxy } from '../../src/storage/testing/faulty-proxy.ts'
import { startPostgres } from '../../src/storage/testing/postgres.ts'
import { observeStore } from './observed-store.ts'
import type { Stores } from './stores.ts'

/** Books in a real PostgreSQL, reached through a network that can be cut. */
export interface PostgresWorlds extends Stores, AsyncDisposable {
  /** How many connections were cut during an operation. */
  cuts(): number
}

export async function startPostgresWorlds(): Promise<PostgresWorlds> {
  const postgres = await startPostgres()
  const proxy = await startProxy(postgres.url)
  let cuts = 0
  return {
    isolation: 'none',
    cuts: () => cuts,
    async make() {
      // The world that supplies the time does not exist yet.
      let nowMs = (): number => 0
      const example = await openExampleStore('postgres', {
        clock: { nowMs: () => nowMs() },
        postgresUrl: `${proxy.url}?application_name=simulation`,
      })
      let cutNext = false
      const under = async <T>(text: string | undefined, work: () => Promise<T>): Promise<T> => {
        if (!cutNext) return await work()
        cutNext = false
        cuts++
        proxy.set({ kind: 'cuts_after', ...(text === undefined ? {} : { text }) })
        try {
          return await work()
        } finally {
          proxy.set({ kind: 'passes' })
        }
      }
      const cuttable: BooksStore = {
        post: (batch, uses) => under(undefined, () => example.store.post(batch, uses)),
        transaction: (work) => under('commit', () => example.store.transaction(work)),
        read: (work) => under(undefined, () => example.store.read(work)),
        snapshot: (work) => under(undefined, () => example.store.snapshot(work)),
        close: () => example.store.close(),
      }
      return {
        storeOf(ports) {
          nowMs = ports.nowMs
          const cut = (): void => {
            cutNext = true
          }
          return { store: observeStore(cuttable, ports.note), sql: example.database, pace: 'awaited', cutNext: cut }
        },
        [Symbol.asyncDispose]: () => example[Symbol.asyncDispose](),
      }
    },
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]()
      await postgres[Symbol.asyncDispose]()
    },
  }
}
