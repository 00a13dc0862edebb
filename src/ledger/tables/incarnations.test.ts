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
    const report = { incarnation: 7, nowMs, release: null, share: 10 }
    const beat = (number: number) => books.transaction((rows) => writeHeartbeat(rows, { ...report, beat: number }))
    await books.transaction((rows) => insertIncarnation(rows, 7, 'node'))
    assert.equal(await beat(2), 'written')
    assert.equal(await beat(1), 'missing', 'one that runs late')
    await endIncarnation(books, 7)
    assert.equal(await beat(3), 'missing')
    assert.equal(stateOfIncarnation((await listIncarnations(books))[0]!, nowMs), 'ended')
  })
