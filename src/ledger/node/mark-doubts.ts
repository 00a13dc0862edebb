import { formatBatchKey } from '../books/difference.ts'
import type { ServerHistory } from '../books/rows.ts'
import type { Mark } from './ports.ts'

interface BooksNow {
  readonly booksId: string
  readonly history: ServerHistory
  /** The last batch of the marked incarnation that is in the books. */
  readonly seqOfMark: number
}

/** Why books that are opened again may not be the books that were closed. */
export function doubtsOfMark(mark: Mark | undefined, books: BooksNow): { reason: string; detail: string }[] {
  if (mark === undefined) return []
  if (mark.booksId !== books.booksId) {
    return [{ reason: 'foreign_books', detail: `this node wrote ${mark.booksId}, and these are ${books.booksId}` }]
  }
  const doubts = []
  // The books lack a batch that this node knows was written: an older copy was put back, or the database lost its last commits.
  if (books.seqOfMark < mark.seq) doubts.push({ reason: 'books_behind', detail: formatBatchKey(mark) })
  const takeover = takeoverDoubt(mark, books.history)
  if (takeover !== undefined) doubts.push(takeover)
  return doubts
}

/**
 * A standby took over from a server that did not wait for its disk: it may lack the last commits. How the standby commits itself says nothing about them, and a
 * server that waited has lost nothing.
 */
export function takeoverDoubt(
  before: ServerHistory,
  now: ServerHistory,
): { reason: string; detail: string } | undefined {
  if (before.timeline === '' || now.timeline === '' || before.timeline === now.timeline) return undefined
  if (before.isSynchronous) return undefined
  return { reason: 'timeline', detail: `${before.timeline} -> ${now.timeline}` }
}
