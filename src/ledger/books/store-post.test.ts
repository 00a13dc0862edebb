import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.ts'
import { readJournal } from '../testing/journal.ts'
import { exampleGrant, exampleLine } from '../testing/rows.ts'
import { createStoreScene, isDatabaseError, read, readCounters } from '../testing/store-scene.ts'
import { STORE_KINDS } from '../testing/stores.ts'
import { type Batch, GRANTS_MAX, type GrantUse, type Line } from './rows.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

const BATCH: Batch = {
  incarnation: 1,
  seq: 1,
  atMs: 1_795_000_000_000,
  lines: [exampleLine(1, 1, 10), exampleLine(2, 2), exampleLine(1, 3)],
}
const USES: readonly GrantUse[] = [
  { grant: GRANTS_MAX + 2, units: 1, acked: 0 },
  { grant: GRANTS_MAX + 1, units: 11, acked: 5 },
]

for (const kind of STORE_KINDS) {
  describe(`the journal in ${kind}`, () => {
    const { withStore, withGrants } = createStoreScene(kind, () => server.url)

    test('a posted batch takes its units and is in the journal', () =>
      withGrants(async (store) => {
        assert.deepEqual(await store.post(BATCH, USES), { outcome: 'done' })
        assert.deepEqual(await readCounters(store), [
          [11, 5],
          [1, 0],
        ])
        await read(store, async (rows) => {
          assert.deepEqual(await rows.batch(BATCH), BATCH)
          assert.equal(await rows.batch({ incarnation: 1, seq: 2 }), undefined)
          assert.equal(await rows.lastSeq(1), 1)
          assert.equal(await rows.lastSeq(2), 0)
        })
      }))

    test('a batch that is posted again is found and takes no units', () =>
      withGrants(async (store) => {
        await store.post(BATCH, USES)
        assert.deepEqual(await store.post(BATCH, USES), { outcome: 'found', lines: 3 })
        assert.deepEqual((await readCounters(store))[0], [11, 5])
      }))

    test('a batch that is posted again is found even if its grants are too small now', () =>
      withGrants(async (store) => {
        const uses = [{ grant: GRANTS_MAX + 1, units: 60, acked: 0 }]
        const batch = { ...BATCH, lines: [exampleLine(1, 1, 60)] }
        await store.post(batch, uses)
        assert.deepEqual(await store.post(batch, uses), { outcome: 'found', lines: 1 })
        await store.transaction((rows) => rows.putGrant(exampleGrant(1, { state: 'closed', spent: 60 })))
        assert.deepEqual(await store.post(batch, uses), { outcome: 'found', lines: 1 })
        assert.deepEqual((await readCounters(store))[0], [60, 0])
      }))

    test('another batch with the same number differs, whichever line has changed', () =>
      withGrants(async (store) => {
        await store.post(BATCH, USES)
        const [first, ...rest] = BATCH.lines
        for (const other of [
          { ...BATCH, atMs: BATCH.atMs + 1 },
          { ...BATCH, lines: [{ ...first!, units: first!.units + 1 }, ...rest] },
        ])
          assert.deepEqual(await store.post(other, USES), { outcome: 'differs' })
        assert.deepEqual((await readCounters(store))[0], [11, 5])
      }))

    test('a tombstone takes the place of a late batch', () =>
      withGrants(async (store) => {
        assert.deepEqual(await store.post({ ...BATCH, lines: [] }, []), { outcome: 'done' })
        assert.deepEqual(await store.post(BATCH, USES), { outcome: 'found', lines: 0 })
        assert.deepEqual((await readCounters(store))[0], [0, 0])
        assert.deepEqual(await read(store, (rows) => rows.batch(BATCH)), { ...BATCH, lines: [] })
      }))

    const refusals = [
      { what: 'is closed', grant: { state: 'closed' } },
      { what: 'is one unit too small', grant: { spent: 90 } },
      { what: 'is not there', grant: undefined },
    ] as const
    for (const { what, grant } of refusals) {
      test(`a batch is refused as a whole if one of its grants ${what}, and can be posted later`, () =>
        withStore(async (store) => {
          await store.transaction(async (rows) => {
            await rows.putGrant(exampleGrant(2))
            if (grant !== undefined) await rows.putGrant(exampleGrant(1, grant))
          })
          const before = await readCounters(store)
          assert.deepEqual(await store.post(BATCH, USES), { outcome: 'refused' })
          assert.deepEqual(await readCounters(store), before)
          assert.equal(await read(store, (rows) => rows.lastSeq(1)), 0)
          await store.transaction((rows) => rows.putGrant(exampleGrant(1)))
          assert.deepEqual(await store.post(BATCH, USES), { outcome: 'done' })
        }))
    }

    test('the last unit of a grant is taken, and not one more', () =>
      withGrants(async (store) => {
        const post = (seq: number, units: number) =>
          store.post({ ...BATCH, seq, lines: [exampleLine(1, seq, units)] }, [
            { grant: GRANTS_MAX + 1, units, acked: 0 },
          ])
        assert.deepEqual(await post(1, 99), { outcome: 'done' })
        assert.deepEqual(await post(2, 2), { outcome: 'refused' })
        assert.deepEqual(await post(2, 1), { outcome: 'done' })
        assert.deepEqual(await post(3, 1), { outcome: 'refused' })
        assert.deepEqual((await readCounters(store))[0], [100, 0])
      }))

    test('no batch lowers what is acknowledged', () =>
      withGrants(async (store) => {
        await store.post(BATCH, USES)
        const late = [{ grant: GRANTS_MAX + 1, units: 1, acked: 3 }]
        await store.post({ ...BATCH, seq: 2, lines: [exampleLine(1, 4)] }, late)
        assert.deepEqual((await readCounters(store))[0], [12, 5])
      }))

    test('a batch without its predecessor is not written', () =>
      withGrants(async (store) => {
        await assert.rejects(store.post({ ...BATCH, seq: 2 }, USES), isDatabaseError('refused'))
        assert.deepEqual((await readCounters(store))[0], [0, 0])
      }))

    test('a batch that acknowledges more than it spends is refused as a whole', () =>
      withGrants(async (store) => {
        const uses = USES.map((use) => ({ ...use, acked: 12 }))
        await assert.rejects(store.post(BATCH, uses), isDatabaseError('constraint'))
        assert.deepEqual((await readCounters(store))[0], [0, 0])
        assert.deepEqual(await store.post(BATCH, USES), { outcome: 'done' })
      }))
    test('the journal is read by incarnation and number, each batch with the hash of its content', () =>
      withStore(async (store) => {
        await store.transaction(async (rows) => {
          for (const incarnation of [1, 2]) await rows.putGrant(exampleGrant(0, { incarnation, size: 10_000 }))
        })
        const batches: Batch[] = []
        for (let seq = 1; seq <= 300; seq++) {
          for (const incarnation of [2, 1]) {
            const grant = incarnation * GRANTS_MAX
            const lines: Line[] = [{ ...exampleLine(0, seq * 10 + incarnation), grant }]
            const batch = { incarnation, seq, atMs: 1000 + seq, lines }
            batches.push(batch)
            await store.post(batch, [{ grant, units: 1, acked: 0 }])
          }
        }
        const journal = await read(store, (rows) => Array.fromAsync(readJournal(rows)))
        const inOrder = batches.sort((a, b) => a.incarnation - b.incarnation || a.seq - b.seq)
        assert.deepEqual(
          journal.map(({ hash, hashExpected, packed, ...batch }) => batch),
          inOrder,
        )
        assert(journal.every(({ hash, hashExpected }) => hash === hashExpected))
        assert.equal(new Set(journal.map(({ hash }) => hash)).size, 600)
        const back = await read(store, (rows) => Array.fromAsync(rows.batchesBack(1, 290)))
        assert.deepEqual(back, inOrder.slice(0, 290).reverse())
        for (const fromSeq of [0, 1, 32, 33]) {
          const some = await read(store, (rows) => Array.fromAsync(rows.batchesBack(1, fromSeq)))
          assert.equal(some.length, fromSeq)
        }
      }))
  })
}
