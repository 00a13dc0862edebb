import { DatabaseError } from '../../storage/storage.ts'
import type { BooksStore } from '../books/store.ts'

/** Passes every fault of the database to `onFault`. If `onFault` throws, its error replaces the fault. */
export function watchFaults(store: BooksStore, onFault: (fault: DatabaseError) => void): BooksStore {
  const watch = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof DatabaseError) onFault(error)
      throw error
    }
  }
  return {
    post: (batch, uses) => watch(store.post(batch, uses)),
    transaction: (work) => watch(store.transaction(work)),
    read: (work) => watch(store.read(work)),
    snapshot: (work) => watch(store.snapshot(work)),
    close: () => store.close(),
  }
}
