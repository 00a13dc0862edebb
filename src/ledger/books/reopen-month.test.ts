import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.ts'
import { monthAfter } from '../calendar.ts'
import { audit } from '../testing/audit.ts'
import { CHARGED_MONTH, type ChargedBooks, openChargedBooks } from '../testing/charged-books.ts'
import { makeFinal, readNotices } from '../testing/ledger-time.ts'
import { CLOCK_DOUBT } from './clock-doubt.ts'
import { LEASE_MS, SETTLING_MS } from './limits.ts'
import { reopenMonth } from './reopen-month.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

const BY = { who: 'operator', why: 'the clock was ahead for two days' }

/** The month is closed with a hold, and the operator has trusted a clock that shows it. */
async function closedBooks(kind: 'sqlite' | 'postgres'): Promise<ChargedBooks> {
  const charged = await openChargedBooks(kind, server.url)
  const { books, clock, incarnation, store } = charged
  clock.ms += LEASE_MS + 1
  for (const grant of (await books.findCleanupWork()).grants) await books.settleIfLost(grant)
  const inMonthMs = clock.ms
  clock.ms = CHARGED_MONTH.endsAtMs + SETTLING_MS + 1
  await makeFinal(store, CHARGED_MONTH.endsAtMs)
  for (const period of (await books.findCleanupWork()).periods) await books.endPeriod(period, incarnation)
  assert.equal((await charged.month('whole')).state, 'closed')
  await books.setAllowance({ account: 'whole', units: 2_000, who: 'operator' })
  clock.ms = inMonthMs
  return charged
}

async function trustClock(charged: ChargedBooks): Promise<void> {
  await charged.store.transaction((rows) =>
    rows.putLedgerTime({ nowMs: charged.clock.ms, finalMs: CHARGED_MONTH.startsAtMs, undisputedMs: 0, returns: 1 }),
  )
}

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`a month that was closed, on ${kind}`, () => {
    test('is reopened if it contains ledger time: its hold stays lapsed, and the audit agrees', async () => {
      await using charged = await closedBooks(kind)
      await trustClock(charged)
      const before = await charged.month('whole')
      assert(0 < before.hold)
      const outcome = await charged.store.transaction((rows) => reopenMonth(rows, CHARGED_MONTH, BY))
      assert(outcome.outcome === 'reopened')
      assert.deepEqual([outcome.accounts, outcome.lapsedUnits], [2, 2 * before.hold])
      const after = await charged.month('whole')
      assert.deepEqual(after, { ...before, state: 'open', hold: 0, allowance: 2_000, allowanceMax: 2_000 })
      // The node that was taken for lost returns and reports that it had answered.
      await charged.books.recoverHeld(charged.incarnation)
      assert.deepEqual(await charged.month('whole'), after)
      assert.match(
        (await readNotices(charged.store)).at(-1)!.detail,
        /^2026-11 was reopened for 2 accounts by operator: /,
      )
      assert.deepEqual((await charged.store.snapshot(audit)).differences, [])
    })

    test('is not reopened while ledger time is in another month, or the clock is in doubt', async () => {
      await using charged = await closedBooks(kind)
      const reopen = () => charged.store.transaction((rows) => reopenMonth(rows, CHARGED_MONTH, BY))
      assert.equal((await reopen()).outcome, 'other_month')
      await trustClock(charged)
      const next = monthAfter(CHARGED_MONTH)
      assert.equal((await charged.store.transaction((rows) => reopenMonth(rows, next, BY))).outcome, 'other_month')
      await charged.books.raiseDoubt({ account: null, reason: CLOCK_DOUBT, detail: 'the clock shows another month' })
      assert.equal((await reopen()).outcome, 'clock_in_doubt')
      assert.equal((await charged.month('whole')).state, 'closed')
    })
  })
}
