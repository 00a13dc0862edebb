import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showAccount } from '../../access/control/accounts.ts'
import { expectDone } from '../../access/testing/customers.ts'
import type { AdminCall } from '../../http/admin/admin.ts'
import { makeLog } from '../log.ts'
import { makeCustomer, openAdminScene } from '../testing/admin-scene.ts'
import { Acts } from './acts.ts'

const log = makeLog({ level: 'silent', to: process.stderr })

test('an act that has not begun when its caller is told so is not begun later, and a stop takes no more', async () => {
  await using scene = await openAdminScene()
  const { account } = await makeCustomer(scene)
  const rename = async (acts: Acts, name: string): Promise<string | undefined> => {
    const call: AdminCall = {
      operation: 'changeAccount',
      pathParameters: [['account', account.id]],
      query: '',
      body: Buffer.from(JSON.stringify({ name })),
      contentType: 'application/json',
      idempotencyKey: undefined,
      token: scene.tokens.operate,
      place: 'desk',
      requestId: '0'.repeat(32),
    }
    return (await acts.run(call)).fault?.code
  }
  const nameNow = async () => expectDone(await showAccount(scene.control, account.id)).account.name
  await using patient = new Acts({ ...scene.place, log })
  assert.equal(await rename(patient, 'Before'), undefined)
  // Its time is over before the thread has started.
  await using hasty = new Acts({ ...scene.place, log, answerMaxMs: 0 })
  assert.equal(await rename(hasty, 'Late'), 'outcome_unknown')
  await hasty.drain()
  await patient.drain()
  assert.equal(await nameNow(), 'Before')
  assert.equal(await rename(patient, 'After'), 'unavailable')
})
