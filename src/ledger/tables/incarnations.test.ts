import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOOKS_KINDS, openTestBooks } from '../testing/test-books.ts'
import {
  endIncarnation,
  insertIncarnation,
  listIncarnations,
  stateOfIncarnation,
  writeHeartbeat,
} from './incarnations.ts'

for (const kind of BOOKS_KINDS)
  test(`a heartbeat on ${kind} that arrives after the end of its incarnation does not make it live again`, async () => {
    await using opened = await openTestBooks(kind)
    const { books } = opened
    const nowMs = await books.nowMs()
    const beat = () => books.transaction((rows) => writeHeartbeat(rows, { incarnation: 7, nowMs, release: null }))
    await books.transaction((rows) => insertIncarnation(rows, 7, 'node'))
    assert.equal(await beat(), 'written')
    await endIncarnation(books, 7)
    assert.equal(await beat(), 'missing')
    assert.equal(stateOfIncarnation((await listIncarnations(books))[0]!, nowMs), 'ended')
  })
