import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Database, Queries } from '../../storage/storage.ts'
import { startPostgres } from '../../storage/testing/postgres.ts'
import { monthAt } from '../calendar.ts'
import { audit } from '../testing/audit.ts'
import { listGrants } from '../testing/rows.ts'
import { openExampleStore, STORE_KINDS } from '../testing/stores.ts'
import { Books } from './books.ts'
import { GRANTS_MAX } from './rows.ts'

const postgres = await startPostgres()
after(() => postgres[Symbol.asyncDispose]())

const clock = { nowMs: () => 1_795_000_000_000 }
const month = monthAt(clock.nowMs())
const ACCOUNTS = Array.from({ length: 60 }, (_, i) => `account ${i}`)

for (const kind of STORE_KINDS) {
  test(`many lines of a batch are made void together, and on PostgreSQL in a few round trips, on ${kind}`, async () => {
    let trips = 0
    const through = (database: Database) => counted(database, () => trips++)
    await using example = await openExampleStore(kind, { clock, postgresUrl: postgres.url, through })
    const books = new Books(example.store)
    for (const account of ACCOUNTS) await books.setAllowance({ account, units: 100, who: 'operator' })
    const { incarnation } = await books.beginIncarnation('node', 0)
    const requests = ACCOUNTS.map((account, i) => ({
      ...{ account, month, incarnation, grant: incarnation * GRANTS_MAX + i + 1, version: 0 },
      ...{ least: 2, wanted: 2, shape: 'sole' as const },
    }))
    await books.acquireMany(requests)
    const subjects = ACCOUNTS.map((account) => ({ account, project: 'p', credential: 'c', operation: 'o' }))
    const numbers = await books.subjectNumbers(subjects)
    // Each grant has two lines: the work on the second must see the effect of the first.
    const lines = requests.flatMap(({ grant }, i) =>
      [0, 1].map((n) => ({ requestId: `${2 * i + n}`.padStart(32, '0'), grant, subject: numbers[i]!, units: 1 })),
    )
    const uses = requests.map(({ grant }) => ({ grant, units: 2, acked: 0 }))
    const key = { incarnation, seq: 1 }
    assert.deepEqual(await books.post({ ...key, atMs: 1, lines }, uses), { outcome: 'done' })
    const voids = lines.map(({ requestId }) => requestId).filter((_, i) => i % 3 !== 0)
    trips = 0
    assert.equal(await books.voidLines(key, voids), 'done')
    if (kind === 'postgres') assert(trips < 20, `${trips} round trips`)
    // A repetition changes nothing.
    assert.equal(await books.voidLines(key, voids), 'done')
    const { states, grants, report } = await example.store.snapshot(async (rows) => ({
      states: await rows.lineStatesAll(),
      grants: await listGrants(rows),
      report: await audit(rows),
    }))
    const left = requests.map((_, i) => [2 * i, 2 * i + 1].filter((n) => n % 3 === 0).length)
    assert.deepEqual(
      states.map(({ requestId, state }) => `${requestId} ${state}`),
      voids.map((id) => `${id} void`),
    )
    assert.deepEqual(
      grants.map(({ spent }) => spent),
      left,
    )
    assert.deepEqual(report.differences, [])
  })
}

/** Counts the statements within transactions. */
function counted(database: Database, count: () => void): Database {
  const counting = (queries: Queries): Queries => ({
    query(sql, ...values) {
      count()
      return queries.query(sql, ...values)
    },
    run(sql, ...values) {
      count()
      return queries.run(sql, ...values)
    },
  })
  return { ...database, transaction: (work) => database.transaction((queries) => work(counting(queries))) }
}
