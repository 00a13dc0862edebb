import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { type Database, openDatabase } from '../../storage/storage.ts'
import { migrationsBefore } from '../../storage/testing/migrations.ts'
import { startPostgres } from '../../storage/testing/postgres.ts'
import { TEST_ACTOR } from '../testing/actor.ts'
import { createTestCustomer, openTestControl, type TestControl } from '../testing/control.ts'
import { changeAccountState } from './accounts.ts'
import { CONTROL_MIGRATIONS } from './control-database.ts'
import { revokeKey } from './keys.ts'
import { applyAccountChanges } from './pending-changes.ts'
import { rotateKeyRing } from './ring.ts'
import { applyTrustRequests, requestTrust } from './trust-requests.ts'

const server = await startPostgres()
after(() => server[Symbol.asyncDispose]())

type Customer = Awaited<ReturnType<typeof createTestCustomer>>

const BY_HAND: readonly (readonly [sql: string, subjects: (customer: Customer) => readonly string[]])[] = [
  ["update control_account set state = 'closed'", ({ account }) => [account]],
  ['update control_account set allowance_units = 7', ({ account }) => [account]],
  ['update control_account set number = 7', () => ['all']],
  ["update control_project set scopes = ''", ({ project }) => [project.id]],
  ["update control_project set browser_scopes = ''", ({ project }) => [project.id]],
  ["update control_project set state = 'suspended'", ({ project }) => [project.id]],
  ["update control_project set client_id = 'rgp_1'", () => ['all']],
  ['update control_key set revoked_at_ms = 7', ({ key }) => [key.id]],
  ['update control_key set expires_at_ms = 7', ({ key }) => [key.id]],
  ["update control_key set scopes = ''", ({ key }) => [key.id]],
  ["update control_key set id = 'key_1'", () => ['all']],
  ['delete from control_key', () => ['all']],
  ["insert into control_origin select id, 'https://x.example' from control_project", ({ project }) => [project.id]],
  ["update control_origin set origin = origin || ':8443'", ({ project }) => [project.id, project.id]],
  ['delete from control_origin', ({ project }) => [project.id, project.id]],
  ["insert into control_limit select id, 'ip', 1, 1 from control_project", ({ project }) => [project.id]],
  ['update control_limit set burst = 2', ({ project }) => [project.id]],
  ['delete from control_limit', ({ project }) => [project.id]],
  ["insert into control_browser_budget select id, 'all', 1 from control_project", ({ project }) => [project.id]],
  [
    'update control_browser_budget set owner = (select id from control_account)',
    ({ project, account }) => [project.id, account],
  ],
  ['delete from control_browser_budget', ({ account }) => [account]],
  ['update control_ring set created_at_ms = 7', () => ['ring']],
  ['delete from control_ring', () => ['ring']],
  // The log leaves out changes that no view shows.
  ["update control_account set name = 'Other', applied_at_ms = 7", () => []],
  ["update control_project set name = 'Other'", () => []],
  ["update control_key set name = 'Other', last4 = 'abcd'", () => []],
  ['update control set changes = changes + 1', () => []],
]

async function lastNumber({ database }: Pick<TestControl, 'database'>): Promise<number> {
  const [[number]] = (await database.query('select max(number) from control_change')) as [[number]]
  return number
}

async function subjectsAfter({ database }: Pick<TestControl, 'database'>, number: number): Promise<string[]> {
  const sql = 'select subject from control_change where $1 < number order by number'
  return (await database.query<[string]>(sql, number)).map(([subject]) => subject)
}

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`the log of changes on ${kind}`, () => {
    const open = () => openTestControl(kind === 'postgres' ? server.url : undefined)

    test('every statement that changes what a view shows is in it, also one by hand, and nothing else', async () => {
      await using control = await open()
      const customer = await createTestCustomer(control)
      for (const [sql, subjects] of BY_HAND) {
        const before = await lastNumber(control)
        await control.database.run(sql)
        const logged = await subjectsAfter(control, before)
        assert.deepEqual(logged.toSorted(), subjects(customer).toSorted(), sql)
      }
    })

    test('marks of what was passed to the books, and requests of trust, are not in it', async () => {
      await using control = await open()
      await createTestCustomer(control)
      const before = await lastNumber(control)
      await applyAccountChanges(control, async () => undefined)
      await requestTrust(control, { who: 'operator', why: 'looked', doubts: [] })
      await applyTrustRequests(control, async () => 'resolved')
      assert.equal(await lastNumber(control), before)
    })

    test('a change that is rolled back is not in it', async () => {
      await using control = await open()
      await createTestCustomer(control)
      const before = await lastNumber(control)
      const failing = control.database.transaction(async (queries) => {
        await queries.run("update control_project set scopes = ''")
        throw new Error('no')
      })
      await assert.rejects(failing, /no/)
      assert.equal(await lastNumber(control), before)
    })

    test('it keeps ten thousand rows', async () => {
      await using control = await open()
      await createTestCustomer(control)
      const before = await lastNumber(control)
      await control.database.run("insert into control_change (number, subject) values (10000, 'all')")
      const read = () => control.database.query('select min(number), max(number) from control_change')
      assert.deepEqual(await read(), [[1, 10_000]])
      for (let number = 1; number < before; number++) {
        await control.database.run("update control_project set scopes = ''")
        assert.deepEqual(await read(), [[number + 1, 10_000 + number]])
      }
    })

    test('the version before goes on beside it, and what it changes is in the log', async () => {
      using dir = mkdtempDisposableSync(join(tmpdir(), 'regista-change-log-'))
      await using postgres = kind === 'postgres' ? await startPostgres() : undefined
      const openWith = (migrations: URL): Promise<Database> =>
        openDatabase(
          postgres === undefined
            ? { path: join(dir.path, 'control.db'), migrations, mode: 'write' }
            : { url: postgres.url, migrations, series: 'control', mode: 'write', connections: 1 },
        )
      const clock = { nowMs: () => Date.UTC(2026, 10, 29) }
      const before = migrationsBefore('0005', CONTROL_MIGRATIONS, dir.path)
      // That version wrote no lines of acts.
      const writer = { clock, actor: TEST_ACTOR, isPart: true } as const
      await using old = {
        database: await openWith(before),
        ...writer,
        [Symbol.asyncDispose]: () => old.database.close(),
      }
      const { account, key } = await createTestCustomer(old)
      await using current = await openWith(CONTROL_MIGRATIONS)
      const number = await lastNumber({ database: current })
      await changeAccountState(old, { id: account, transition: 'suspend' })
      await revokeKey(old, key.id)
      assert.deepEqual(await subjectsAfter({ database: current }, number), [account, key.id])
      await using again = await openWith(before)
      assert.equal(await rotateKeyRing({ database: again, clock }), 'unchanged')
    })
  })
}
