import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { isUnresolved } from '../../src/ledger/books/unresolved-doubts.ts'
import { needsNewIncarnation } from '../../src/ledger/node/trust.ts'
import { trustInAll } from '../../src/ledger/testing/trust-in-all.ts'
import type { Database } from '../../src/storage/storage.ts'
import { startPostgres } from '../../src/storage/testing/postgres.ts'
import { chargeOnce, FaultWorld, openWorldBooks, work } from './fault-world.ts'

/*
 * A database server that loses commits under a running node: a standby that was behind takes over, or a copy is
 * restored.
 */

const postgres = await startPostgres()
after(() => postgres[Symbol.asyncDispose]())

describe('books that lose commits under a running node', async () => {
  const world = async (seed: number) => {
    const books = await openWorldBooks({ kind: 'postgres', postgresUrl: postgres.url })
    return { world: await FaultWorld.open({ kind: 'postgres', seed }, books), database: books.database, books }
  }

  for (const lost of [1, 3]) {
    test(`an idle node detects at its next heartbeat that its last ${lost} batches are missing; trusted and restarted it charges`, async () => {
      const { world: w, database, books } = await world(1)
      await work(w, { clients: 2, requests: 3, seed: 1 })
      const copy = await copyOf(database)
      const [account] = [...w.accounts.keys()]
      for (let i = 0; i < lost; i++) assert.equal(await w.during(chargeOnce(w, account!, 1)), 'charged')
      await copy.putBack()
      await w.time.pass(HEARTBEAT_MS)
      assert.equal(await w.during(chargeOnce(w, account!, 1)), 'untrusted')
      const node = await w.liveNode()
      const { trust } = await node.started
      const details = trust.status().reasons.map(({ detail }) => detail)
      assert(
        details.some((detail) => detail.startsWith('books_behind: ')),
        `${details}`,
      )
      assert(!needsNewIncarnation(trust.status()))
      // This incarnation remembers its grants differently from the books, so it never charges again; the next one does.
      await w.during(
        node.clients[0]!.call({ name: 'trust', broken: [], ...(await trustInAll(w.store, 'the standby was behind')) }),
      )
      await w.time.pass(HEARTBEAT_MS)
      assert.equal(await w.during(chargeOnce(w, account!, 1)), 'untrusted')
      assert(needsNewIncarnation(trust.status()))
      node.crash()
      assert.equal(await w.during(w.liveNode().then(() => chargeOnce(w, account!, 1))), 'charged')
      await w.time.pass(HEARTBEAT_MS)
      assert.equal(await w.during(chargeOnce(w, account!, 1)), 'charged')
      await books[Symbol.asyncDispose]()
    })
  }

  test('a charging node detects it too, with at most one heartbeat of debits in books that are behind', async () => {
    for (const seed of [1, 2, 5]) {
      const { world: w, database, books } = await world(seed)
      const [account] = [...w.accounts.keys()]
      await w.during(chargeOnce(w, account!, 1))
      const copy = await copyOf(database)
      for (let i = 0; i < seed; i++) await w.during(chargeOnce(w, account!, 1))
      await copy.putBack()
      // Before the next heartbeat, batches follow upon some that are missing.
      for (let i = 0; i < 3; i++) await w.during(chargeOnce(w, account!, 1))
      await w.time.pass(HEARTBEAT_MS)
      assert.equal(await w.during(chargeOnce(w, account!, 1)), 'untrusted', `${seed} batches lost`)
      await books[Symbol.asyncDispose]()
    }
  })

  for (const isSynchronous of [false, true])
    test(`a takeover from an asynchronous server is a doubt even if nothing seems to be missing; the new server is ${isSynchronous ? 'synchronous' : 'asynchronous'}`, async () => {
      const { world: w, books } = await world(3)
      await work(w, { clients: 2, requests: 3, seed: 1 })
      w.history = { timeline: '0000002A', isSynchronous }
      await w.time.pass(HEARTBEAT_MS)
      const [account] = [...w.accounts.keys()]
      assert.equal(await w.during(chargeOnce(w, account!, 1)), 'untrusted')
      const node = await w.liveNode()
      assert.match((await node.started).trust.status().reasons[0]!.detail, /^timeline: .* -> 0000002A$/)
      // The next incarnation of the node reads the doubt in the books.
      node.crash()
      await w.during(w.liveNode())
      assert.equal(await w.during(chargeOnce(w, account!, 1)), 'untrusted')
      const next = await w.liveNode()
      await w.during(
        next.clients[0]!.call({ name: 'trust', broken: [], ...(await trustInAll(w.store, 'it had everything')) }),
      )
      await w.heal()
      await books[Symbol.asyncDispose]()
    })

  for (const isSynchronous of [false, true])
    test(`a takeover while the node was stopped is detected at its start; the new server is ${isSynchronous ? 'synchronous' : 'asynchronous'}`, async () => {
      const { world: w, books } = await world(4)
      const [account] = [...w.accounts.keys()]
      await w.during(chargeOnce(w, account!, 1))
      const node = await w.liveNode()
      w.history = { timeline: '0000002A', isSynchronous }
      node.crash()
      assert.equal(await w.during(w.liveNode().then(() => chargeOnce(w, account!, 1))), 'untrusted')
      await books[Symbol.asyncDispose]()
    })

  test('each of several takeovers is a doubt, and so is a second standby of the same primary that was promoted to the same timeline', async () => {
    const { world: w, database, books } = await world(6)
    const [account] = [...w.accounts.keys()]
    const buyOne = () => w.during(chargeOnce(w, account!, 1))
    const standing = async () => (await w.store.snapshot((rows) => rows.doubts())).filter(isUnresolved)
    const trust = async () => {
      const request = await trustInAll(w.store, 'compared with the old primary')
      await w.during((await w.liveNode()).clients[0]!.call({ name: 'trust', broken: [], ...request }))
      await w.time.pass(HEARTBEAT_MS)
    }
    assert.equal(await buyOne(), 'charged')
    const secondStandby = await copyOf(database)
    for (const timeline of ['0000002A', '0000002B']) {
      w.history = { timeline, isSynchronous: false }
      await w.time.pass(HEARTBEAT_MS)
      assert.equal(await buyOne(), 'untrusted', timeline)
      assert.deepEqual(
        (await standing()).map(({ reason, detail }) => [reason, detail.endsWith(`-> ${timeline}`)]),
        [['timeline', true]],
      )
      await trust()
      assert.equal(await buyOne(), 'charged', timeline)
    }
    // Charges on the first promoted server are missing from the second, whose timeline has the same number.
    await secondStandby.putBack()
    await w.time.pass(HEARTBEAT_MS)
    assert.equal(await buyOne(), 'untrusted')
    assert.deepEqual(
      (await standing()).map(({ reason }) => reason),
      ['books_behind'],
    )
    await books[Symbol.asyncDispose]()
  })

  test('a takeover from a synchronous server loses nothing and is no doubt, whether the node runs or starts', async () => {
    const { world: w, books } = await world(5)
    const [account] = [...w.accounts.keys()]
    w.history = { timeline: (await w.store.snapshot((rows) => rows.serverHistory())).timeline, isSynchronous: true }
    await w.time.pass(HEARTBEAT_MS)
    assert.equal(await w.during(chargeOnce(w, account!, 1)), 'charged')
    w.history = { timeline: '0000002A', isSynchronous: true }
    await w.time.pass(HEARTBEAT_MS)
    assert.equal(await w.during(chargeOnce(w, account!, 1)), 'charged')
    const node = await w.liveNode()
    w.history = { timeline: '0000002B', isSynchronous: false }
    node.crash()
    assert.equal(await w.during(w.liveNode().then(() => chargeOnce(w, account!, 1))), 'charged')
    // From here on the server does not wait for its disk.
    w.history = { timeline: '0000002C', isSynchronous: true }
    await w.time.pass(HEARTBEAT_MS)
    assert.equal(await w.during(chargeOnce(w, account!, 1)), 'untrusted')
    await books[Symbol.asyncDispose]()
  })
})

/** Longer than the interval of heartbeats. */
const HEARTBEAT_MS = 300

const TABLES = ['books', 'account', 'allowance_change', 'account_period', 'unit_grant', 'incarnation', 'batch']
const OTHERS = ['line_state', 'subject', 'doubt']

/** Copies all tables, to restore them in one transaction. */
async function copyOf(database: Database): Promise<{ putBack(): Promise<void> }> {
  const tables = [...TABLES, ...OTHERS]
  await database.transaction(async (queries) => {
    for (const table of tables) await queries.run(`create table copy_of_${table} as select * from ${table}`)
  })
  return {
    putBack: () =>
      database.transaction(async (queries) => {
        for (const table of tables) {
          await queries.run(`delete from ${table}`)
          await queries.run(`insert into ${table} overriding system value select * from copy_of_${table}`)
        }
      }),
  }
}
