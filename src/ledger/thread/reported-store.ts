import { DatabaseFault } from '../../storage/storage.ts'
import type { BooksStore } from '../books/rows.ts'

/** Tells of every fault of the database, in words; what is to be done about it is not decided here. */
export function reportedStore(store: BooksStore, report: (trouble: string) => void): BooksStore {
  const watched = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof DatabaseFault) report(`${error.reason}, ${error.outcome}: ${error.message}`)
      throw error
    }
  }
  return {
    post: (batch, uses) => watched(store.post(batch, uses)),
    transaction: (work) => watched(store.transaction(work)),
    read: (work) => watched(store.read(work)),
    snapshot: (work) => watched(store.snapshot(work)),
    close: () => store.close(),
  }
}
