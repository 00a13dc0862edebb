import type { Mark } from './ports.ts'

interface BooksNow {
  readonly booksId: string
  readonly timeline: string
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
  // A batch that this node was told is written has gone: the database was put back from a copy, or lost its last commits.
  if (books.seqOfMark < mark.seq) doubts.push({ reason: 'books_behind', detail: `${mark.incarnation}/${mark.seq}` })
  if (mark.timeline !== '' && books.timeline !== '' && mark.timeline !== books.timeline) {
    doubts.push({ reason: 'timeline', detail: `${mark.timeline} -> ${books.timeline}` })
  }
  return doubts
}
