import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ExampleNodeDisk } from '../../src/ledger/node/example-node-disk.ts'
import { startPostgres } from '../../src/storage/testing/postgres.ts'
import { booksForWorlds, buyOf, FaultWorld } from './fault-world.ts'
import { checkAudit } from './told-requests.ts'

const postgres = await startPostgres()
after(() => postgres[Symbol.asyncDispose]())

/** Longer than from one heartbeat to the next. */
const HEARTBEAT_MS = 300

test('two processes on copies of one data folder: the older sells nothing more and says so, and nothing is charged twice', async () => {
  const books = await booksForWorlds({ kind: 'postgres', postgresUrl: postgres.url })
  for (let seed = 1; seed <= 6; seed++) {
    const world = await FaultWorld.open({ kind: 'postgres', seed }, books)
    const [account] = [...world.accounts.keys()]
    const older = await world.living()
    const sales = await world.during(
      Promise.all([1, 10, 1].map((units) => buyOf(older, world, { account: account!, units }))),
    )
    assert.deepEqual(sales, ['charged', 'charged', 'charged'])

    const twin = world.begin(copyOfDisk(world))
    // The older goes on meanwhile, with debits of every age when the other begins.
    const olderSales = [0, 1, 5, 50, 200].map((thinkMs) =>
      buyOf(older, world, { account: account!, units: 1, thinkMs }),
    )
    await world.during(twin.started)
    await world.during(Promise.all(olderSales))
    await world.time.pass(HEARTBEAT_MS)
    assert.equal(await world.during(buyOf(older, world, { account: account!, units: 1 })), 'untrusted')
    const [reason] = (await older.started).trust.status().reasons
    assert.deepEqual(reason, { reason: 'fenced', detail: 'another process runs as this node' })

    while ((await world.during(buyOf(twin, world, { account: account!, units: 1 }))) === 'charged');
    assert.equal(await world.during(buyOf(twin, world, { account: account!, units: 1 })), 'monthly_limit')
    await world.during((await twin.started).close())
    const charged = await world.told.check(world.store, world.node)
    assert.equal(charged.get(account!), world.accounts.get(account!), 'sold to the last unit')
    older.crash()
  }
  await checkAudit(books.store)
  await books[Symbol.asyncDispose]()
})

/** With the mark as it is now; there are no notes. */
function copyOfDisk(world: FaultWorld): ExampleNodeDisk {
  const disk = new ExampleNodeDisk()
  const mark = world.disk.read()
  assert(mark !== undefined)
  disk.write(mark)
  return disk
}
