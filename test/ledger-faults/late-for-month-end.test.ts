import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PeriodKey } from '../../src/ledger/books/rows.ts'
import type { BooksStore, Rows } from '../../src/ledger/books/store.ts'
import { monthAfter } from '../../src/ledger/calendar.ts'
import { DatabaseError } from '../../src/storage/storage.ts'
import { createCuttableStore, SharedNodes } from './shared-nodes.ts'

/** Longer than the wait after the end of a month and the lease of a lost node. */
const ENDED_MS = 120_000

test('requests that a node answered before it was declared lost are charged', async () => {
  const nodes = new SharedNodes()
  const month = nodes.month()
  nodes.clockShiftMs += month.endsAtMs - nodes.booksMs() - 70_000
  await nodes.allow({ x: 1_000 })
  const connection = createCuttableStore(nodes.store)
  const node = await nodes.start({ node: 'A', through: () => connection })
  await nodes.start({ node: 'B' })
  assert.equal(await nodes.charge(node, 'x', 10), 'charged')
  await nodes.time.pass(month.endsAtMs - nodes.booksMs() - 200)
  assert.equal(await nodes.charge(node, 'x', 10), 'charged')
  connection.cut = true
  await nodes.time.pass(40_000)
  const row = () => nodes.store.snapshot((rows) => rows.period('x', month.period))
  assert.equal((await row())!.hold, 10)
  connection.cut = false
  await nodes.time.pass(ENDED_MS)
  const { state, confirmed, hold } = (await row())!
  assert.deepEqual({ state, confirmed, hold }, { state: 'open', confirmed: 20, hold: 0 })
})

/** The times cover every phase of the heartbeat at the end of the month. */
for (const phaseMs of [0, 50, 100, 150, 200]) {
  test(`a month is settled and other accounts are charged although the row of the next month cannot be read, ${phaseMs} ms`, async () => {
    const nodes = new SharedNodes()
    const month = nodes.month()
    nodes.clockShiftMs += month.endsAtMs - nodes.booksMs() - 130_000 - phaseMs
    await nodes.allow({ x: 1_000, y: 1_000 })
    const through = (store: BooksStore) => unreadable(store, { account: 'x', period: monthAfter(month).period })
    const node = await nodes.start({ node: 'A', through })
    await nodes.start({ node: 'B', through })
    await nodes.time.pass(month.endsAtMs - nodes.booksMs() - 500)
    assert.equal(await nodes.charge(node, 'x', 10), 'charged')
    // A charge in the first moment of the next month gets the new grant before the heartbeat can close the old one.
    await nodes.time.pass(month.endsAtMs - nodes.booksMs() + 30)
    assert.equal(await nodes.charge(node, 'x', 10), 'unavailable')
    assert.equal(await nodes.charge(node, 'y', 10), 'charged')
    await nodes.time.pass(ENDED_MS)
    const { confirmed, reserved } = (await nodes.store.snapshot((rows) => rows.period('x', month.period)))!
    assert.deepEqual({ confirmed, reserved }, { confirmed: 10, reserved: 0 })
  })
}

/** The database fails every read of this row. */
function unreadable(store: BooksStore, row: { readonly account: string; readonly period: string }): BooksStore {
  const refusing = (rows: Rows): Rows => {
    const unless = <T>(read: (account: string, period: string) => Promise<T>) => {
      return async (account: string, period: string): Promise<T> => {
        if (account === row.account && period === row.period) throw refused()
        return await read(account, period)
      }
    }
    const unlessAmong = <T>(read: (keys: readonly PeriodKey[]) => Promise<T>) => {
      return async (keys: readonly PeriodKey[]): Promise<T> => {
        if (keys.some(({ account, period }) => account === row.account && period === row.period)) throw refused()
        return await read(keys)
      }
    }
    return {
      ...rows,
      ...{ period: unless(rows.period), lockPeriod: unless(rows.lockPeriod) },
      ...{ periodsAt: unlessAmong(rows.periodsAt), lockPeriods: unlessAmong(rows.lockPeriods) },
    }
  }
  return {
    post: (batch, uses) => store.post(batch, uses),
    transaction: (work) => store.transaction((rows) => work(refusing(rows))),
    read: (work) => store.read((rows) => work(refusing(rows))),
    snapshot: (work) => store.snapshot((rows) => work(refusing(rows))),
    close: () => store.close(),
  }
}

function refused(): DatabaseError {
  return new DatabaseError('9007199254740993 is no exact number', { outcome: 'not_done', reason: 'refused' })
}
