import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { seededRandom } from '../../stdx/random.ts'
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.ts'
import { exampleGrant, examplePeriod, listGrants } from '../testing/rows.ts'
import { openExampleStore } from '../testing/stores.ts'
import { GRANTS_MAX } from './rows.ts'
import type { BooksStore } from './store.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

const clock = { nowMs: () => 1_795_000_000_000 }

const GRANTS = 4
const INCARNATIONS = 6
const BATCHES = 60
const TRANSACTIONS = 60

/**
 * Writes the journal of one incarnation in order. Each batch takes from most grants of all incarnations, in any
 * order.
 */
async function postAll(store: BooksStore, incarnation: number, taken: number[]): Promise<void> {
  const random = seededRandom(incarnation)
  for (let seq = 1; seq <= BATCHES; seq++) {
    const grants = Array.from({ length: GRANTS }, (_, i) => i).filter(() => 0 < random.below(4))
    grants.sort(() => random.below(3) - 1)
    const uses = grants.map((grant) => ({ grant: GRANTS_MAX + grant, units: 1 + random.below(3), acked: 0 }))
    // Grants of one incarnation alone would never conflict with those of another. The store does not check who owns
    // them.
    const outcome = await store.post({ incarnation, seq, atMs: 1, lines: [] }, uses)
    assert.deepEqual(outcome, { outcome: 'done' })
    for (const { grant, units } of uses) taken[grant - GRANTS_MAX]! += units
  }
}

/** Like a recall or a cleanup: takes all locks in order, then writes every row back with one unit more. */
async function raiseAll(store: BooksStore): Promise<void> {
  for (let i = 0; i < TRANSACTIONS; i++) {
    await store.transaction(async (rows) => {
      const period = await rows.lockPeriod('a', '2026-11')
      for (const grant of await rows.lockOpenGrants('a', '2026-11')) {
        await rows.putGrant({ ...grant, size: grant.size + 1, version: grant.version + 1 })
      }
      await rows.putPeriod({ ...period!, reserved: period!.reserved + 1 })
    })
  }
}

/** Like a heartbeat with hints for all grants. */
async function hintAll(store: BooksStore): Promise<void> {
  for (let i = 0; i < TRANSACTIONS; i++) {
    const hints = Array.from({ length: GRANTS }, (_, grant) => ({ grant: GRANTS_MAX + grant, acked: 0, inFlight: i }))
    await store.transaction((rows) => rows.setHints(hints.toReversed()))
  }
}

test('on PostgreSQL concurrent posts and locking transactions cause no deadlock, and every unit is counted', async () => {
  await using example = await openExampleStore('postgres', {
    clock,
    postgresUrl: server.url,
    postConnections: INCARNATIONS,
  })
  const { store } = example
  await store.transaction(async (rows) => {
    await rows.putPeriod(examplePeriod())
    for (let grant = 0; grant < GRANTS; grant++) await rows.putGrant(exampleGrant(grant, { size: 1_000_000 }))
  })
  const taken = Array.from({ length: GRANTS }, () => 0)
  const posts = Array.from({ length: INCARNATIONS }, (_, i) => postAll(store, i + 1, taken))
  const raises = [raiseAll(store), raiseAll(store), hintAll(store)]
  await Promise.all([...posts, ...raises])
  const grants = await store.snapshot((rows) => rows.openGrants('a', '2026-11'))
  assert.deepEqual(
    grants.map(({ spent, size, version }) => [spent, size, version]),
    taken.map((units) => [units, 1_000_000 + 2 * TRANSACTIONS, 1 + 2 * TRANSACTIONS]),
  )
  const period = await store.snapshot((rows) => rows.period('a', '2026-11'))
  assert.equal(period?.reserved, 2 * TRANSACTIONS)
})

test('on PostgreSQL batches that race for the last units of a grant charge exactly these', async () => {
  await using example = await openExampleStore('postgres', {
    clock,
    postgresUrl: server.url,
    postConnections: INCARNATIONS,
  })
  const { store } = example
  await store.transaction((rows) => rows.putGrant(exampleGrant(0, { size: 100 })))
  const charge = async (incarnation: number): Promise<number> => {
    const uses = [{ grant: GRANTS_MAX, units: 1, acked: 0 }]
    for (let seq = 1; ; seq++) {
      const { outcome } = await store.post({ incarnation, seq, atMs: 1, lines: [] }, uses)
      if (outcome !== 'done') return seq - 1
    }
  }
  const charged = await Promise.all(Array.from({ length: INCARNATIONS }, (_, i) => charge(i + 1)))
  assert.equal(
    charged.reduce((a, b) => a + b),
    100,
  )
})

const FENCES = [
  { what: 'closed', changes: { state: 'closed', version: 2 } },
  { what: 'made too small', changes: { size: 0, version: 2 } },
] as const
for (const { what, changes } of FENCES) {
  test(`on PostgreSQL, a batch that waits for a grant which is then ${what} is refused as a whole`, async () => {
    await using example = await openExampleStore('postgres', { clock, postgresUrl: server.url })
    const { store, database } = example
    await store.transaction(async (rows) => {
      for (const grant of [0, 1]) await rows.putGrant(exampleGrant(grant))
    })
    const uses = [0, 1].map((grant) => ({ grant: GRANTS_MAX + grant, units: 1, acked: 0 }))
    const post = await store.transaction(async (rows) => {
      const grant = await rows.lockGrant(GRANTS_MAX + 1)
      const posted = store.post({ incarnation: 1, seq: 1, atMs: 1, lines: [] }, uses)
      const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%asked%'"
      while ((await database.query(waiting)).length === 0);
      await rows.putGrant({ ...grant!, ...changes })
      return { posted }
    })
    assert.deepEqual(await post.posted, { outcome: 'refused' })
    const grants = await store.snapshot((rows) => listGrants(rows))
    assert.deepEqual(grants, [exampleGrant(0), exampleGrant(1, changes)])
    assert.equal(await store.snapshot((rows) => rows.lastSeq(1)), 0)
  })
}
