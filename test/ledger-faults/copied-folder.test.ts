import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { MemoryNodeDisk } from '../../src/ledger/testing/memory-node-disk.ts'
import { startPostgres } from '../../src/storage/testing/postgres.ts'
import { chargeAt, FaultWorld, openWorldBooks } from './fault-world.ts'
import { checkAudit } from './request-outcomes.ts'

const postgres = await startPostgres()
after(() => postgres[Symbol.asyncDispose]())

/** Longer than the interval of heartbeats. */
const HEARTBEAT_MS = 300

test('of two processes on copies of one data folder the older stops charging and reports why, and nothing is charged twice', async () => {
  const books = await openWorldBooks({ kind: 'postgres', postgresUrl: postgres.url })
  for (let seed = 1; seed <= 6; seed++) {
    const world = await FaultWorld.open({ kind: 'postgres', seed }, books)
    const [account] = [...world.accounts.keys()]
    const older = await world.liveNode()
    const outcomes = await world.during(
      Promise.all([1, 10, 1].map((units) => chargeAt(older, world, { account: account!, units }))),
    )
    assert.deepEqual(outcomes, ['charged', 'charged', 'charged'])

    const twin = world.begin(copyOfDisk(world))
    // The older process goes on meanwhile, with debits of every age when the other begins.
    const olderCharges = [0, 1, 5, 50, 200].map((thinkMs) =>
      chargeAt(older, world, { account: account!, units: 1, thinkMs }),
    )
    await world.during(twin.started)
    await world.during(Promise.all(olderCharges))
    await world.time.pass(HEARTBEAT_MS)
    assert.equal(await world.during(chargeAt(older, world, { account: account!, units: 1 })), 'untrusted')
    const [reason] = (await older.started).trust.status().reasons
    assert.deepEqual(reason, { reason: 'fenced', detail: 'another process runs as this node' })

    while ((await world.during(chargeAt(twin, world, { account: account!, units: 1 }))) === 'charged');
    assert.equal(await world.during(chargeAt(twin, world, { account: account!, units: 1 })), 'monthly_limit')
    await world.during((await twin.started).close())
    const charged = await world.outcomes.check(world.store, world.node)
    assert.equal(charged.get(account!), world.accounts.get(account!), 'charged to the last unit')
    older.crash()
  }
  await checkAudit(books.store)
  await books[Symbol.asyncDispose]()
})

/** Copies the present mark; there are no notes. */
function copyOfDisk(world: FaultWorld): MemoryNodeDisk {
  const disk = new MemoryNodeDisk()
  const mark = world.disk.read()
  assert(mark !== undefined)
  disk.write(mark)
  return disk
}
