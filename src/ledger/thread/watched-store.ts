import { DatabaseError } from '../../storage/storage.ts'
import type { BooksStore } from '../books/rows.ts'

/** Passes every fault of the database to `heard`. An error that `heard` throws takes its place. */
export function watchedStore(store: BooksStore, heard: (fault: DatabaseError) => void): BooksStore {
  const watched = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof DatabaseError) heard(error)
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
