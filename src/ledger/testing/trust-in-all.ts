import type { DoubtKey, TrustRequest } from '../books/doubts.ts'
import type { BooksStore } from '../books/store.ts'
import { readUnresolvedDoubts } from '../books/unresolved-doubts.ts'
import { openBooksToRead } from '../open-books.ts'

/** Builds the request of an operator who has examined every unresolved doubt. */
export async function trustInAll(store: BooksStore, why: string): Promise<TrustRequest> {
  const standing = await store.snapshot((rows) => readUnresolvedDoubts(rows))
  return { who: 'operator', why, doubts: standing.map(({ id, raisedAtMs }): DoubtKey => ({ id, raisedAtMs })) }
}

/** The same for the books of a data folder or a database server. */
export async function trustInAllAt(place: { data: string; databaseUrl?: string | undefined }, why: string) {
  const store = await openBooksToRead(place.data, place.databaseUrl)
  try {
    return await trustInAll(store, why)
  } finally {
    await store.close()
  }
}
