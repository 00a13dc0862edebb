import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.ts'
import { monthAt } from '../calendar.ts'
import { audit } from '../testing/audit.ts'
import { subjectNumber } from '../testing/rows.ts'
import { openExampleStore, STORE_KINDS } from '../testing/stores.ts'
import { Books } from './books.ts'
import { LEASE_MS } from './limits.ts'
import { type BatchKey, GRANTS_MAX, type GrantRow, type PeriodRow } from './rows.ts'
import type { BooksStore } from './store.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

const STARTS_AT_MS = 1_795_000_000_000
const MONTH = monthAt(STARTS_AT_MS)
const HALF = 60

for (const kind of STORE_KINDS) {
  describe(`clipped lines on ${kind}`, () => {
    const clock = { ms: STARTS_AT_MS, nowMs: () => clock.ms }

    async function withBooks(work: (books: Books, store: BooksStore) => Promise<void>): Promise<void> {
      clock.ms = STARTS_AT_MS
      await using example = await openExampleStore(kind, { clock, postgresUrl: server.url })
      await work(new Books(example.store), example.store)
    }

    const allow = (books: Books, units: number) => books.setAllowance({ account: 'a', units, who: 'operator' })

    async function grantTo(books: Books, node: string, wanted: number): Promise<GrantRow> {
      const { incarnation } = await books.beginIncarnation(node, 0)
      const request = { grant: incarnation * GRANTS_MAX + 1, version: 0, account: 'a', month: MONTH, incarnation }
      const outcome = await books.acquire({ ...request, least: 1, wanted, shape: 'shared' })
      assert(outcome.outcome === 'granted')
      return outcome.grant
    }

    const month = (store: BooksStore): Promise<PeriodRow> =>
      store.snapshot(async (rows) => (await rows.period('a', MONTH.period))!)

    /**
     * A lost node wrote two lines of 60 units. The first is held and the second clipped, because a hold has 100
     * units.
     */
    async function heldAndClipped(books: Books, store: BooksStore) {
      await allow(books, 2 * HALF)
      const grant = await grantTo(books, 'lost', 2 * HALF)
      const subject = await subjectNumber(books, { account: 'a', project: 'p', credential: 'c', operation: 'o' })
      const key: BatchKey = { incarnation: grant.incarnation, seq: 1 }
      const ids = ['1', '2'].map((digit) => digit.padStart(32, '0'))
      const lines = ids.map((requestId) => ({ requestId, grant: grant.id, subject, units: HALF }))
      await books.post({ ...key, atMs: clock.ms, lines }, [{ grant: grant.id, units: 2 * HALF, acked: 0 }])
      clock.ms += LEASE_MS + 1
      assert.deepEqual(await books.settleIfLost(grant), { held: HALF, clipped: HALF })
      const acknowledge = async (...numbers: readonly number[]) => {
        await books.acknowledgeHeld(
          key,
          numbers.map((number) => ids[number]!),
        )
        const { confirmed, hold, clipped } = await month(store)
        assert.deepEqual((await store.snapshot(audit)).differences, [])
        return { confirmed, hold, clipped }
      }
      return acknowledge
    }

    test('a clipped line that its node answered is charged once the account has room for all of it', () =>
      withBooks(async (books, store) => {
        const acknowledge = await heldAndClipped(books, store)
        const other = await grantTo(books, 'other', 1)
        assert.deepEqual(await acknowledge(0, 1), { confirmed: HALF, hold: 0, clipped: HALF })
        const { id, version, account, period } = other
        await books.closeGrant({ grant: id, version, account, period }, 0)
        assert.deepEqual(await acknowledge(0, 1), { confirmed: 2 * HALF, hold: 0, clipped: 0 })
        assert.deepEqual(await acknowledge(0, 1), { confirmed: 2 * HALF, hold: 0, clipped: 0 })
      }))

    test('a clipped line is not charged beyond the allowance in force, though a larger one was', () =>
      withBooks(async (books, store) => {
        const acknowledge = await heldAndClipped(books, store)
        await allow(books, 2 * HALF - 1)
        assert.deepEqual(await acknowledge(0, 1), { confirmed: HALF, hold: 0, clipped: HALF })
        await allow(books, 2 * HALF)
        assert.deepEqual(await acknowledge(1), { confirmed: 2 * HALF, hold: 0, clipped: 0 })
      }))
  })
}
