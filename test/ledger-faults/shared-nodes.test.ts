import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BooksStore, Rows } from '../../src/ledger/books/store.ts'
import { needsNewIncarnation } from '../../src/ledger/node/trust.ts'
import type { Usage } from '../../src/ledger/node/usage.ts'
import { MemoryNodeDisk } from '../../src/ledger/testing/memory-node-disk.ts'
import { DatabaseError } from '../../src/storage/storage.ts'
import { createCuttableStore, SharedNodes } from './shared-nodes.ts'

/** Longer than the lease of a lost node and its detection by the others. */
const LOST_MS = 20_000
/** Longer than the interval of heartbeats. */
const HEARD_MS = 1_000
const DAY = 86_400_000

for (const reason of ['refused', 'constraint', 'io', 'busy'] as const) {
  test(`a grant of a lost node that cannot be closed (${reason}) stops no heartbeat: other nodes read suspensions and doubts`, async () => {
    const nodes = new SharedNodes()
    await nodes.allow({ x: 1_000, y: 1_000, z: 1_000 })
    const lost = await nodes.start({ node: 'A' })
    assert.equal(await nodes.charge(lost, 'x'), 'charged')
    assert.equal(await nodes.charge(lost, 'z'), 'charged')
    lost.crash()
    const other = await nodes.start({ node: 'B', through: (store) => withoutGrantsOf(store, 'x', reason) })
    assert.equal(await nodes.charge(other, 'y'), 'charged')
    await nodes.time.pass(LOST_MS)
    const grants = await nodes.store.snapshot((rows) => rows.openGrants('z', nodes.month().period))
    assert.deepEqual(grants, [], 'what can be swept is')
    const doubts = await nodes.store.snapshot((rows) => rows.doubts())
    const doubted = doubts.map(({ account }) => account)
    assert.deepEqual(doubted, reason === 'busy' ? [] : ['x'], 'and what cannot is a doubt of its account')
    await nodes.books.setAccountState('y', 'suspended')
    await nodes.time.pass(HEARD_MS)
    assert.equal(await nodes.charge(other, 'y'), 'suspended')
    await nodes.books.raiseDoubt({ account: null, reason: 'operator', detail: 'stop' })
    await nodes.time.pass(HEARD_MS)
    assert.equal(await nodes.charge(other, 'z'), 'untrusted')
  })
}

test('a grant whose report the books refuse does not block other reports', async () => {
  const nodes = new SharedNodes()
  const accounts = ['a', 'b', 'c', 'damaged', 'e']
  await nodes.allow(Object.fromEntries(accounts.map((account) => [account, 1_000])))
  const node = await nodes.start({ node: 'A', through: (store) => withoutHintsOf(store, 'damaged') })
  for (let round = 0; round < 20; round++) {
    for (const account of accounts) assert.equal(await nodes.charge(node, account), 'charged')
    await nodes.time.pass(HEARD_MS)
  }
  await nodes.time.pass(10 * HEARD_MS)
  for (const account of ['a', 'b', 'c', 'e']) {
    const usage = (await nodes.call(node, { name: 'usage', account })) as Usage
    assert.equal(usage.confirmedUnits, 20, account)
  }
})

test('the heartbeat also reports a rarely used account, however many others are busy', async () => {
  const nodes = new SharedNodes()
  const busy = Array.from({ length: 50 }, (_, i) => `busy-${i}`)
  await nodes.allow({ quiet: 1_000, ...Object.fromEntries(busy.map((account) => [account, 1_000])) })
  const node = await nodes.start({ node: 'A', through: (store) => withoutHintsOf(store, 'busy-0') })
  for (const account of busy) assert.equal(await nodes.charge(node, account), 'charged')
  assert.equal(await nodes.charge(node, 'quiet', 5), 'charged')
  let pending = 5
  for (let round = 0; round < 30 && pending !== 0; round++) {
    for (const account of busy) await nodes.charge(node, account)
    await nodes.time.pass(HEARD_MS)
    pending = ((await nodes.call(node, { name: 'usage', account: 'quiet' })) as Usage).pendingSpentUnits
  }
  assert.equal(pending, 0)
})

test('while the database is unreachable a usage request is answered with unavailable', async () => {
  const nodes = new SharedNodes()
  await nodes.allow({ x: 10 })
  const connection = createCuttableStore(nodes.store)
  const node = await nodes.start({ node: 'A', through: () => connection })
  connection.cut = true
  assert.deepEqual(await nodes.call(node, { name: 'usage', account: 'x' }), { outcome: 'unavailable' })
  connection.cut = false
  assert.equal(((await nodes.call(node, { name: 'usage', account: 'x' })) as Usage).outcome, 'usage')
})

test('an older copy of the books does not repeat an incarnation number that the node remembers', async () => {
  const REMEMBER: readonly ((disk: MemoryNodeDisk) => unknown)[] = [
    (disk) => disk.add([{ incarnation: 7, seq: 1, requestId: 'f'.repeat(32) }]),
    (disk) => disk.begin(7),
    (disk) => disk.write({ booksId: '', timeline: '', isSynchronous: false, incarnation: 7, seq: 0 }),
  ]
  for (const remember of REMEMBER) {
    const disk = new MemoryNodeDisk()
    await remember(disk)
    const nodes = new SharedNodes()
    await nodes.allow({ x: 10 })
    await nodes.start({ node: 'A', disk })
    assert.equal(await nodes.store.transaction((rows) => rows.nextIncarnation()), 9)
  }
})

test('a node doubts books that gave its incarnation number to a second node, and reports nothing in its name', async () => {
  const nodes = new SharedNodes()
  await nodes.allow({ x: 10 })
  const node = await nodes.start({ node: 'A' })
  const other = await nodes.store.transaction(async (rows) => {
    const row = { ...(await rows.lockIncarnation(1))!, node: 'B', leaseUntilMs: 1 }
    await rows.putIncarnation(row)
    return row
  })
  await nodes.time.pass(2 * HEARD_MS)
  assert.deepEqual(
    (await node.started).trust
      .status()
      .reasons.map(({ reason }) => reason)
      .toSorted(),
    ['behind', 'books'],
  )
  assert.equal(await nodes.charge(node, 'x'), 'untrusted')
  assert.deepEqual(await nodes.store.transaction((rows) => rows.lockIncarnation(1)), other)
  await nodes.trust(node, 'a dump was put back')
  await nodes.time.pass(HEARD_MS)
  assert(needsNewIncarnation((await node.started).trust.status()))
})

test('a charge whose batch was replaced by a tombstone is refused', async () => {
  const nodes = new SharedNodes()
  await nodes.allow({ x: 10 })
  const node = await nodes.start({ node: 'A' })
  await nodes.books.post({ incarnation: 1, seq: 1, atMs: nodes.booksMs(), lines: [] }, [])
  assert.equal(await nodes.charge(node, 'x', 10), 'unavailable')
  assert.equal(await nodes.charge(node, 'x', 10), 'charged', 'its units are free again')
})

test('an incarnation writes no further batch once another batch has one of its numbers', async () => {
  const nodes = new SharedNodes()
  await nodes.allow({ x: 1_000, y: 1_000 })
  const node = await nodes.start({ node: 'A' })
  for (const account of ['x', 'y']) assert.equal(await nodes.charge(node, account), 'charged')
  const { incarnation } = await node.started
  const [grant] = await nodes.books.openGrantsOf(incarnation)
  const line = { requestId: 'f'.repeat(32), subject: 1, grant: grant!.id, units: 1 }
  const use = { grant: grant!.id, units: 1, acked: grant!.spent }
  const other = { incarnation, seq: 3, atMs: nodes.booksMs(), lines: [line] }
  assert.equal((await nodes.books.post(other, [use])).outcome, 'done')
  // More than one batch may take of a grant: the second charge waits for the next batch.
  const ends = nodes.answer(Promise.all([nodes.chargeNow(node, 'y', 90), nodes.chargeNow(node, 'y', 90)]))
  assert.deepEqual(await ends, ['unavailable', 'untrusted'])
  assert.equal(await nodes.books.lastSeq(incarnation), 3)
  await nodes.time.pass(HEARD_MS)
  assert.equal(await nodes.charge(node, 'y'), 'untrusted')
  const { trust } = await node.started
  assert(!needsNewIncarnation(trust.status()), 'before the operator has looked')
  await nodes.trust(node, 'the books were written by another process, which is stopped')
  await nodes.time.pass(HEARD_MS)
  assert.equal(await nodes.charge(node, 'y'), 'untrusted')
  assert(needsNewIncarnation(trust.status()))
})

test('trust in the clock reaches every node, whichever node took the request', async () => {
  const nodes = new SharedNodes()
  await nodes.allow({ x: 1_000 })
  const [a, b] = [await nodes.start({ node: 'A' }), await nodes.start({ node: 'B' })]
  nodes.clockShiftMs += 40 * DAY
  await nodes.time.pass(HEARD_MS)
  assert.deepEqual([await nodes.charge(a, 'x'), await nodes.charge(b, 'x')], ['untrusted', 'untrusted'])
  // This node has no earlier time to compare the clock with.
  const late = await nodes.start({ node: 'C' })
  await nodes.trust(late, 'it slept')
  await nodes.time.pass(HEARD_MS)
  assert.deepEqual([await nodes.charge(a, 'x'), await nodes.charge(b, 'x')], ['charged', 'charged'])
})

test('trust in one leap of the clock does not extend to a later leap that a node has not read yet', async () => {
  const nodes = new SharedNodes()
  await nodes.allow({ x: 1_000 })
  const connection = createCuttableStore(nodes.store)
  const a = await nodes.start({ node: 'A', through: () => connection })
  const b = await nodes.start({ node: 'B' })
  nodes.clockShiftMs += 40 * DAY
  await nodes.time.pass(HEARD_MS)
  connection.cut = true
  await nodes.trust(b, 'it slept')
  nodes.clockShiftMs += 31 * DAY
  connection.cut = false
  await nodes.time.pass(2 * HEARD_MS)
  assert.deepEqual([await nodes.charge(a, 'x'), await nodes.charge(b, 'x')], ['untrusted', 'untrusted'])
})

test('a month that ends right after a leap of the clock is in doubt until the clock has run for two minutes', async () => {
  const nodes = new SharedNodes()
  await nodes.allow({ x: 10 })
  const node = await nodes.start({ node: 'A', shape: 'sole' })
  assert.equal(await nodes.charge(node, 'x', 10), 'charged')
  nodes.clockShiftMs += nodes.month().endsAtMs - nodes.booksMs() - 3_000
  await nodes.time.pass(2_000)
  assert.equal(await nodes.charge(node, 'x', 10), 'monthly_limit', 'within the month it is believed')
  await nodes.time.pass(4_000)
  assert.equal(await nodes.charge(node, 'x', 10), 'untrusted')
  await nodes.time.pass(100_000)
  assert.equal(await nodes.charge(node, 'x', 10), 'untrusted')
  await nodes.time.pass(30_000)
  assert.equal(await nodes.charge(node, 'x', 10), 'charged')
})

test('a clock that was corrected is trusted at once', async () => {
  const nodes = new SharedNodes()
  await nodes.allow({ x: 10 })
  const node = await nodes.start({ node: 'A', shape: 'sole' })
  const leapMs = nodes.month().endsAtMs - nodes.booksMs() - 3_000
  nodes.clockShiftMs += leapMs
  await nodes.time.pass(6_000)
  assert.equal(await nodes.charge(node, 'x', 10), 'untrusted')
  nodes.clockShiftMs -= leapMs
  await nodes.time.pass(2_000)
  assert.equal(await nodes.charge(node, 'x', 10), 'charged')
  const usage = (await nodes.call(node, { name: 'usage', account: 'x' })) as Usage
  assert.equal(usage.period, '2026-11')
})

test('a charge whose grant was closed meanwhile is made from another grant', async () => {
  const nodes = new SharedNodes()
  await nodes.allow({ x: 100 })
  const connection = createCuttableStore(nodes.store)
  const node = await nodes.start({ node: 'A', through: () => connection })
  await nodes.start({ node: 'B' })
  assert.equal(await nodes.charge(node, 'x', 10), 'charged')
  // The node is taken for lost.
  connection.cut = true
  await nodes.time.pass(2 * LOST_MS)
  connection.cut = false
  assert.equal(await nodes.charge(node, 'x', 10), 'charged')
  assert.equal(node.counters.commits_refused, 1)
})

/** The grants of one account cannot be written, and the database reports that. */
function withoutGrantsOf(store: BooksStore, account: string, reason: DatabaseError['reason']): BooksStore {
  const damaged = (rows: Rows): Rows => ({
    ...rows,
    async putGrant(row) {
      if (row.account === account) throw new DatabaseError('damaged', { outcome: 'not_done', reason })
      await rows.putGrant(row)
    },
  })
  return { ...store, transaction: (work) => store.transaction((rows) => work(damaged(rows))) }
}

function withoutHintsOf(store: BooksStore, account: string): BooksStore {
  const damaged = (rows: Rows): Rows => ({
    ...rows,
    async setHints(hints) {
      for (const { grant } of hints) {
        const row = await rows.grant(grant)
        if (row?.account === account) throw new DatabaseError('damaged', { outcome: 'not_done', reason: 'constraint' })
      }
      await rows.setHints(hints)
    },
  })
  return { ...store, transaction: (work) => store.transaction((rows) => work(damaged(rows))) }
}
