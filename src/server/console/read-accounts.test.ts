import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createAccount } from '../../access/control/accounts.ts'
import { changeTogether, openControlDatabase } from '../../access/control/control.ts'
import { TEST_ACTOR } from '../../access/testing/actor.ts'
import { createCustomer } from '../../access/testing/customers.ts'
import { creditUnits } from '../../ledger/accounting.ts'
import { Ledger } from '../../ledger/ledger.ts'
import { systemClock } from '../../stdx/clock.ts'
import { startPostgres } from '../../storage/testing/postgres.ts'
import { ConsoleSources } from './console-sources.ts'
import { readAccounts } from './read-accounts.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-console-accounts-'))
const server = await startPostgres()
after(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(dir, { recursive: true })
})

const OTHERS = 210

for (const kind of ['sqlite', 'postgres'] as const)
  test(`pages of accounts have each account once, with its units of the books, on ${kind}`, async () => {
    const place = { data: join(dir, kind), databaseUrl: kind === 'postgres' ? server.url : undefined }
    await using ledger = await Ledger.open(place)
    await using database = await openControlDatabase(place, 'write')
    const control = { database, clock: systemClock, actor: TEST_ACTOR }
    const first = await createCustomer(control, { units: 100 })
    const ids = [first.account]
    await changeTogether(control, async (inner) => {
      for (let i = 0; i < OTHERS; i++) {
        const created = await createAccount(inner, { name: `Shop ${i}` })
        assert(created.outcome === 'created')
        ids.push(created.account.id)
      }
      return {}
    })
    await ledger.setAllowance(first.account, 100, 'operator')
    await creditUnits(place, { account: first.account, units: 20, who: 'test', why: 'test' })
    const subject = { project: first.project, credential: first.id, operation: 'suggestCompanies' }
    const charge = ledger.charge({ account: first.account, units: 3, requestId: '0'.repeat(32), subject })
    assert.equal((await charge.outcome).outcome, 'charged')

    await using sources = new ConsoleSources({ ...place, releases: '', statementMaxMs: 60_000 }, systemClock)
    const found: string[] = []
    const lengths: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await readAccounts(sources, { cursor })
      assert.equal(page.total_accounts, 1 + OTHERS)
      lengths.push(page.accounts.length)
      for (const { id, in_books: inBooks, ...units } of page.accounts) {
        found.push(id)
        assert.equal(inBooks, id === first.account ? 'as_wanted' : 'missing')
        const figures = [units.confirmed_units, units.allowance_units, units.left_units]
        assert.deepEqual(figures, id === first.account ? [3, 120, 117] : [0, 100_000, 100_000])
      }
      cursor = page.next_cursor
    }
    assert.deepEqual([found, lengths], [ids, [100, 100, 11]])

    const searched = await readAccounts(sources, { text: 'shop 20' })
    assert.deepEqual(
      searched.accounts.map(({ name }) => name),
      ['Shop 20', ...Array.from({ length: 10 }, (_, i) => `Shop ${200 + i}`)],
    )
    for (const wrong of [{ cursor: 'x' }, { cursor: '-1' }, { text: 'x'.repeat(201) }, { text: 'a\0b' }])
      await assert.rejects(readAccounts(sources, wrong), { code: 'invalid_page' })
  })

test('a connection to PostgreSQL is kept for the next query, but not after a query that failed', async () => {
  const place = { data: join(dir, 'kept'), databaseUrl: server.url }
  await (await Ledger.open(place)).close()
  await using sources = new ConsoleSources({ ...place, releases: '', statementMaxMs: 60_000 }, systemClock)
  const connection = () => sources.withBooks((books) => books.query('select pg_backend_pid()'))
  const first = await connection()
  assert.deepEqual(await connection(), first)
  await assert.rejects(sources.withBooks((books) => books.query('select 1 / 0')))
  assert.notDeepEqual(await connection(), first)
})
