import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DatabaseError } from '../../storage/storage.ts'
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.ts'
import {
  exampleGrant,
  exampleIncarnation,
  exampleLine,
  examplePeriod,
  listGrants,
  subjectNumber,
} from '../testing/rows.ts'
import { createStoreScene, isDatabaseError, read, readCounters } from '../testing/store-scene.ts'
import { STORE_KINDS } from '../testing/stores.ts'
import { GRANTS_MAX, type GrantHint } from './rows.ts'
import type { Rows } from './store.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

for (const kind of STORE_KINDS) {
  describe(`books in ${kind}`, () => {
    const { clock, withStore, withGrants } = createStoreScene(kind, () => server.url)

    test('the time is that of the clock, and the name of the books does not change', () =>
      withStore(async (store) => {
        clock.ms = 1_795_000_123_456
        const [now, name, history] = await read(
          store,
          async (rows) => [await rows.now(), await rows.booksId(), await rows.serverHistory()] as const,
        )
        assert.equal(now, 1_795_000_123_456)
        assert.match(String(name), /^[0-9a-f]{32}$/)
        assert.match(history.timeline, kind === 'postgres' ? /^[0-9A-F]{8}$/ : /^$/)
        assert.equal(history.isSynchronous, false)
        assert.equal(await read(store, (rows) => rows.booksId()), name)
        assert.deepEqual(await store.transaction((rows) => rows.serverHistory()), history)
      }))

    test('each incarnation has the next number', () =>
      withStore(async (store) => {
        for (const number of [1, 2, 3]) {
          assert.equal(await store.transaction((rows) => rows.nextIncarnation()), number)
        }
      }))

    test('accounts: put, read, locked, listed by name', () =>
      withStore(async (store) => {
        const b = { account: 'b', allowance: 5, state: 'active' } as const
        const a = { account: 'a', allowance: 7, state: 'suspended' } as const
        await store.transaction(async (rows) => {
          await rows.putAccount(b)
          await rows.putAccount({ ...a, allowance: 6, state: 'active' })
          await rows.putAccount(a)
          await rows.addAllowanceChange({ account: 'a', atMs: 1, from: null, to: 7, who: 'w' })
          assert.deepEqual(await rows.lockAccount('a'), a)
          assert.equal(await rows.lockAccount('c'), undefined)
        })
        assert.deepEqual(await read(store, (rows) => rows.accounts()), [a, b])
        assert.deepEqual(await read(store, (rows) => rows.account('b')), b)
        assert.equal(await read(store, (rows) => rows.account('c')), undefined)
      }))

    test('periods: put, read, locked, listed; the open ones by their end, and those of them that have open grants', () =>
      withStore(async (store) => {
        const november = examplePeriod({ hold: 100, confirmed: 900, clipped: 3, recallUntilMs: 4, exposure: 5 })
        const december = examplePeriod({ period: '2026-12', endsAtMs: 1_798_758_000_000, reserved: 6 })
        const closed = examplePeriod({ account: 'b', state: 'closed' })
        await store.transaction(async (rows) => {
          await rows.putPeriod(closed)
          await rows.putPeriod(december)
          await rows.putPeriod(examplePeriod({ confirmed: 1 }))
          await rows.putPeriod(november)
          assert.deepEqual(await rows.lockPeriod('a', '2026-11'), november)
          assert.equal(await rows.lockPeriod('a', '2027-01'), undefined)
        })
        assert.deepEqual(await read(store, (rows) => rows.period('a', '2026-12')), december)
        assert.deepEqual(await read(store, (rows) => rows.periods()), [november, december, closed])
        const unsettled = (beforeMs: number) => read(store, (rows) => rows.unsettledPeriods(beforeMs))
        assert.deepEqual(await unsettled(november.endsAtMs), [])
        assert.deepEqual(await unsettled(november.endsAtMs + 1), [november])
        assert.deepEqual(await unsettled(december.endsAtMs + 1), [november, december])
        const until = (endMs: number) => read(store, (rows) => rows.openPeriodsUntil(endMs))
        assert.deepEqual(await until(november.endsAtMs - 1), [])
        assert.deepEqual(await until(november.endsAtMs), [november])
        await store.transaction((rows) => rows.putPeriod({ ...november, reserved: 0, exposure: 0 }))
        assert.deepEqual(await unsettled(december.endsAtMs + 1), [december])
        assert.equal((await until(december.endsAtMs)).length, 2)
      }))

    test('units charged to later months: those of closed grants, and what open ones have spent', () =>
      withStore(async (store) => {
        await store.transaction(async (rows) => {
          for (const account of ['a', 'b', 'c']) await rows.putPeriod(examplePeriod({ account, confirmed: 7 }))
          const december = { period: '2026-12', endsAtMs: 1_798_758_000_000 }
          await rows.putPeriod(examplePeriod({ ...december, account: 'a', confirmed: 7, reserved: 200, exposure: 40 }))
          await rows.putPeriod(examplePeriod({ ...december, account: 'b', reserved: 100, exposure: 20 }))
          await rows.putPeriod(examplePeriod({ ...december, account: 'c', confirmed: 1 }))
          const grant = { period: '2026-12', spent: 20, acked: 10 }
          await rows.putGrant(exampleGrant(1, { ...grant, account: 'a' }))
          await rows.putGrant(exampleGrant(2, { ...grant, account: 'a' }))
          await rows.putGrant(exampleGrant(3, { ...grant, account: 'a', state: 'closed' }))
          await rows.putGrant(exampleGrant(4, { period: '2026-12', account: 'b' }))
        })
        assert.deepEqual(await read(store, (rows) => rows.chargedAfter(1_796_079_600_000)), [
          { account: 'a', period: '2026-12', units: 47 },
          { account: 'c', period: '2026-12', units: 1 },
        ])
      }))

    test('ledger time begins with the clock, and is never earlier than the stored time', () =>
      withStore(async (store) => {
        const clockMs = await read(store, (rows) => rows.now())
        assert.deepEqual(await read(store, (rows) => rows.times()), { clockMs, ledgerMs: clockMs })
        const time = { nowMs: clockMs + 1, finalMs: 2, undisputedMs: 3, returns: 4 }
        await store.transaction(async (rows) => {
          assert.deepEqual(await rows.lockLedgerTime(), { nowMs: 0, finalMs: 0, undisputedMs: 0, returns: 0 })
          await rows.putLedgerTime(time)
        })
        assert.deepEqual(await read(store, (rows) => rows.ledgerTime()), time)
        assert.deepEqual(await read(store, (rows) => rows.times()), { clockMs, ledgerMs: clockMs + 1 })
      }))

    test('notices: listed in the order in which they were written', () =>
      withStore(async (store) => {
        const notices = [1, 2].map((atMs) => ({ atMs, reason: 'clock', detail: `${atMs}` }))
        for (const notice of notices) await store.transaction((rows) => rows.addNotice(notice))
        assert.deepEqual(
          (await read(store, (rows) => rows.notices())).map(({ id: _id, ...notice }) => notice),
          notices,
        )
      }))

    test('grants: put, read, locked; the open ones of a month and of an incarnation, by number', () =>
      withStore(async (store) => {
        const grants = [
          exampleGrant(1),
          exampleGrant(2, { state: 'closed', version: 2 }),
          exampleGrant(3, { account: 'b', inFlightHint: 9 }),
          exampleGrant(GRANTS_MAX - 1, { spent: 3, acked: 2 }),
          exampleGrant(0, { incarnation: 2 }),
        ]
        const [first, , other, last, second] = grants
        await store.transaction(async (rows) => {
          for (const grant of [...grants].reverse()) await rows.putGrant({ ...grant, size: 200 })
          for (const grant of grants) await rows.putGrant(grant)
          assert.deepEqual(await rows.lockOpenGrants('a', '2026-11'), [first, last, second])
          assert.deepEqual(await rows.lockGrant(last!.id), last)
          assert.equal(await rows.lockGrant(5), undefined)
        })
        await read(store, async (rows) => {
          assert.deepEqual(await rows.grant(first!.id), first)
          assert.equal(await rows.grant(5), undefined)
          assert.deepEqual(await rows.openGrants('a', '2026-11'), [first, last, second])
          assert.deepEqual(await rows.openGrants('a', '2026-12'), [])
          assert.deepEqual(await rows.openGrantsOf(1), [first, other, last])
          assert.deepEqual(await rows.openGrantsOf(2), [second])
          assert.deepEqual(await rows.openGrantsOf(3), [])
          assert.deepEqual(await listGrants(rows), grants)
        })
        await store.transaction((rows) => rows.putGrant({ ...first!, state: 'closed' }))
        assert.deepEqual(await read(store, (rows) => rows.openGrantsOf(1)), [other, last])
      }))

    test('a hint changes only an open grant, and never revokes an acknowledgement', () =>
      withStore(async (store) => {
        const open = exampleGrant(1, { spent: 9, acked: 4 })
        const closed = exampleGrant(2, { spent: 9, acked: 4, state: 'closed' })
        const hint = (grant: number, acked: number, inFlight: number) => ({ grant, acked, inFlight })
        const say = (...hints: GrantHint[]) => store.transaction((rows) => rows.setHints(hints))
        await store.transaction(async (rows) => {
          for (const grant of [open, closed]) await rows.putGrant(grant)
        })
        await say()
        await say(hint(3, 1, 1), hint(closed.id, 6, 7), hint(open.id, 6, 7))
        const grants = () => read(store, (rows) => listGrants(rows))
        assert.deepEqual(await grants(), [{ ...open, acked: 6, inFlightHint: 7 }, closed])
        await say(hint(open.id, 5, 8))
        assert.deepEqual(await grants(), [{ ...open, acked: 6, inFlightHint: 8 }, closed])
      }))

    test('calls: the suspended accounts and recalled months of the open grants of one incarnation', () =>
      withStore(async (store) => {
        await store.transaction(async (rows) => {
          for (const account of ['b', 'a', 'c']) await rows.putAccount({ account, allowance: 9, state: 'suspended' })
          await rows.putAccount({ account: 'd', allowance: 9, state: 'active' })
          await rows.putPeriod(examplePeriod({ account: 'a', recallUntilMs: 50 }))
          await rows.putPeriod(examplePeriod({ account: 'd', recallUntilMs: 51 }))
          await rows.putPeriod(examplePeriod({ account: 'd', period: '2026-12', recallUntilMs: 60 }))
          await rows.putGrant(exampleGrant(1, { account: 'b' }))
          await rows.putGrant(exampleGrant(2, { account: 'a' }))
          await rows.putGrant(exampleGrant(3, { account: 'a' }))
          await rows.putGrant(exampleGrant(4, { account: 'c', state: 'closed' }))
          await rows.putGrant(exampleGrant(5, { account: 'd' }))
          await rows.putGrant(exampleGrant(6, { account: 'd' }))
          await rows.putGrant(exampleGrant(7, { account: 'd', period: '2026-12', state: 'closed' }))
        })
        const calls = (incarnation: number, nowMs: number) => read(store, (rows) => rows.calls(incarnation, nowMs))
        const a = { account: 'a', period: '2026-11' }
        const d = { account: 'd', period: '2026-11' }
        assert.deepEqual(await calls(1, 49), { suspended: ['a', 'b'], recalled: [a, d] })
        assert.deepEqual(await calls(1, 50), { suspended: ['a', 'b'], recalled: [d] })
        assert.deepEqual(await calls(1, 51), { suspended: ['a', 'b'], recalled: [] })
        assert.deepEqual(await calls(2, 0), { suspended: [], recalled: [] })
      }))

    test('incarnations: put, locked, those of a node, those that have not ended', () =>
      withStore(async (store) => {
        const incarnations = [
          exampleIncarnation(1, { state: 'ended', swept: 2 }),
          exampleIncarnation(2, { node: 'm' }),
          exampleIncarnation(3, { state: 'fenced', leaseUntilMs: 7 }),
        ]
        const [first, second, third] = incarnations
        await store.transaction(async (rows) => {
          for (const incarnation of incarnations) await rows.putIncarnation({ ...incarnation, state: 'live' })
          for (const incarnation of incarnations) await rows.putIncarnation(incarnation)
          assert.deepEqual(await rows.lockIncarnation(3), third)
          assert.deepEqual(await rows.shareIncarnation(3), third)
          assert.equal(await rows.lockIncarnation(4), undefined)
        })
        assert.deepEqual(await read(store, (rows) => rows.incarnationsOf('n')), [first, third])
        assert.deepEqual(await read(store, (rows) => rows.unendedIncarnations()), [second, third])
      }))

    test('subjects: the same one has the same number, also after its transaction failed once', () =>
      withStore(async (store) => {
        const subject = { project: 'p', credential: 'k', operation: 'o' }
        const number = (account: string, changes: object = {}) =>
          store.transaction((rows) => subjectNumber(rows, { account, ...subject, ...changes }))
        const failed = store.transaction(async (rows) => {
          await subjectNumber(rows, { account: 'a', ...subject })
          throw new Error('mine')
        })
        await assert.rejects(failed, /mine/)
        assert.deepEqual(await read(store, (rows) => rows.subjects()), [])
        const first = await number('a')
        const others = [
          await number('b'),
          await number('a', { project: 'q' }),
          await number('a', { credential: 'q' }),
          await number('a', { operation: 'q' }),
        ]
        assert.equal(new Set([first, ...others]).size, 5)
        assert.equal(await number('a'), first)
        const listed = await read(store, (rows) => rows.subjects())
        assert.deepEqual(listed[0], { id: first, account: 'a', ...subject })
        assert.deepEqual(
          listed.map(({ id }) => id),
          [first, ...others],
        )
      }))

    test('doubts: a new one gets a number; one that has it is replaced', () =>
      withStore(async (store) => {
        const open = { resolvedAtMs: null, resolvedBy: null, resolvedWhy: null }
        const all = { account: null, reason: 'clock', detail: 'd', raisedAtMs: 1, ...open }
        const one = { account: 'a', reason: 'audit', detail: 'e', raisedAtMs: 2, ...open }
        await store.transaction(async (rows) => {
          await rows.putDoubt(all)
          await rows.putDoubt(one)
        })
        const [first, second] = await read(store, (rows) => rows.doubts())
        assert.deepEqual(
          [first, second],
          [
            { ...all, id: first!.id },
            { ...one, id: second!.id },
          ],
        )
        const resolved = { ...first!, resolvedAtMs: 3, resolvedBy: 'w', resolvedWhy: 'y' }
        await store.transaction((rows) => rows.putDoubt(resolved))
        assert.deepEqual(await read(store, (rows) => rows.doubts()), [resolved, second])
        await assert.rejects(
          store.transaction((rows) => rows.putDoubt({ ...one, id: 99 })),
          /assertion failed/,
        )
      }))

    test('states of lines: put, replaced, found by request, by incarnation, all', () =>
      withStore(async (store) => {
        const state = (seed: number, seq: number, incarnation = 1) => {
          const { requestId, grant, units } = exampleLine(1, seed, 2)
          return { incarnation, seq, requestId, grant, units, state: 'void' } as const
        }
        const [a, b, c] = [state(9, 1), state(3, 2), state(5, 1, 2)]
        await store.transaction(async (rows) => {
          for (const row of [c, b, a]) await rows.putLineState({ ...row, state: 'hold' })
          await rows.putLineState(a)
          await rows.putLineState(b)
          await rows.putLineState({ ...c, state: 'charged' })
        })
        const charged = { ...c, state: 'charged' } as const
        await read(store, async (rows) => {
          assert.deepEqual(await rows.lineStatesAll(), [a, b, charged])
          assert.deepEqual(await rows.lineStatesOf(1), [a, b])
          assert.deepEqual(await rows.lineStatesOf(3), [])
          const asked = [c.requestId, exampleLine(1, 77).requestId, a.requestId, a.requestId]
          assert.deepEqual(await rows.lineStates(asked), [a, charged])
          assert.deepEqual(await rows.lineStates([]), [])
        })
      }))

    test('a transaction that throws changes nothing', () =>
      withGrants(async (store) => {
        const failed = store.transaction(async (rows) => {
          await rows.putAccount({ account: 'a', allowance: 1, state: 'active' })
          await rows.putPeriod(examplePeriod())
          await rows.putGrant(exampleGrant(1, { state: 'closed' }))
          await rows.putGrant(exampleGrant(3))
          await rows.putIncarnation(exampleIncarnation(1))
          const { requestId, grant, units } = exampleLine(1, 1)
          await rows.putLineState({ incarnation: 1, seq: 1, requestId, grant, units, state: 'void' })
          assert.deepEqual(await rows.openGrants('a', '2026-11'), [exampleGrant(2), exampleGrant(3)])
          throw new Error('mine')
        })
        await assert.rejects(failed, /mine/)
        await read(store, async (rows) => {
          assert.deepEqual(await rows.openGrants('a', '2026-11'), [exampleGrant(1), exampleGrant(2)])
          assert.deepEqual(await rows.openGrantsOf(1), [exampleGrant(1), exampleGrant(2)])
          assert.deepEqual(await listGrants(rows), [exampleGrant(1), exampleGrant(2)])
          assert.deepEqual(
            [await rows.accounts(), await rows.periods(), await rows.unendedIncarnations(), await rows.lineStatesAll()],
            [[], [], [], []],
          )
        })
      }))

    test('a snapshot reads one moment and cannot write', () =>
      withGrants(async (store) => {
        await assert.rejects(store.snapshot((rows) => rows.putGrant(exampleGrant(3))))
        assert.equal((await readCounters(store)).length, 2)
      }))

    const impossible: readonly { what: string; put: (rows: Rows) => Promise<void> }[] = [
      { what: 'a hold of 101', put: (rows) => rows.putPeriod(examplePeriod({ hold: 101 })) },
      { what: 'a negative hold', put: (rows) => rows.putPeriod(examplePeriod({ hold: -1 })) },
      { what: 'negative confirmed units', put: (rows) => rows.putPeriod(examplePeriod({ confirmed: -1 })) },
      { what: 'negative reserved units', put: (rows) => rows.putPeriod(examplePeriod({ reserved: -1 })) },
      { what: 'a negative exposure', put: (rows) => rows.putPeriod(examplePeriod({ exposure: -1 })) },
      {
        what: 'more confirmed than was ever allowed',
        put: (rows) => rows.putPeriod(examplePeriod({ confirmed: 999, hold: 2 })),
      },
      { what: 'more spent than there is', put: (rows) => rows.putGrant(exampleGrant(9, { spent: 101 })) },
      { what: 'more acknowledged than spent', put: (rows) => rows.putGrant(exampleGrant(9, { acked: 1 })) },
      { what: 'negative acknowledged units', put: (rows) => rows.putGrant(exampleGrant(9, { acked: -1 })) },
      {
        what: 'a hint beyond what is spent',
        put: (rows) => rows.setHints([{ grant: GRANTS_MAX + 1, acked: 1, inFlight: 0 }]),
      },
    ]
    for (const { what, put } of impossible) {
      test(`the schema refuses ${what}, even if the caller hides the error`, () =>
        withGrants(async (store) => {
          await assert.rejects(store.transaction(put), isDatabaseError('constraint'))
          const hidden = store.transaction(async (rows) => {
            await rows.putGrant(exampleGrant(3))
            await put(rows).catch(() => undefined)
          })
          await assert.rejects(hidden, (error) => error instanceof DatabaseError && error.outcome === 'not_done')
          assert.equal((await readCounters(store)).length, 2)
        }))
    }
  })
}
