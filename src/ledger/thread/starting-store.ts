import { InputError } from '../../stdx/input-error.ts'
import { DatabaseFault, type FaultReason } from '../../storage/storage.ts'
import type { BooksStore } from '../books/rows.ts'

/** A store that a node is started on. */
export interface StartingStore {
  readonly store: BooksStore
  /** From now on a fault is the node's own affair. */
  started(): void
}

/** A server that is busy, or cannot be reached for a moment, is asked again. */
const PASSING: ReadonlySet<FaultReason> = new Set(['busy', 'lost'])

/**
 * Books that cannot be read are said to be so while the node starts: it would ask them again and again, and whoever started it would wait without a word. Later it is
 * better to go on asking, because what was answered already must come to its end.
 */
export function startingStore(store: BooksStore): StartingStore {
  let state: 'starting' | 'started' = 'starting'
  const explain = async <T>(operation: Promise<T>): Promise<T> => {
    try {
      return await operation
    } catch (error) {
      if (state === 'started' || !(error instanceof DatabaseFault) || PASSING.has(error.reason)) throw error
      throw new InputError(
        `The books cannot be used: ${error.message}. Look after the disk and the database. If the books are damaged, put a backup back: it is noticed that it is one.`,
      )
    }
  }
  return {
    store: {
      post: (batch, uses) => explain(store.post(batch, uses)),
      transaction: (work) => explain(store.transaction(work)),
      read: (work) => explain(store.read(work)),
      snapshot: (work) => explain(store.snapshot(work)),
      close: () => store.close(),
    },
    started: () => void (state = 'started'),
  }
}
