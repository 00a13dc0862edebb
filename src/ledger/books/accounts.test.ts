import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.ts'
import { type Month, monthAfter, monthAt } from '../calendar.ts'
import { audit } from '../testing/audit.ts'
import { subjectNumber } from '../testing/rows.ts'
import { openExampleStore, STORE_KINDS } from '../testing/stores.ts'
import type { AcquireOutcome } from './acquire.ts'
import { Books } from './books.ts'
import { LEASE_MS } from './limits.ts'
import { GRANTS_MAX, type GrantRow } from './rows.ts'
import type { BooksStore } from './store.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

const STARTS_AT_MS = 1_795_000_000_000
const MONTH = monthAt(STARTS_AT_MS)

for (const kind of STORE_KINDS) {
  describe(`accounts on ${kind}`, () => {
    const clock = { ms: STARTS_AT_MS, nowMs: () => clock.ms }

    async function withBooks(work: (books: Books, store: BooksStore) => Promise<void>): Promise<void> {
      clock.ms = STARTS_AT_MS
      await using example = await openExampleStore(kind, { clock, postgresUrl: server.url })
      await work(new Books(example.store), example.store)
    }

    const allow = (books: Books, units: number, account = 'a') =>
      books.setAllowance({ account, units, who: 'operator' })

    async function ask(
      books: Books,
      { node, wanted, month = MONTH, acked = 0 }: { node: string; wanted: number; month?: Month; acked?: number },
      known?: GrantRow,
    ): Promise<AcquireOutcome> {
      const incarnation = known?.incarnation ?? (await books.beginIncarnation(node, 0)).incarnation
      const place = { grant: known?.id ?? incarnation * GRANTS_MAX + 1, version: known?.version ?? 0, incarnation }
      return await books.acquire({ ...place, account: 'a', month, acked, least: 1, wanted, shape: 'shared' })
    }

    async function granted(...[books, options]: Parameters<typeof ask>): Promise<GrantRow> {
      const outcome = await ask(books, options)
      assert(outcome.outcome === 'granted')
      return outcome.grant
    }

    async function charge(books: Books, grant: GrantRow, seq: number, units: number): Promise<void> {
      const { id, incarnation } = grant
      const subject = await subjectNumber(books, { account: 'a', project: 'p', credential: 'c', operation: 'o' })
      const requestId = `${incarnation}${seq}`.padStart(32, '0')
      const batch = { incarnation, seq, atMs: clock.ms, lines: [{ requestId, grant: id, subject, units }] }
      assert.deepEqual(await books.post(batch, [{ grant: id, units, acked: 0 }]), { outcome: 'done' })
    }

    const recalled = (store: BooksStore, { incarnation }: GrantRow) =>
      store.snapshot(async (rows) => (await rows.calls(incarnation, await rows.now())).recalled.length)

    const months = (store: BooksStore) => store.snapshot((rows) => rows.periods())

    test('a repeated request is answered with its earlier grant, marked as suspended if the account is suspended now', () =>
      withBooks(async (books) => {
        await allow(books, 1_000)
        const { incarnation } = await books.beginIncarnation('node-a', 0)
        const request = { grant: incarnation * GRANTS_MAX + 1, version: 0, incarnation, least: 1, wanted: 200 }
        const again = () => books.acquire({ ...request, account: 'a', month: MONTH, shape: 'shared' })
        const first = await again()
        assert(first.outcome === 'granted')
        assert.deepEqual(await again(), { ...first, isSuspended: false })
        await books.setAccountState('a', 'suspended')
        assert.deepEqual(await again(), { ...first, isSuspended: true })
        await books.setAccountState('a', 'active')
        assert.deepEqual(await again(), { ...first, isSuspended: false })
      }))

    test('two nodes that open an account at the same time open it once, and the audit agrees', () =>
      withBooks(async (books, store) => {
        for (let i = 0; i < 20; i++) {
          await Promise.all([1000, 1000, 2000].map((units) => allow(books, units, `account ${i}`)))
        }
        const { differences } = await store.snapshot(audit)
        assert.deepEqual(differences, [])
        const changes = await store.snapshot((rows) => rows.allowanceChanges())
        assert.equal(changes.filter(({ from }) => from === null).length, 20)
      }))

    test('of two processes that begin as the same node at the same time one is fenced', () =>
      withBooks(async (books, store) => {
        for (let i = 0; i < 10; i++) {
          await Promise.all([books.beginIncarnation(`node ${i}`, 0), books.beginIncarnation(`node ${i}`, 0)])
          const incarnations = await store.snapshot((rows) => rows.incarnationsOf(`node ${i}`))
          assert.deepEqual(
            incarnations.map(({ state }) => state),
            ['fenced', 'live'],
          )
        }
      }))

    test('after a cut below the granted units nodes are asked to return them until the cut is covered', () =>
      withBooks(async (books, store) => {
        await allow(books, 1000)
        const grant = await granted(books, { node: 'n', wanted: 800 })
        await charge(books, grant, 1, 100)
        assert.equal(await recalled(store, grant), 0)
        await allow(books, 300)
        // Longer than any other recall lasts.
        clock.ms += 600_000
        assert.equal(await recalled(store, grant), 1)
        const { id, version, account, period } = grant
        const returned = await books.returnUnits({ grant: id, version, account, period }, 350)
        assert.equal(returned.outcome, 'returned')
        assert.equal(await recalled(store, grant), 1, 'there is still more than is allowed')
        await books.returnUnits({ grant: id, version: version + 1, account, period }, 100)
        assert.equal(await recalled(store, grant), 0)
        const more = await ask(books, { node: 'n', wanted: 800 }, { ...grant, version: version + 2 })
        assert(more.outcome === 'granted' && more.grant.size === 300, 'what is left is charged')
      }))

    test('after a cut a node that has charged all its units is not asked for any, and after a raise no node is', () =>
      withBooks(async (books, store) => {
        await allow(books, 1000)
        const grant = await granted(books, { node: 'n', wanted: 100 })
        await charge(books, grant, 1, grant.size)
        const other = await granted(books, { node: 'm', wanted: 100 })
        await allow(books, 50)
        assert.deepEqual([await recalled(store, grant), await recalled(store, other)], [0, 1])
        await allow(books, 1000)
        assert.deepEqual([await recalled(store, grant), await recalled(store, other)], [0, 0])
      }))

    test('around midnight a change of the allowance applies to both months, but not to one that has ended', () =>
      withBooks(async (books, store) => {
        await allow(books, 1000)
        clock.ms = MONTH.endsAtMs - 1_000
        const next = monthAfter(MONTH)
        await granted(books, { node: 'n', wanted: 10 })
        // The clock of this node is a little ahead.
        await granted(books, { node: 'm', wanted: 10, month: next })
        await allow(books, 2000)
        const allowances = async () => (await months(store)).map(({ allowance }) => allowance)
        assert.deepEqual(await allowances(), [2000, 2000])
        clock.ms = MONTH.endsAtMs
        await allow(books, 3000)
        assert.deepEqual(await allowances(), [2000, 3000])
        assert.deepEqual((await store.snapshot(audit)).differences, [])
      }))

    test('units of unacknowledged lines count as uncharged', () =>
      withBooks(async (books) => {
        await allow(books, 10)
        const grant = await granted(books, { node: 'n', wanted: 10 })
        await charge(books, grant, 1, 10)
        const short = async (acked: number, known?: GrantRow) => {
          const outcome = await ask(books, { node: 'm', wanted: 10, acked }, known)
          assert(outcome.outcome === 'short')
          return [outcome.unsold, outcome.elsewhere]
        }
        assert.deepEqual(await short(0), [10, 0])
        assert.deepEqual(await short(0, grant), [10, 0])
        // The node that requests has answered the line, and reports it in its request.
        assert.deepEqual(await short(10, grant), [0, 0])
        assert.deepEqual(await short(0), [0, 0])
      }))

    test('incarnations are listed by state: living, lost with open grants, with an overlong lease', () =>
      withBooks(async (books, store) => {
        await allow(books, 1000)
        const incarnations = (atMs: number) =>
          store.snapshot(async (rows) => [
            await rows.livingIncarnations(atMs),
            await rows.lapsedIncarnations(atMs),
            await rows.overlongIncarnations(atMs),
          ])
        assert.deepEqual(await incarnations(clock.ms), [0, [], []])
        const until = clock.ms + LEASE_MS
        const first = await granted(books, { node: 'first', wanted: 10 })
        const { incarnation: idle } = await books.beginIncarnation('idle', 0)
        const third = await granted(books, { node: 'third', wanted: 10 })
        const { incarnation: ended } = await books.beginIncarnation('ended', 0)
        await books.endIncarnation(ended)
        const all = [first.incarnation, idle, third.incarnation]
        assert.deepEqual(await incarnations(until - 1), [3, [], all])
        assert.deepEqual(await incarnations(until), [3, [], []])
        assert.deepEqual(await incarnations(until + 1), [0, [first.incarnation, third.incarnation], []])
        const { id, version, account, period } = first
        await books.closeGrant({ grant: id, version, account, period }, 0)
        assert.deepEqual(await incarnations(until + 1), [0, [third.incarnation], []])
      }))
  })
}
