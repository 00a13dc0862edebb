import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { monthOf } from '../calendar.ts'
import { buildStatement } from '../statement.ts'
import { credit } from '../tables/accounts.ts'
import { readAuditMarks } from '../tables/audits.ts'
import { JournalWriter } from '../testing/journal.ts'
import { BOOKS_KINDS, type BooksKind, NOON, openAccount, openTestBooks } from '../testing/test-books.ts'
import { sumUseOfAll } from '../use-of-all.ts'
import { compareBooks, foldNewBatches } from './audit.ts'
import { formatDifference } from './difference.ts'

const PERIOD = '2026-11'
let requests = 0

async function open(kind: BooksKind) {
  const opened = await openTestBooks(kind)
  const { books } = opened
  for (const account of ['anna', 'berta']) await openAccount(books, account, 10_000)
  const writer = await JournalWriter.begin(books, 77)
  const write = async (units: Readonly<Record<string, number>>, atMs = NOON): Promise<void> => {
    const lines = Object.entries(units).map(([account, more]) => ({
      requestId: `${++requests}`.padStart(32, '0'),
      account,
      units: more,
      project: 'shop',
      credential: 'key',
      operation: `o${more}`,
    }))
    await writer.write({ period: PERIOD, atMs, lines })
  }
  for (let i = 0; i < 6; i++) await write({ anna: 1 + i, berta: 10 })
  const fold = () => foldNewBatches(books, books)
  const compare = async (depth: 'new' | 'full') => {
    const report = await compareBooks(books, { depth })
    return report.differences.map(formatDifference)
  }
  return { opened, books, write, fold, compare }
}

for (const kind of BOOKS_KINDS)
  describe(`an audit on ${kind}`, () => {
    test('finds nothing in sound books, whatever is verified already', async () => {
      const { opened, write, fold, compare } = await open(kind)
      await using _ = opened
      assert.deepEqual([await compare('new'), await compare('full')], [[], []])
      assert.equal((await fold()).checked.lines, 12)
      await write({ anna: 3 })
      assert.deepEqual([await compare('new'), await compare('full')], [[], []])
      assert.equal((await fold()).checked.lines, 1, 'verified lines are not read again')
      assert.deepEqual([await compare('new'), await compare('full')], [[], []])
    })

    test('reports in the end that it has read all batches that were to read, which are the new ones or all', async () => {
      const { opened, books, write, fold } = await open(kind)
      await using _ = opened
      await fold()
      await write({ anna: 3 })
      for (const [depth, batches] of [
        ['new', 1],
        ['full', 7],
      ] as const) {
        const states: string[] = []
        await compareBooks(books, { depth, progress: (done, total) => states.push(`${done}/${total}`) })
        assert.equal(states.at(-1), `${batches}/${batches}`)
      }
    })

    const WRONG: readonly (readonly [what: string, sql: string, found: RegExp, since: 'new' | 'full'])[] = [
      [
        'a count that is too high',
        "update account_month set spent = spent + 1 where account = 'anna'",
        /^spent: anna 2026-11: its count is 22, its lines sum up to 21/,
        'new',
      ],
      [
        'a count that is too low',
        "update account_month set spent = spent - 2 where account = 'berta'",
        /^spent: berta/,
        'new',
      ],
      ['a missing count', "delete from account_month where account = 'anna'", /^spent: anna/, 'new'],
      [
        'a credit that was not recorded',
        "update account_month set credited = 5 where account = 'anna'",
        /^credits: anna 2026-11: its credit is 5, recorded 0/,
        'new',
      ],
      [
        'an edited line',
        'update batch set lines = (select lines from batch where seq = 1) where seq = 3',
        /^chain: batch 3/,
        'new',
      ],
      ['a batch moved to another month', "update batch set period = '2026-10' where seq = 3", /^chain: batch 4/, 'new'],
      ['a batch moved to another time', 'update batch set at_ms = at_ms + 1 where seq = 3', /^chain: batch 4/, 'new'],
      ['a missing batch', 'delete from batch where seq = 3', /^gap: batch 4/, 'new'],
      [
        'a subject that is gone',
        'delete from subject where id = (select min(id) from subject)',
        /^owner: batch 1/,
        'new',
      ],
      [
        'a stored sum that is wrong',
        "update audited set units = units + 1 where account = 'anna'",
        /^spent: anna/,
        'new',
      ],
      [
        'a sum of a day that is wrong',
        'update subject_day set units = units + 1 where subject = (select min(subject) from subject_day)',
        /^days: /,
        'full',
      ],
    ]
    for (const [what, sql, found, since] of WRONG)
      test(`finds ${what}`, async () => {
        const { opened, books, fold, compare } = await open(kind)
        await using _ = opened
        const isStored = /audited|subject_day/.test(sql)
        if (isStored) await fold()
        assert(0 < (await books.run(sql)))
        const differences = await compare(isStored ? since : 'new')
        assert.match(differences.join('\n'), new RegExp(found.source, 'm'))
        if (isStored) return
        // The full audit finds it too when the mark has passed it, and the mark does pass it.
        await fold()
        assert.notDeepEqual(await compare('full'), [])
        assert.equal((await readAuditMarks(books)).get(77)?.seq, 6)
      })

    test('of two audits that move a mark one does, and the sums count every line once', async () => {
      const { opened, fold, compare, books } = await open(kind)
      await using _ = opened
      await Promise.all([fold(), fold(), fold()])
      assert.deepEqual(await compare('full'), [])
      const statement = await books.snapshot((rows) => buildStatement(rows, 'anna', PERIOD))
      assert(statement.outcome === 'statement')
      assert.deepEqual([statement.confirmedUnits, statement.lines.length], [21, 6])
    })
  })

for (const kind of BOOKS_KINDS)
  test(`a statement on ${kind} is the same before and after an audit, by day and by subject, with credits`, async () => {
    const { opened, books, write, fold } = await open(kind)
    await using _ = opened
    const { startsAtMs, endsAtMs } = monthOf(PERIOD)!
    // A batch of a clock that was wrong lies on the nearest day of its month.
    for (const atMs of [startsAtMs - 5, startsAtMs, endsAtMs - 1, endsAtMs + 86_400_000])
      await write({ anna: 10 }, atMs)
    const change = { account: 'anna', units: 7, period: PERIOD, who: 'operator', why: 'a fault' }
    await books.transaction((rows) => credit(rows, change))
    const read = () => books.snapshot((rows) => buildStatement(rows, 'anna', PERIOD))
    const statementOf = async (account: string) => {
      const found = await books.snapshot((rows) => buildStatement(rows, account, PERIOD))
      assert(found.outcome === 'statement')
      return found
    }
    const before = await statementOf('anna')
    assert.deepEqual(
      before.days.map(({ day, confirmedUnits, requests }) => [day, confirmedUnits, requests]),
      [
        ['2026-11-01', 20, 2],
        ['2026-11-15', 21, 6],
        ['2026-11-30', 20, 2],
      ],
    )
    assert.deepEqual([before.confirmedUnits, before.allowanceUnits, before.leftUnits], [61, 10_007, 9_946])
    assert.deepEqual(
      before.credits.map(({ units, why }) => [units, why]),
      [[7, 'a fault']],
    )
    assert.equal(
      before.lines.reduce((sum, { confirmedUnits }) => sum + confirmedUnits, 0),
      61,
    )
    await fold()
    assert.deepEqual(await read(), before)
    await write({ anna: 1 })
    const after = await read()
    assert(after.outcome === 'statement' && after.confirmedUnits === 62)
    const all = () => books.snapshot((rows) => sumUseOfAll(rows, PERIOD))
    const others = (await all()).filter(({ account }) => account !== 'anna')
    for (const { account, confirmedUnits } of others)
      assert.equal(confirmedUnits, (await statementOf(account)).confirmedUnits)
    const [anna] = (await all()).filter(({ account }) => account === 'anna')
    assert.deepEqual([anna?.confirmedUnits, anna?.allowanceUnits, anna?.differs], [62, 10_007, false])
    assert.deepEqual(
      anna!.operations.map(({ requests }) => requests).reduce((sum, one) => sum + one),
      after.lines.reduce((sum, { requests }) => sum + requests, 0),
    )
    await books.run("update account_month set spent = spent + 1 where account = 'anna'")
    assert.equal((await read()).outcome, 'differs')
    assert((await all()).some(({ account, differs }) => account === 'anna' && differs))
    assert.equal((await books.snapshot((rows) => buildStatement(rows, 'carl', PERIOD))).outcome, 'unknown_account')
  })
