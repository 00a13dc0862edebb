import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMarkDoubts } from './mark-doubts.ts'

const history = { timeline: '', isSynchronous: false }
const mark = { booksId: 'a', ...history, incarnation: 3, seq: 7 }
const books = { booksId: 'a', history, seqOfMark: 7 }
const behind = [{ reason: 'books_behind', detail: 'batch 7 of incarnation 3' }]

for (const [what, seqOfMark, doubts] of [
  ['all batches', 7, []],
  ['a batch that the mark does not name yet', 8, []],
  ['all batches but the last', 6, behind],
  ['no batch', 0, behind],
] as const) {
  test(`books that have ${what} of the marked incarnation are ${doubts.length === 0 ? 'live' : 'behind'}`, () =>
    assert.deepEqual(findMarkDoubts(mark, { ...books, seqOfMark }), doubts))
}

test('a node without a mark doubts nothing; other books are foreign, whatever they have', () => {
  assert.deepEqual(findMarkDoubts(undefined, { ...books, seqOfMark: 0 }), [])
  const foreign = [{ reason: 'foreign_books', detail: 'this node wrote a, and these are b' }]
  assert.deepEqual(findMarkDoubts(mark, { ...books, booksId: 'b', seqOfMark: 0 }), foreign)
})
