import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startPostgres } from '../../storage/testing/postgres.ts'
import { openTestControl } from '../testing/control.ts'
import { expectDone } from '../testing/customers.ts'
import { createAccount } from './accounts.ts'
import { pageOfAccounts } from './pages.ts'

const server = await startPostgres()
after(() => server[Symbol.asyncDispose]())

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`an account is found by a part of its name or by its whole id on ${kind}`, async () => {
    await using control = await openTestControl(kind === 'postgres' ? server.url : undefined)
    const { account } = expectDone(await createAccount(control, { name: 'Škoda Žilina' }))
    expectDone(await createAccount(control, { name: '100 % Shop_\\' }))
    for (const [text, found] of [
      ['', 2],
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
    ] as const)
      assert.equal((await pageOfAccounts(control, { after: 0, limit: 9, text })).rows.length, found, text)
  })
}
