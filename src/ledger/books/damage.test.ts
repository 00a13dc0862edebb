import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.ts'
import { audit } from '../testing/audit.ts'
import {
  acquireRequestOf,
  CHARGED_ACCOUNTS,
  CHARGED_MONTH,
  CHARGING_NODE,
  type ChargedBooks,
  grantIdOf,
  openChargedBooks,
  requestIdOf,
} from '../testing/charged-books.ts'
import { makeFinal } from '../testing/ledger-time.ts'
import { STORE_KINDS } from '../testing/stores.ts'
import { trustInAll } from '../testing/trust-in-all.ts'
import { LEASE_MS, SETTLING_MS } from './limits.ts'
import type { GrantRow, PeriodRow } from './rows.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

/** Every operation on an account's month and grant. */
const OPERATIONS: Readonly<Record<string, (charged: ChargedBooks, account: string) => Promise<unknown>>> = {
  acquire: ({ books, incarnation }, account) =>
    books.acquire({ ...acquireRequestOf(account, incarnation), version: 1, wanted: 2000 }),
  another: async ({ books }, account) => {
    const { incarnation } = await books.beginIncarnation('other', 0)
    return await books.acquire(acquireRequestOf(account, incarnation))
  },
  return: async ({ books, grant }, account) => books.returnUnits(ownOf(await grant(account)), 20),
  close: async ({ books, grant }, account) => books.closeGrant(ownOf(await grant(account)), 20),
  cut: ({ books }, account) => books.setAllowance({ account, units: 30, who: 'operator' }),
  suspend: ({ books }, account) => books.setAccountState(account, 'suspended'),
  void: ({ books, incarnation }, account) =>
    books.voidLines({ incarnation, seq: 2 }, [requestIdOf(account, 2), requestIdOf('whole', 2)]),
  charge: ({ books, incarnation }, account) =>
    books.acknowledgeHeld({ incarnation, seq: 2 }, [requestIdOf(account, 2), requestIdOf('whole', 2)]),
  recover: async ({ books, incarnation }) => {
    for (const grant of await books.grantsToRecover(incarnation)) await books.recoverGrant(grant)
    await books.recoverHeld(incarnation)
  },
  async sweep({ books, clock }) {
    clock.ms += LEASE_MS + 1
    for (const grant of (await books.findCleanupWork()).grants) await books.settleIfLost(grant)
  },
  async end({ books, store, clock, incarnation }) {
    clock.ms = CHARGED_MONTH.endsAtMs + SETTLING_MS + 1
    await makeFinal(store, CHARGED_MONTH.endsAtMs)
    for (const period of (await books.findCleanupWork()).periods) await books.endPeriod(period, incarnation)
  },
}

function ownOf({ id, version, account, period }: GrantRow) {
  return { grant: id, version, account, period }
}

const units = fc.oneof(fc.nat({ max: 30 }), fc.nat({ max: 1100 }))

/** Any values that the rules of the schema allow. */
const month: fc.Arbitrary<Partial<PeriodRow>> = fc
  .record(
    {
      ...{ confirmed: units, reserved: units, hold: fc.nat({ max: 100 }), exposure: units, clipped: units },
      ...{ allowance: units, state: fc.constantFrom('open' as const, 'closed' as const) },
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  // Fields that are not given stay as charged: at most twenty confirmed, and ten held after a cleanup.
  .filter(({ confirmed = 20, hold = 10, allowance = 0 }) => confirmed + hold <= 1000 && allowance <= 1000)
const grant: fc.Arbitrary<Partial<GrantRow>> = fc
  .record({ size: units, spent: units, acked: units, exposure: units }, { requiredKeys: [], noNullPrototype: true })
  .filter(({ size = 100, spent = 20, acked = 10 }) => acked <= spent && spent <= size)

for (const kind of STORE_KINDS) {
  describe(`damaged books on ${kind}`, () => {
    test('with any counts of an account no operation on it fails and no other account changes', async () => {
      const seen = { damaged: 0 }
      const before = fc.constantFrom('open before', 'swept before')
      const names = fc.shuffledSubarray(Object.keys(OPERATIONS), { minLength: 3 })
      const holds = fc.asyncProperty(month, grant, before, names, async (ofMonth, ofGrant, first, operations) => {
        await using charged = await openChargedBooks(kind, server.url)
        if (first === 'swept before') await OPERATIONS.sweep!(charged, 'damaged')
        await charged.damage(ofMonth, ofGrant)
        for (const name of operations) await OPERATIONS[name]!(charged, 'damaged')
        const doubts = await charged.doubts()
        assert.deepEqual(new Set(doubts).difference(new Set(['damaged: damaged'])), new Set())
        seen.damaged += doubts.length
        const { differences } = await charged.store.snapshot(audit)
        assert.deepEqual(
          differences.filter(({ account }) => account !== 'damaged'),
          [],
        )
        // The undamaged account is settled by the operations on both.
        const { state } = await charged.grant('whole')
        const isSettled =
          first === 'swept before' || operations.some((name) => ['recover', 'sweep', 'end'].includes(name))
        assert.equal(state, isSettled ? 'closed' : 'open')
      })
      await fc.assert(holds, { numRuns: { memory: 300, sqlite: 20, postgres: 8 }[kind] })
      assert(0 < seen.damaged)
    })

    const DAMAGES: readonly { what: string; month?: Partial<PeriodRow>; grant?: Partial<GrantRow> }[] = [
      { what: 'less reserved than its grant has', month: { reserved: 0 } },
      { what: 'less exposed than its grant may leave', month: { exposure: 0 } },
      { what: 'more given out than was ever allowed', month: { reserved: 1001 } },
      { what: 'a grant that has charged what no line says', grant: { spent: 31 } },
    ]
    for (const { what, month: ofMonth = {}, grant: ofGrant = {} } of DAMAGES) {
      test(`a month with ${what} is put in doubt, and is not settled until the operator has repaired it`, async () => {
        await using charged = await openChargedBooks(kind, server.url)
        const right = { month: await charged.month('damaged'), grant: await charged.grant('damaged') }
        await charged.damage(ofMonth, ofGrant)
        await OPERATIONS.sweep!(charged, 'damaged')
        assert.deepEqual(await charged.doubts(), ['damaged: damaged'])
        assert.equal((await charged.grant('damaged')).state, 'open')
        assert.equal((await charged.month('whole')).hold, 10)
        assert.deepEqual((await charged.books.findCleanupWork()).grants, [])
        assert.deepEqual(await charged.books.grantsToRecover(charged.incarnation), [])

        await charged.damage(right.month, right.grant)
        await charged.books.resolveDoubts(await trustInAll(charged.store, 'put right'))
        await OPERATIONS.sweep!(charged, 'damaged')
        assert.equal((await charged.month('damaged')).hold, 10)
        const { differences } = await charged.store.snapshot(audit)
        assert.deepEqual(differences, [])
      })
    }

    test('a month that reserves more than its grants is not ended', async () => {
      await using charged = await openChargedBooks(kind, server.url)
      await charged.damage({ reserved: 101 })
      await OPERATIONS.end!(charged, 'damaged')
      assert.deepEqual(await charged.doubts(), ['damaged: damaged'])
      const states = await Promise.all(CHARGED_ACCOUNTS.map((account) => charged.month(account)))
      assert.deepEqual(
        states.map(({ state }) => state),
        ['open', 'closed'],
      )
    })
  })
}

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`a batch on ${kind} that cannot be read`, () => {
    const withDamagedBatch = async (work: (charged: ChargedBooks) => Promise<void>): Promise<void> => {
      await using charged = await openChargedBooks(kind, server.url)
      const lines = Uint8Array.of(0xff)
      await charged.example.database.run('update batch set lines = $1 where seq = 2', lines)
      await work(charged)
    }

    test('puts the accounts in doubt whose lines it should have, and all others are settled', () =>
      withDamagedBatch(async (charged) => {
        const { books, incarnation } = charged
        const fresh = await books.acquire({ ...acquireRequestOf('whole', incarnation), version: 1 })
        assert.equal(fresh.outcome, 'granted')
        await books.recordHeartbeat({
          node: CHARGING_NODE,
          incarnation,
          writtenSeq: 2,
          hints: [{ grant: grantIdOf(incarnation, 'whole'), acked: 20, inFlight: 0 }],
        })
        await OPERATIONS.sweep!(charged, 'damaged')
        assert.deepEqual(await charged.doubts(), ['damaged: damaged'])
        assert.equal((await charged.month('whole')).confirmed, 20)
        assert.equal((await charged.grant('damaged')).state, 'open')
      }))

    test('puts all accounts of its incarnation in doubt if lines of it should become void', () =>
      withDamagedBatch(async (charged) => {
        const { books, incarnation } = charged
        assert.equal(await books.voidLines({ incarnation, seq: 2 }, [requestIdOf('whole', 2)]), 'damaged')
        assert.deepEqual(await charged.doubts(), ['damaged: damaged', 'whole: damaged'])
        assert.deepEqual(await books.grantsToRecover(incarnation), [])
      }))

    test('is still found when the node sends it again', () =>
      withDamagedBatch(async ({ books, incarnation }) => {
        const batch = { incarnation, seq: 2, atMs: 0, lines: [] }
        assert.deepEqual(await books.post(batch, []), { outcome: 'found', lines: 1 })
      }))
  })
}
