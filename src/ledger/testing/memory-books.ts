import type { Clock } from '../../stdx/clock.ts'
import { openDatabase } from '../../storage/storage.ts'
import { BOOKS_MIGRATIONS, openSqlBooks } from '../books/sql-store.ts'
import type { BooksStore } from '../books/store.ts'

/** Opens empty books in an SQLite database in memory: the SQL of the product, without a disk. */
export function openMemoryBooks({ clock }: { readonly clock: Clock }): BooksStore {
  const opening = openInMemory({ clock })
  return {
    post: async (batch, uses) => (await opening).post(batch, uses),
    transaction: async (work) => (await opening).transaction(work),
    read: async (work) => (await opening).read(work),
    snapshot: async (work) => (await opening).snapshot(work),
    close: async () => (await opening).close(),
  }
}

async function openInMemory({ clock }: { readonly clock: Clock }): Promise<BooksStore> {
  const database = await openDatabase({ path: ':memory:', migrations: BOOKS_MIGRATIONS, mode: 'write' })
  return openSqlBooks({ posts: database, transactions: database, snapshots: database }, { clock })
}
