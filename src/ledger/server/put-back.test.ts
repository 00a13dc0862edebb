import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { type Database, DatabaseError } from '../../storage/storage.ts'
import { compareBooks, foldNewBatches } from '../audit/audit.ts'
import { setState } from '../tables/accounts.ts'
import { Books } from '../tables/books.ts'
import { readOpenDoubts, resolveDoubts } from '../tables/doubts.ts'
import { insertIncarnation } from '../tables/incarnations.ts'
import { chainStart } from '../tables/lines.ts'
import { readJournal } from '../testing/journal.ts'
import { BOOKS_KINDS, openAccount, openTestBooks, type TestBooks } from '../testing/test-books.ts'
import { putBack } from './put-back.ts'
import type { RecentBatch } from './recent-batches.ts'

const LOST = [5, 6]
const NEW = 9
const MONTHS = ['2026-10', '2026-11'] as const

interface Planned {
  readonly incarnation: number
  readonly month: number
  readonly lines: readonly { readonly account: string; readonly key: string; readonly units: number }[]
}

/** Batches that the books lack: numbered within their incarnations, with months in order. */
function buildRecent(plans: readonly Planned[]): RecentBatch[] {
  let requests = 0
  return LOST.flatMap((incarnation) =>
    plans
      .filter((plan) => plan.incarnation === incarnation)
      .sort((a, b) => a.month - b.month)
      .map(({ month, lines }, i) => ({
        incarnation,
        seq: i + 1,
        period: MONTHS[month]!,
        atMs: Date.UTC(2026, 9 + month, 15) + i,
        hash: new Uint8Array(16),
        lines: lines.map(({ account, key, units }) => ({
          account,
          units,
          requestId: (++requests).toString(16).padStart(32, '0'),
          project: 'p',
          credential: key,
          operation: 'o',
        })),
      })),
  )
}

async function openLosing(kind: 'sqlite' | 'postgres', allowance: number): Promise<TestBooks> {
  const opened = await openTestBooks(kind)
  for (const account of ['anna', 'berta']) await openAccount(opened.books, account, allowance)
  for (const incarnation of [...LOST, NEW])
    await opened.books.transaction((rows) => insertIncarnation(rows, incarnation, 'here'))
  return opened
}

function putAllBack(books: Books, recent: readonly RecentBatch[], by = NEW) {
  const { seq, hash, period, atMs, incarnation } = recent.at(-1)!
  const mark = { seq, hash, period, atMs, incarnation }
  return putBack(books, { mark, recent, incarnation: by, node: 'here', start: chainStart(by) })
}

/** As a server that starts. */
async function putBackAs(books: Books, incarnation: number, recent: readonly RecentBatch[]): Promise<void> {
  await books.transaction((rows) => insertIncarnation(rows, incarnation, 'here'))
  await putAllBack(books, recent, incarnation)
}

/** Everything that putting back has written, whichever incarnation has. The audit finds no fault with it. */
async function readAll(books: Books) {
  const batches = `select origin_incarnation, origin_seq, at_ms, period from batch where origin_seq is not null
                   order by incarnation, seq`
  const counts = 'select period, account, spent from account_month order by 1, 2'
  // An attempt that knew of fewer batches has raised others before.
  const doubts = (await readOpenDoubts(books)).filter(({ reason }) => reason === 'left_out')
  const newest = new Map(doubts.map(({ account, detail }) => [`${account} ${/\d{4}-\d\d/.exec(detail)}`, detail]))
  const lines = (await readJournal(books)).map(({ incarnation: _1, seq: _2, ...line }) => line)
  assert.deepEqual((await foldNewBatches(books, books)).differences, [])
  assert.deepEqual((await compareBooks(books, { depth: 'full' })).differences, [])
  return {
    batches: await books.query(batches),
    counts: await books.query(counts),
    lines: lines.sort((a, b) => (a.requestId < b.requestId ? -1 : 1)),
    leftOut: [...newest].sort(),
  }
}

const plan: fc.Arbitrary<Planned> = fc.record({
  incarnation: fc.constantFrom(...LOST),
  month: fc.nat({ max: 1 }),
  lines: fc.array(
    fc.record({
      account: fc.constantFrom('anna', 'berta', 'nobody'),
      key: fc.constantFrom('k', 'l'),
      units: fc.integer({ min: 1, max: 4 }),
    }),
    { maxLength: 3 },
  ),
})

test('many batches are put back as they would be one by one: the same lines fit, and the same sums are in doubt', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { minLength: 1, maxLength: 12 }), fc.nat({ max: 20 }), async (plans, allowance) => {
      const recent = buildRecent(plans)
      await using together = await openLosing('sqlite', allowance)
      await using single = await openLosing('sqlite', allowance)
      await putAllBack(together.books, recent)
      for (let n = 1; n <= recent.length; n++) await putAllBack(single.books, recent.slice(0, n))
      assert.deepEqual(await readAll(together.books), await readAll(single.books))
    }),
    { numRuns: 40 },
  )
})

/** The transaction with this number, from 1 on, fails before it is done or afterwards. */
function failAt(books: Books, number: number, when: 'before' | 'after'): Books {
  let transactions = 0
  const { dialect, query, run } = books
  const transaction: Database['transaction'] = async (work) => {
    const fails = ++transactions === number
    if (fails && when === 'before') throw new DatabaseError('on purpose', { outcome: 'not_done', reason: 'lost' })
    const result = await books.database.transaction(work)
    if (fails) throw new DatabaseError('on purpose', { outcome: 'unknown', reason: 'lost' })
    return result
  }
  return new Books({ dialect, query: query.bind(books), run: run.bind(books), transaction } as Database, books.clock)
}

for (const kind of BOOKS_KINDS)
  describe(`lost batches on ${kind}`, () => {
    const line = (account: string, key: string) => ({ account, key, units: 1 })
    const recent = buildRecent(
      Array.from({ length: 1_300 }, (_, i) => {
        const lines = [line('anna', `k${i % 3}`), line('berta', `k${i % 5}`)]
        return { incarnation: LOST[i % 2]!, month: i < 20 ? 0 : 1, lines }
      }),
    )

    test('are put back once if the attempt ends anywhere and is repeated, or another process begins anew', async () => {
      await using whole = await openLosing(kind, 1_000)
      await putAllBack(whole.books, recent)
      const expected = await readAll(whole.books)
      assert.equal(expected.lines.length, 20 + 20 + 1_000 + 1_000, 'more do not fit')
      // There are six parts, and one transaction at the end.
      for (const [number, when, next] of [
        [1, 'after', NEW + 1],
        [3, 'before', NEW + 1],
        [3, 'after', NEW],
        [7, 'before', NEW],
      ] as const) {
        await using opened = await openLosing(kind, 1_000)
        await assert.rejects(putAllBack(failAt(opened.books, number, when), recent), /on purpose/)
        await putAllBack(opened.books, recent, next)
        assert.deepEqual(await readAll(opened.books), expected, `${number} ${when}`)
      }
    })

    test('are put back once by two processes with one folder at the same time', async () => {
      await using opened = await openLosing(kind, 1_000)
      const other = await opened.open()
      const tries = await Promise.allSettled([putAllBack(opened.books, recent), putAllBack(other, recent, NEW + 1)])
      assert.deepEqual(
        tries.map(({ status }) => status),
        ['fulfilled', 'fulfilled'],
      )
      const { lines, leftOut } = await readAll(opened.books)
      assert.equal(new Set(lines.map(({ requestId }) => requestId)).size, lines.length)
      assert.deepEqual([lines.length, leftOut.length], [2_040, 2])
    })
  })

for (const kind of BOOKS_KINDS)
  test(`what does not fit is one doubt of its account, with sums and the reason, on ${kind}`, async () => {
    await using opened = await openTestBooks(kind)
    const { books } = opened
    for (const incarnation of [...LOST, NEW])
      await books.transaction((rows) => insertIncarnation(rows, incarnation, 'here'))
    for (const [account, units] of [
      ['small', 3],
      ['shared', 6],
      ['whole', 10],
    ] as const)
      await openAccount(books, account, units)
    await books.transaction((rows) => setState(rows, { account: 'whole', state: 'suspended', who: 'test', why: '' }))
    const line = (account: string) => ({ account, key: 'k', units: 2 })
    const lines = ['small', 'shared', 'whole', 'missing'].map(line)
    const recent = buildRecent([1, 1, 1].map((month) => ({ incarnation: LOST[1]!, month, lines })))
    const other = buildRecent([{ incarnation: LOST[0]!, month: 1, lines: [line('shared'), line('shared')] }])
    await putBackAs(books, 10, other)
    await putBackAs(books, 11, recent)
    assert.deepEqual(
      (await readOpenDoubts(books)).map(({ account, reason, detail }) => [account, reason, detail.split('; ')[1]]),
      [
        ['small', '2 charges of 2026-11 with 4 units', 'its allowance is 3 units, and 6 units were acknowledged'],
        ['shared', '2 charges of 2026-11 with 4 units', 'other charges have used 4 units of its 6 units'],
        ['missing', '3 charges of 2026-11 with 6 units', 'there is no such account'],
      ].map(([account, what, why]) => [account, 'left_out', `${what} could not be put back: ${why}`]),
    )
    const spent = await books.query(
      `select account, spent, allowance from account_month where period = '2026-11' order by 1`,
    )
    assert.deepEqual(spent, [
      ['shared', 6, 6],
      ['small', 2, 3],
      ['whole', 6, 10],
    ])
    await books.transaction(async (rows) =>
      resolveDoubts(rows, { who: 'operator', why: 'looked', doubts: await readOpenDoubts(rows) }),
    )
    await openAccount(books, 'missing', 100)
    await putBackAs(books, 12, recent)
    assert.deepEqual(await readOpenDoubts(books), [], 'a later attempt raises no resolved doubt')
  })
