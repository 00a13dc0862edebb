import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOOKS_KINDS, openTestBooks } from '../testing/test-books.ts'
import { BEHIND, JOURNAL, type NewDoubt, raiseBehind, raiseDoubts, readOpenDoubts, resolveDoubts } from './doubts.ts'

const WHO = { who: 'operator', why: 'looked' }

for (const kind of BOOKS_KINDS) {
  test(`a doubt on ${kind} is raised once, resolved by its id, and raised anew when it is found again`, async () => {
    await using opened = await openTestBooks(kind)
    const { books } = opened
    const doubt = { account: 'anna', reason: 'audit', detail: 'x' }
    const raise = (...doubts: NewDoubt[]) => books.transaction((rows) => raiseDoubts(rows, doubts))
    await raise(doubt, doubt)
    await raise(doubt)
    const [first, ...more] = await readOpenDoubts(books)
    assert.deepEqual(more, [])
    const stale = { id: first!.id, raisedAtMs: first!.raisedAtMs - 1 }
    const none = await books.transaction((rows) => resolveDoubts(rows, { ...WHO, doubts: [stale] }))
    assert.deepEqual([none.resolved, none.notStanding], [[], [stale]], 'another copy of the books gave that id')
    const ofBroken = { ...WHO, doubts: [first!], broken: ['anna'] }
    const broken = await books.transaction((rows) => resolveDoubts(rows, ofBroken))
    assert.deepEqual([broken.resolved, broken.refused.map(({ id }) => id)], [[], [first!.id]])
    const done = await books.transaction((rows) => resolveDoubts(rows, { ...WHO, doubts: [first!] }))
    assert.equal(done.resolved.map(({ id }) => id).join(), `${first!.id}`)
    await raise(doubt)
    assert.notEqual((await readOpenDoubts(books))[0]!.id, first!.id)
    const journal = { account: null, reason: JOURNAL, detail: 'chain: batch 1' }
    await raise(journal)
    assert.equal((await readOpenDoubts(books)).at(-1)!.account, null)
    await books.transaction(async (rows) => resolveDoubts(rows, { ...WHO, doubts: await readOpenDoubts(rows) }))
    await raise(journal)
    assert.deepEqual(await readOpenDoubts(books), [], 'it cannot change any more')
  })

  test(`lost charges on ${kind} are one doubt for the event, whichever servers notice it, and when`, async () => {
    await using opened = await openTestBooks(kind)
    const { books, clock } = opened
    const raise = (markAtMs: number) =>
      books.transaction((rows) => raiseBehind(rows, markAtMs, 'a server lacks a batch'))
    const nowMs = await books.nowMs()
    assert.deepEqual([await raise(nowMs - 50_000), await raise(nowMs - 40_000)], ['raised', 'known'])
    clock.set(nowMs + 1_000)
    await books.transaction(async (rows) => resolveDoubts(rows, { ...WHO, doubts: await readOpenDoubts(rows) }))
    assert.equal(await raise(nowMs - 45_000), 'known', 'a third server starts after the doubt was resolved')
    assert.equal(await raise((await books.nowMs()) + 60_000), 'raised', 'another event')
    const reasons = (await readOpenDoubts(books)).map(({ reason }) => reason)
    assert.deepEqual(reasons, [BEHIND])
  })
}
