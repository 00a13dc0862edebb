import type { DoubtKey, TrustRequest } from '../books/doubts.ts'
import type { BooksStore } from '../books/rows.ts'
import { readUnresolvedDoubts } from '../books/unresolved-doubts.ts'
import { openBooksToRead } from '../open-books.ts'

/** For tests: the request of an operator who has looked at every doubt that stands now. */
export async function trustInAll(store: BooksStore, why: string): Promise<TrustRequest> {
  const standing = await store.snapshot((rows) => readUnresolvedDoubts(rows))
  return { who: 'operator', why, doubts: standing.map(({ id, raisedAtMs }): DoubtKey => ({ id, raisedAtMs })) }
}

/** The same of the books of a data folder, or of a database server. */
export async function trustInAllAt(place: { data: string; databaseUrl?: string | undefined }, why: string) {
  const store = await openBooksToRead(place.data, place.databaseUrl)
  try {
    return await trustInAll(store, why)
  } finally {
    await store.close()
  }
}
