import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cases } from '../../stdx/testing/cases.ts'
import type { Database } from '../../storage/storage.ts'
import { monthAt, monthOf } from '../calendar.ts'
import { buildStatement } from '../statement.ts'
import { credit } from '../tables/accounts.ts'
import { readAuditMarks } from '../tables/audits.ts'
import { Books } from '../tables/books.ts'
import { readOpenDoubts } from '../tables/doubts.ts'
import { storeMonths } from '../tables/months.ts'
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
  const write = async (units: Readonly<Record<string, number>>, atMs = NOON, period = PERIOD): Promise<void> => {
    const lines = Object.entries(units).map(([account, more]) => {
      const subject = { account, project: 'shop', credential: 'key', operation: `o${more}` }
      return { requestId: `${++requests}`.padStart(32, '0'), units: more, ...subject }
    })
    await writer.write({ period, atMs, lines })
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
      for (const [depth, batches] of Object.entries({ new: 1, full: 7 }) as ['new' | 'full', number][]) {
        const states: string[] = []
        await compareBooks(books, { depth, progress: (done, total) => states.push(`${done}/${total}`) })
        assert.equal(states.at(-1), `${batches}/${batches}`)
      }
    })

    test('stores a doubt with the mark that passes a damaged batch, once', async () => {
      const { opened, books, write, fold } = await open(kind)
      await using _ = opened
      await books.run('update batch set lines = (select lines from batch where seq = 1) where seq = 3')
      const readReasons = async () =>
        (await readOpenDoubts(books)).map(({ reason, detail }) => [reason, detail.slice(0, 14)])
      for (let n = 0; n < 2; n++) {
        await fold()
        assert.deepEqual(await readReasons(), [['journal', 'chain: batch 3']])
        await write({ anna: 1 })
      }
    })

    test('names each account that differs, however many they are', async () => {
      const { opened, books, compare } = await open(kind)
      await using _ = opened
      const accounts = Array.from({ length: 120 }, (_, i) => `account ${i}`)
      for (const account of accounts) await openAccount(books, account, 10)
      const wrong = `insert into account_month (period, account, spent, allowance) select '${PERIOD}', account, 1, 10
                     from account where account like 'account %'`
      await books.run(wrong)
      const named = (await compare('new')).map((text) => /account \d+/.exec(text)?.[0])
      assert.deepEqual(new Set(named), new Set(accounts))
    })

    for (const [what, since, sql, found] of cases<[string, 'new' | 'full', string, RegExp]>`
      a count that is too high          | new  | update account_month set spent = spent + 1 where account = 'anna' | ${/^spent: anna 2026-11: its count is 22, its lines sum up to 21/m}
      a count that is too low           | new  | update account_month set spent = spent - 2 where account = 'berta' | ${/^spent: berta/m}
      a missing count                   | new  | delete from account_month where account = 'anna' | ${/^spent: anna/m}
      a credit that was not recorded    | new  | update account_month set credited = 5 where account = 'anna' | ${/^credits: anna 2026-11: its credit is 5, recorded 0/m}
      an edited line                    | new  | update batch set lines = (select lines from batch where seq = 1) where seq = 3 | ${/^chain: batch 3/m}
      a batch moved to another month    | new  | update batch set period = '2026-10' where seq = 3 | ${/^chain: batch 4/m}
      a batch moved to another time     | new  | update batch set at_ms = at_ms + 1 where seq = 3  | ${/^chain: batch 4/m}
      a missing batch                   | new  | delete from batch where seq = 3                   | ${/^gap: batch 4/m}
      a subject that is gone            | new  | delete from subject where id = (select min(id) from subject) | ${/^owner: batch 1/m}
      a stored sum that is wrong        | new  | update audited set units = units + 1 where account = 'anna' | ${/^spent: anna/m}
      a sum of a day that is wrong      | full | update subject_day set units = units + 1 where subject = (select min(subject) from subject_day) | ${/^days: /m}
    `)
      test(`finds ${what}`, async () => {
        const { opened, books, fold, compare } = await open(kind)
        await using _ = opened
        const isStored = /audited|subject_day/.test(sql)
        if (isStored) await fold()
        assert(0 < (await books.run(sql)))
        const differences = await compare(isStored ? since : 'new')
        assert.match(differences.join('\n'), found)
        if (isStored) return
        // The full audit finds it too when the mark has passed it, and the mark does pass it.
        await fold()
        assert.notDeepEqual(await compare('full'), [])
        assert.equal((await readAuditMarks(books)).get(77)?.seq, 6)
      })

    test('each look compares the running month, and the looks after one another compare all others', async () => {
      const { opened, books, write, fold } = await open(kind)
      await using _ = opened
      const now = monthAt(await books.nowMs())
      const months = [now]
      for (let i = 0; i < 4; i++) months.push(monthAt(months.at(-1)!.startsAtMs - 1))
      for (const { startsAtMs } of months) await books.transaction((rows) => storeMonths(rows, startsAtMs))
      // One that no server has stored: a dump was edited, or units were entered.
      const periods = [...months.map(({ period }) => period), '2019-07']
      for (const period of periods) await write({ anna: 10 }, NOON, period)
      const looks = async (): Promise<string[][]> => {
        const found: string[][] = []
        for (let look = 1; look <= months.length; look++)
          found.push((await compareBooks(books, { depth: 'new', look })).differences.map(({ period }) => period!))
        return found
      }
      assert.deepEqual((await looks()).flat(), [], 'lines of months that are not compared are no difference')
      await fold()
      assert.deepEqual((await looks()).flat(), [])
      await books.run('update account_month set spent = spent + 1')
      const found = await looks()
      for (const names of found) assert(names.includes(now.period), 'the running month is compared each time')
      assert.deepEqual(new Set(found.flat()), new Set([...periods, PERIOD]))
      for (const names of found) assert(new Set(names).size < periods.length, 'a look compares few of them')
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

test('a full audit finds nothing if another one adds batches while it reads the sums', async () => {
  const { opened, books, write, fold } = await open('sqlite')
  await using _ = opened
  await fold()
  const { database } = books
  const query: Database['query'] = async (sql, ...values) => {
    if (sql.startsWith('select period, account, units from audited')) {
      await write({ anna: 3 })
      await fold()
    }
    return await database.query(sql, ...values)
  }
  const { differences } = await compareBooks(new Books({ ...database, query }, books.clock), { depth: 'full' })
  assert.deepEqual(differences, [])
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
    const days = before.days.map(({ day, confirmedUnits, requests }) => `${day}: ${confirmedUnits} in ${requests}`)
    assert.deepEqual(days, ['2026-11-01: 20 in 2', '2026-11-15: 21 in 6', '2026-11-30: 20 in 2'])
    assert.deepEqual([before.confirmedUnits, before.allowanceUnits, before.leftUnits], [61, 10_007, 9_946])
    assert.equal(before.credits.map(({ units, why }) => `${units} ${why}`).join(), '7 a fault')
    const units = before.lines.reduce((sum, { confirmedUnits }) => sum + confirmedUnits, 0)
    assert.equal(units, 61)
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
    const sum = (all: readonly { readonly requests: number }[]) => all.reduce((total, one) => total + one.requests, 0)
    assert.equal(sum(anna!.operations), sum(after.lines))
    await books.run("update account_month set spent = spent + 1 where account = 'anna'")
    assert.equal((await read()).outcome, 'differs')
    assert((await all()).some(({ account, differs }) => account === 'anna' && differs))
    assert.equal((await books.snapshot((rows) => buildStatement(rows, 'carl', PERIOD))).outcome, 'unknown_account')
  })

for (const kind of BOOKS_KINDS)
  test(`a month that has ended keeps its allowance on ${kind}, and the running one has the new one`, async () => {
    const { opened, books, write } = await open(kind)
    await using _ = opened
    const running = monthAt(await books.nowMs())
    for (const period of ['2019-07', running.period]) await write({ anna: 10 }, running.startsAtMs, period)
    await openAccount(books, 'anna', 20_000)
    const read = async (period: string) => {
      const statement = await books.snapshot((rows) => buildStatement(rows, 'anna', period))
      const [use] = await books.snapshot((rows) => sumUseOfAll(rows, period))
      return [statement.outcome === 'statement' && statement.allowanceUnits, use?.allowanceUnits]
    }
    assert.deepEqual(await read('2019-07'), [10_000, 10_000])
    assert.deepEqual(await read(running.period), [20_000, 20_000])
  })
