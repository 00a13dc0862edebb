import { formatBatchKey } from '../books/difference.ts'
import type { ServerHistory } from '../books/rows.ts'
import type { Mark } from './ports.ts'

interface BooksNow {
  readonly booksId: string
  readonly history: ServerHistory
  /** The last batch of the marked incarnation that is in the books. */
  readonly seqOfMark: number
}

/** Finds why the opened books may not be the books that this node wrote last. */
export function findMarkDoubts(mark: Mark | undefined, books: BooksNow): { reason: string; detail: string }[] {
  if (mark === undefined) return []
  if (mark.booksId !== books.booksId) {
    return [{ reason: 'foreign_books', detail: `this node wrote ${mark.booksId}, and these are ${books.booksId}` }]
  }
  const doubts = []
  // The books lack a batch that was written: an older copy was restored, or the database lost its last commits.
  if (books.seqOfMark < mark.seq) doubts.push({ reason: 'books_behind', detail: formatBatchKey(mark) })
  const takeover = findTakeoverDoubt(mark, books.history)
  if (takeover !== undefined) doubts.push(takeover)
  return doubts
}

/**
 * A standby that took over from an asynchronous server may lack the last commits. How the standby itself commits says
 * nothing about them.
 */
export function findTakeoverDoubt(
  before: ServerHistory,
  now: ServerHistory,
): { reason: string; detail: string } | undefined {
  if (before.timeline === '' || now.timeline === '' || before.timeline === now.timeline) return undefined
  if (before.isSynchronous) return undefined
  return { reason: 'timeline', detail: `${before.timeline} -> ${now.timeline}` }
}
