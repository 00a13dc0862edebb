import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthOf } from '../calendar.ts'
import { createExampleClock } from '../testing/history.ts'
import { openMemoryBooks } from '../testing/memory-books.ts'
import { subjectNumber } from '../testing/rows.ts'
import { Books } from './books.ts'
import { GRANTS_MAX } from './rows.ts'
import { buildStatement } from './statement.ts'
import type { Rows } from './store.ts'

const month = monthOf('2026-11')!
const requestId = (number: number): string => number.toString(16).padStart(32, '0')

/** One grant with a line of each kind: acknowledged, void, clipped by a full hold, held, and waiting. */
async function exampleBooks() {
  const store = openMemoryBooks({ clock: createExampleClock() })
  const books = new Books(store)
  await books.setAllowance({ account: 'a', units: 500, who: 'operator' })
  const { incarnation } = await books.beginIncarnation('n', 0)
  const grants = [0, 1].map((number) => incarnation * GRANTS_MAX + number)
  for (const grant of grants) {
    const request = { grant, version: 0, account: 'a', month, incarnation, least: 1, wanted: 200 }
    await books.acquire({ ...request, shape: 'sole' })
  }
  const subject = await subjectNumber(books, { account: 'a', project: 'shop', credential: 'key', operation: 'suggest' })
  let seq = 0
  const post = async (grant: number, units: number, acked: number) => {
    const key = { incarnation, seq: ++seq }
    const line = { requestId: requestId(seq), grant, subject, units }
    await books.post({ ...key, atMs: 0, lines: [line] }, [{ grant, units, acked }])
    return { key, line }
  }
  await post(grants[0]!, 1, 0)
  const failed = await post(grants[0]!, 2, 1)
  await books.voidLines(failed.key, [failed.line.requestId])
  await post(grants[0]!, 98, 1)
  await post(grants[0]!, 8, 1)
  await post(grants[1]!, 16, 0)
  const [row] = await books.grants([grants[0]!])
  await books.endIncarnation(incarnation)
  return { store, books, row: row! }
}

test('a statement separates acknowledged, waiting and held units, and leaves out void and clipped ones', async () => {
  const { store, books, row } = await exampleBooks()
  const before = await store.snapshot((rows) => buildStatement(rows, 'a', '2026-11'))
  const units = { allowanceUnits: 500, confirmedUnits: 1, pendingUnits: 122, holdUnits: 0, leftUnits: 377 }
  const line = { project: 'shop', credential: 'key', operation: 'suggest' }
  assert.deepEqual(before, {
    ...{ outcome: 'statement', account: 'a', period: '2026-11', ...units },
    lines: [{ ...line, requests: 4, confirmedUnits: 1, pendingUnits: 122, holdUnits: 0 }],
    days: [{ day: '2026-11-01', requests: 4, confirmedUnits: 1, pendingUnits: 122, holdUnits: 0 }],
  })
  await store.transaction(async (rows) => {
    const incarnation = await rows.lockIncarnation(row.incarnation)
    await rows.putIncarnation({ ...incarnation!, leaseUntilMs: 0 })
  })
  await books.settleIfLost(row)
  const after = await store.snapshot((rows) => buildStatement(rows, 'a', '2026-11'))
  assert(after.outcome === 'statement')
  assert.deepEqual(after.lines, [{ ...line, requests: 3, confirmedUnits: 1, pendingUnits: 16, holdUnits: 98 }])
  assert.deepEqual([after.confirmedUnits, after.pendingUnits, after.holdUnits, after.leftUnits], [1, 16, 98, 385])
})

test('the statement of an unused month has the allowance and no lines', async () => {
  const { store } = await exampleBooks()
  assert.deepEqual(await store.snapshot((rows) => buildStatement(rows, 'a', '2026-10')), {
    ...{ outcome: 'statement', account: 'a', period: '2026-10', allowanceUnits: 500, leftUnits: 500 },
    ...{ confirmedUnits: 0, pendingUnits: 0, holdUnits: 0, lines: [], days: [] },
  })
})

test('a statement that differs from the books is not shown', async () => {
  const { store } = await exampleBooks()
  const rules = await store.snapshot(async (rows) => {
    const found: string[] = []
    for (const column of ['confirmed', 'hold'] as const) {
      const edited: Rows = {
        ...rows,
        period: async (account, period) => {
          const row = await rows.period(account, period)
          return row && { ...row, [column]: row[column] + 1 }
        },
      }
      const answer = await buildStatement(edited, 'a', '2026-11')
      assert(answer.outcome === 'differs')
      found.push(...answer.differences.map(({ rule }) => rule))
    }
    return found
  })
  assert.deepEqual(rules, ['E4', 'E6'])
})

test('the days of a statement are those of Bratislava, and a late batch counts on the last day of its month', async () => {
  const store = openMemoryBooks({ clock: createExampleClock() })
  const books = new Books(store)
  await books.setAllowance({ account: 'a', units: 500, who: 'operator' })
  const { incarnation } = await books.beginIncarnation('n', 0)
  const grant = incarnation * GRANTS_MAX
  const request = { grant, version: 0, account: 'a', month, incarnation, least: 1, wanted: 400 }
  await books.acquire({ ...request, shape: 'sole' })
  const subject = await subjectNumber(books, { account: 'a', project: 'shop', credential: 'key', operation: 'suggest' })
  const times = [
    ['2026-11-01', month.startsAtMs],
    ['2026-11-20', Date.parse('2026-11-20T22:59:59.999Z')],
    ['2026-11-21', Date.parse('2026-11-20T23:00:00.000Z')],
    ['2026-11-21', Date.parse('2026-11-21T12:00:00.000Z')],
    ['2026-11-30', month.endsAtMs],
    ['2026-11-30', month.endsAtMs + 60_000],
  ] as const
  for (const [i, [, atMs]] of times.entries()) {
    const lines = [{ requestId: requestId(i + 1), grant, subject, units: 10 ** (i % 3) }]
    await books.post({ incarnation, seq: i + 1, atMs, lines }, [{ grant, units: lines[0]!.units, acked: 0 }])
  }
  const found = await store.snapshot((rows) => buildStatement(rows, 'a', '2026-11'))
  assert(found.outcome === 'statement')
  assert.deepEqual(
    found.days.map(({ day, requests, pendingUnits }) => [day, requests, pendingUnits]),
    [
      ['2026-11-01', 1, 1],
      ['2026-11-20', 1, 10],
      ['2026-11-21', 2, 101],
      ['2026-11-30', 2, 110],
    ],
  )
})
