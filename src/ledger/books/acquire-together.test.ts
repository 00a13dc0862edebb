import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Random, seededRandom } from '../../stdx/random.ts'
import { DatabaseError } from '../../storage/storage.ts'
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.ts'
import { monthAt } from '../calendar.ts'
import { audit } from '../testing/audit.ts'
import { listGrants } from '../testing/rows.ts'
import { openExampleStore } from '../testing/stores.ts'
import type { AcquireRequest } from './acquire.ts'
import { Books } from './books.ts'
import { GRANTS_MAX } from './rows.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

const clock = { nowMs: () => 1_795_000_000_000 }
const month = monthAt(clock.nowMs())
const ACCOUNTS = Array.from({ length: 30 }, (_, i) => `account ${i}`)
const NODES = 3
const ROUNDS = 12

interface Grant {
  readonly grant: number
  readonly account: string
  readonly units: number
}

/** One node: takes units for its accounts together, writes a batch, makes some lines void, and closes its grants. */
async function oneNode(books: Books, incarnation: number): Promise<void> {
  const random = seededRandom(incarnation)
  let grants = 0
  for (let seq = 1; seq <= ROUNDS; seq++) {
    const requests: AcquireRequest[] = shuffled(ACCOUNTS, random).map((account) => ({
      ...{ account, month, incarnation, grant: incarnation * GRANTS_MAX + grants++, version: 0 },
      ...{ least: 1, wanted: 20, shape: 'shared' },
    }))
    const outcomes = await books.acquireMany(requests)
    const taken: Grant[] = outcomes.flatMap((outcome) => {
      assert(!(outcome instanceof DatabaseError))
      if (outcome.outcome !== 'granted') return []
      return [{ grant: outcome.grant.id, account: outcome.grant.account, units: 1 + random.below(3) }]
    })
    const requestId = (i: number) => `${incarnation}${seq}`.padStart(16, '0') + String(i).padStart(16, '0')
    const subjects = taken.map(({ account }) => ({ account, project: 'p', credential: 'c', operation: `o${seq % 2}` }))
    const numbers = await books.subjectNumbers(subjects)
    const lines = taken.map(({ grant, units }, i) => ({ requestId: requestId(i), grant, subject: numbers[i]!, units }))
    const uses = taken.map(({ grant, units }) => ({ grant, units, acked: 0 }))
    assert.deepEqual(await books.post({ incarnation, seq, atMs: 1, lines }, uses), { outcome: 'done' })
    const voided = lines.filter(() => random.below(2) === 0)
    await books.voidLines(
      { incarnation, seq },
      voided.map(({ requestId }) => requestId),
    )
    const isVoid = new Set(voided.map(({ grant }) => grant))
    const closings = shuffled(taken, random).map(({ grant, account, units }) => ({
      own: { grant, account, period: month.period, version: 1 },
      acked: isVoid.has(grant) ? 0 : units,
    }))
    const closed = await books.closeMany(closings)
    assert(closed.every((outcome) => !(outcome instanceof DatabaseError) && outcome.outcome === 'closed'))
  }
}

function shuffled<T>(all: readonly T[], random: Random): T[] {
  return all
    .map((one) => ({ one, place: random.fraction() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one)
}

test('on PostgreSQL nodes that acquire, void and close the same accounts at once cause no deadlock, and the books agree', async () => {
  await using example = await openExampleStore('postgres', { clock, postgresUrl: server.url, postConnections: NODES })
  const books = new Books(example.store)
  for (const account of ACCOUNTS) await books.setAllowance({ account, units: 10_000, who: 'o' })
  const enrolled: number[] = []
  for (let i = 0; i < NODES; i++) enrolled.push((await books.beginIncarnation(`n${i}`, 0)).incarnation)
  await Promise.all(enrolled.map((incarnation) => oneNode(books, incarnation)))
  const { differences } = await example.store.snapshot(audit)
  assert.deepEqual(differences, [])
  const grants = await example.store.snapshot((rows) => listGrants(rows))
  assert.equal(grants.length, NODES * ROUNDS * ACCOUNTS.length)
})
