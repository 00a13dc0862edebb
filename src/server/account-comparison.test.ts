import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { changeAccountState, createAccount, setAllowance } from '../access/control/accounts.ts'
import type { OperatorControl } from '../access/control/acts.ts'
import { openControlDatabase } from '../access/control/control.ts'
import { TEST_ACTOR } from '../access/testing/actor.ts'
import { openTestControl } from '../access/testing/control.ts'
import { createCustomer, expectDone } from '../access/testing/customers.ts'
import { readSnapshot } from '../access/testing/read-snapshot.ts'
import type { WantedAccount } from '../ledger/account-differences.ts'
import { readBooksState } from '../ledger/accounting.ts'
import { Ledger } from '../ledger/ledger.ts'
import { openBooksToWrite } from '../ledger/open-books.ts'
import type { Rows } from '../ledger/tables/books.ts'
import { systemClock } from '../stdx/clock.ts'
import { takeSome } from '../stdx/take-some.ts'
import { until } from '../stdx/testing/until.ts'
import { startPostgres } from '../storage/testing/postgres.ts'
import { AccountComparison } from './account-comparison.ts'
import { makeLog } from './log.ts'
import { watchAccess } from './watched-access.ts'

const servers = await Promise.all(Array.from({ length: 4 }, () => startPostgres()))
after(() => Promise.all(servers.map((server) => server[Symbol.asyncDispose]())))

const silent = makeLog({ level: 'silent', to: process.stderr })

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`accounts and books on ${kind}`, () => {
    const free = [...servers]

    /** A data folder and databases of its own. */
    async function withPlace(work: (installation: Installation) => Promise<void>): Promise<void> {
      const data = mkdtempSync(join(tmpdir(), 'regista-compared-'))
      const place = { data, databaseUrl: kind === 'postgres' ? free.pop()!.url : undefined }
      try {
        await using database = await openControlDatabase(place, 'write')
        const control = { database, clock: systemClock, actor: TEST_ACTOR }
        await work({ ...place, control, lines: [] })
      } finally {
        rmSync(data, { recursive: true })
      }
    }

    test('a server that starts passes every account that the books lack, with one notice and one log line', () =>
      withPlace(async (installation) => {
        const { control } = installation
        const { account } = await createCustomer(control, { units: 50 })
        for (const transition of ['suspend', 'close'] as const) {
          const other = await createCustomer(control, { units: 5 })
          expectDone(await changeAccountState(control, { id: other.account, transition }))
        }
        expectDone(await createAccount(control, { name: 'Pending' }))
        await serve(installation, async (ledger) => assert.equal(await charge(ledger, account, 50), 'charged'))
        const before = await inBooks(installation, readAccountRows)
        assert.deepEqual([before.length, await inBooks(installation, readDetails)], [4, []])
        await inBooks(installation, async (rows) => {
          for (const table of ['account', 'account_month', 'account_change']) await rows.run(`delete from ${table}`)
        })
        await serve(installation, async (ledger) => assert.equal(await charge(ledger, account, 50), 'charged'))
        assert.deepEqual(await inBooks(installation, readAccountRows), before)
        const details = await inBooks(installation, readDetails)
        const detail = details.join()
        assert.match(detail, /^the books differed from the control database in 4 accounts, which the server has passed/)
        assert(detail.includes(`${account} is missing, and should have 50 units and be active`), detail)
        assert.deepEqual([details.length, installation.lines.length], [1, 1])
        assert.equal(JSON.parse(installation.lines[0]!).report, detail)
        await serve(installation, async () => undefined)
        assert.equal((await inBooks(installation, readDetails)).length, 1)
      }))

    test('an allowance and an account that older books do not have are enforced before the first request', () =>
      withPlace(async (installation) => {
        const { control } = installation
        const { account: cut } = await createCustomer(control, { units: 100_000_000 })
        await serve(installation, async () => undefined)
        expectDone(await setAllowance(control, { id: cut, allowanceUnits: 7 }))
        const { account: created } = await createCustomer(control, { units: 9 })
        await serve(installation, async () => undefined)
        await inBooks(installation, async (rows) => {
          await rows.run('update account set allowance = 100000000 where account = $1', cut)
          await rows.run('delete from account where account = $1', created)
        })
        await serve(installation, async (ledger) => {
          assert.equal(await charge(ledger, cut, 8), 'monthly_limit')
          assert.equal(await charge(ledger, cut, 7), 'charged')
          assert.equal(await charge(ledger, created, 9), 'charged')
        })
        const [detail] = await inBooks(installation, readDetails)
        assert(detail?.includes(`${cut} has 100 000 000 units and is active, and should have 7 units and be active`))
        assert(detail?.includes(`${created} is missing, and should have 9 units and be active`))
      }))

    test('charges that older books lack are put back after the accounts and allowances that came later', () =>
      withPlace(async (installation) => {
        const { control } = installation
        const { account: early } = await createCustomer(control, { units: 10 })
        let late = ''
        await serve(installation, async (ledger) => {
          assert.equal(await charge(ledger, early, 10), 'charged')
          expectDone(await setAllowance(control, { id: early, allowanceUnits: 100 }))
          late = (await createCustomer(control, { units: 9 })).account
          for (const [account, units] of [
            [early, 50],
            [late, 9],
          ] as const)
            await until(
              () => charge(ledger, account, units),
              'a charge',
              (outcome) => outcome === 'charged',
            )
        })
        await inBooks(installation, async (rows) => {
          await rows.run('delete from batch where 1 < seq')
          for (const table of ['account', 'account_month'])
            await rows.run(`delete from ${table} where account = $1`, late)
          await rows.run('update account set allowance = 10')
          await rows.run('update account_month set allowance = 10, spent = 10')
        })
        await serve(installation, async () => {
          const read = (rows: Rows) => rows.query('select account, spent, allowance from account_month order by spent')
          await until(
            () => inBooks(installation, read),
            'charges that were put back',
            (found) =>
              JSON.stringify(found) ===
              JSON.stringify([
                [late, 9, 9],
                [early, 60, 100],
              ]),
          )
          assert.deepEqual((await inBooks(installation, readBooksState)).doubts, [])
        })
      }))

    test('a running server compares again with each incarnation and each reading of all accounts', () =>
      withPlace(async (installation) => {
        const { control } = installation
        const { account } = await createCustomer(control, { units: 50 })
        await serve(installation, async (ledger) => {
          const spoil = (rows: Rows) => rows.run(`update account set allowance = 60, state = 'suspended'`)
          const isEnforced = async () =>
            JSON.stringify(await inBooks(installation, readAccountRows)) === JSON.stringify([[account, 50, 'active']])
          assert(await isEnforced())
          const first = ledger.incarnation
          await inBooks(installation, async (rows) => {
            await spoil(rows)
            await rows.run('delete from incarnation')
          })
          await until(() => ledger.incarnation !== first, 'a new incarnation')
          await until(isEnforced, 'the comparison of a new incarnation')
          // Until then the server holds the control database, and this thread would wait for itself.
          await until(() => installation.lines.length, 'its report')
          await inBooks(installation, spoil)
          await control.database.run('delete from control_change')
          const unchanged = await setAllowance(control, { id: account, allowanceUnits: 50 })
          assert.equal(unchanged.outcome, 'unchanged')
          await until(isEnforced, 'the comparison after a gap in the log of changes')
        })
      }))
  })
}

test('many differences are passed a thousand at a time, with one notice that names some of them', async () => {
  await using control = await openTestControl()
  const { account } = expectDone(await createAccount(control, { name: 'One' })) as { account: { id: string } }
  await control.database.run('update control_account set wish_applied = wish')
  await control.database.run(
    `insert into control_account
     with recursive n (i) as (values (2) union all select i + 1 from n where i < 2500)
     select 'acc_' || i, i, name, 'verified', 100000, 0, wish, wish, 0 from n, control_account where id = $1`,
    account.id,
  )
  const passed: number[] = []
  const notices: string[] = []
  const answered: number[] = []
  let state: 'works' | 'fails' = 'fails'
  const missing = (wanted: readonly WantedAccount[]) => wanted.map((one) => ({ ...one, found: undefined }))
  const ledger = {
    incarnation: 1,
    findDifferences: async (wanted: Iterator<WantedAccount, void>) => missing(takeSome(wanted, 5_000)),
    enforce: async (wanted: readonly WantedAccount[]) => {
      passed.push(wanted.length)
      return missing(wanted)
    },
    accountsPassed: async (incarnation: number) => void answered.push(incarnation),
    notice: async ({ detail }: { readonly detail: string }) => {
      if (state === 'fails') throw new Error('the books do not answer')
      notices.push(detail)
    },
  }
  const comparison = new AccountComparison(control, { ledger, log: silent })
  const snapshot = await readSnapshot(control.reader)
  await assert.rejects(comparison.compareIfDue(snapshot), /do not answer/)
  state = 'works'
  await comparison.compareIfDue(snapshot)
  await comparison.compareIfDue(snapshot)
  assert.deepEqual([passed, answered, notices.length], [[1000, 1000, 500], [1], 1])
  assert.match(notices[0]!, /in 2 500 accounts, .*; and 2 490 more accounts$/)
})

interface Installation {
  readonly data: string
  readonly databaseUrl: string | undefined
  readonly control: OperatorControl
  /** The log lines of its servers. */
  readonly lines: string[]
}

/** Ledger and control database as a server opens them. Nothing is charged before both are open. */
async function serve(installation: Installation, work: (ledger: Ledger) => Promise<void>): Promise<void> {
  const log = makeLog({ level: 'warn', to: { write: (line: string) => void installation.lines.push(line) } })
  await using ledger = await Ledger.open({ ...installation, accounts: 'passed' })
  const changed = () => undefined
  await using _access = await watchAccess({ ...installation, ledger, clock: systemClock, log, changed })
  await work(ledger)
}

async function charge(ledger: Ledger, account: string, units: number): Promise<string> {
  const subject = { project: 'p', credential: 'k', operation: 'o' }
  const answer = await ledger.charge({
    account,
    units,
    requestId: crypto.randomUUID().replaceAll('-', ''),
    subject,
  }).outcome
  return answer.outcome === 'refused' ? answer.reason : answer.outcome
}

async function inBooks<T>(place: Installation, work: (rows: Rows) => Promise<T>): Promise<T> {
  await using books = await openBooksToWrite(place)
  return await books.transaction(work)
}

const readAccountRows = (rows: Rows) => rows.query('select account, allowance, state from account order by account')

const readDetails = async (rows: Rows): Promise<string[]> =>
  (await readBooksState(rows)).notices
    .filter(({ reason }) => reason === 'accounts_differed')
    .map(({ detail }) => detail)
