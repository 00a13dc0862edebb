import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startPostgres } from '../../storage/testing/postgres.ts'
import { createTestCustomer, openTestControl, type TestControl } from '../testing/control.ts'
import { expectDone } from '../testing/customers.ts'
import { createAccount, renameAccount, setAccountBudget } from './accounts.ts'
import { pageOfAccounts, pageOfProjects, readNames } from './pages.ts'
import { createProject, setProjectLimits } from './projects.ts'

const server = await startPostgres()
after(() => server[Symbol.asyncDispose]())

/** The same control, and how many statements its snapshots have run. */
function counting(control: TestControl) {
  const counted = { statements: 0, control: { ...control, database: Object.create(control.database) } }
  counted.control.database.snapshot = (work: Parameters<typeof control.database.snapshot>[0]) =>
    control.database.snapshot(({ query, run }) => {
      const count: typeof query = (sql, ...values) => {
        counted.statements++
        return query(sql, ...values)
      }
      return work({ query: count, run })
    })
  return counted
}

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`pages of lists on ${kind}`, () => {
    const open = () => openTestControl(kind === 'postgres' ? server.url : undefined)

    test('an account is found by a part of its name or of a web site, and by whole ids', async () => {
      await using control = await open()
      const { account } = expectDone(await createAccount(control, { name: 'Škoda Žilina' }))
      expectDone(await createAccount(control, { name: '100 % Shop_\\' }))
      const origins = ['https://www.bakery.example', 'https://pay.bakery.example']
      const { account: id, project } = await createTestCustomer(control, { origins })
      for (const [text, found] of [
        ['', 3],
        ['Škoda', 1],
        ['ŠKODA', 1],
        ['Škoda Žilina', 1],
        ['ILINA', 1],
        ['skoda', 0],
        ['100 %', 1],
        ['%', 1],
        ['p_\\', 1],
        ['_oda', 0],
        [account.id, 1],
        [account.id.slice(0, -1), 0],
        [id, 1],
        [project.id, 1],
        [project.clientId, 1],
        [project.clientId.slice(0, -1), 0],
        ['Bakery.Example', 1],
        ['https://pay.bakery.example', 1],
        ['pay%bakery', 0],
      ] as const)
        assert.equal((await pageOfAccounts(control, { after: 0, limit: 9, text })).rows.length, found, text)
    })

    test('the pages of a search have each account once, in order of creation, with its own rules', async () => {
      await using control = await open()
      const customers = []
      for (let i = 0; i < 7; i++) customers.push(await createTestCustomer(control, { origins: [] }))
      const ids = customers.map((one) => one.account)
      expectDone(await renameAccount(control, { id: ids[3]!, name: 'Other' }))
      for (const id of ids) expectDone(await setAccountBudget(control, { id, settings: { all: 1 + ids.indexOf(id) } }))
      const wanted = ids.filter((id) => id !== ids[3])
      for (const limit of [1, 2, 3, 5, 6, 9]) {
        const found: (readonly [id: string, units: number | null | undefined])[] = []
        for (let after: number | undefined = 0; after !== undefined; ) {
          const page = await pageOfAccounts(control, { after, limit, text: 'exam', state: 'verified' })
          assert(page.rows.length <= limit)
          found.push(...page.rows.map(({ id, budget }) => [id, budget.all] as const))
          after = page.next
        }
        assert.deepEqual(
          found,
          wanted.map((id) => [id, 1 + ids.indexOf(id)]),
        )
      }
    })

    test('a page of projects has only those of its account, each with its own origins and limits', async () => {
      await using control = await open()
      const { account, project } = await createTestCustomer(control)
      await createTestCustomer(control, { origins: ['https://other.example'] })
      const origins = ['https://b.example', 'https://c.example']
      const second = expectDone(await createProject(control, { account, name: 'Second', origins })).project
      const limits = { ip: { rate: 2, burst: 3 } }
      expectDone(await setProjectLimits(control, { id: second.id, limits }))
      const first = await pageOfProjects(control, { account, after: 0, limit: 1 })
      assert.deepEqual(first.rows, [project])
      const { rows, next } = await pageOfProjects(control, { account, after: first.next!, limit: 1 })
      assert.deepEqual([rows, next], [[{ ...second, limits }], undefined])
      assert.equal((await pageOfProjects(control, { after: 0, limit: 9 })).rows.length, 3)
    })

    test('a page takes as many statements whether it has one row or many', async () => {
      await using control = await open()
      for (let i = 0; i < 4; i++) await createTestCustomer(control)
      for (const read of [pageOfAccounts, pageOfProjects]) {
        const [one, many] = [counting(control), counting(control)]
        assert.equal((await read(one.control, { after: 0, limit: 1 })).rows.length, 1)
        assert.equal((await read(many.control, { after: 0, limit: 4 })).rows.length, 4)
        assert.notEqual(one.statements, 0)
        assert.equal(one.statements, many.statements)
      }
    })

    test('names are those of the ids that were asked for, also of client ids', async () => {
      await using control = await open()
      const { account, project, key } = await createTestCustomer(control, { name: 'Bakery' })
      await createTestCustomer(control)
      const names = await readNames(control, {
        projects: [project.id, 'prj_none'],
        credentials: [key.id, project.clientId, 'key_none'],
      })
      const named = { name: 'Bakery', account: { id: account, name: 'Example' } }
      assert.deepEqual(Object.fromEntries(names.projects), { [project.id]: named })
      assert.deepEqual(Object.fromEntries(names.clients), { [project.clientId]: named })
      assert.deepEqual(Object.fromEntries(names.keys), { [key.id]: { name: '', last4: key.last4 } })
    })
  })
}
