import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { showAccount } from '../../access/control/accounts.ts'
import { expectDone } from '../../access/testing/customers.ts'
import type { AdminCall } from '../../http/admin/admin.ts'
import { openBooksToWrite } from '../../ledger/open-books.ts'
import { startPostgres } from '../../storage/testing/postgres.ts'
import { makeLog } from '../log.ts'
import { type AdminScene, makeCustomer, newKey, openAdminScene } from '../testing/admin-scene.ts'
import { Acts } from './acts.ts'

const log = makeLog({ level: 'silent', to: process.stderr })
const server = await startPostgres()
after(() => server[Symbol.asyncDispose]())

function toCall(
  scene: AdminScene,
  account: string,
  { operation, body, idempotencyKey }: { operation: string; body: object; idempotencyKey?: string },
): AdminCall {
  return {
    operation,
    pathParameters: [['account', account]],
    query: '',
    body: Buffer.from(JSON.stringify(body)),
    contentType: 'application/json',
    idempotencyKey,
    token: scene.tokens.operate,
    place: 'desk',
    requestId: '0'.repeat(32),
  }
}

test('an act that has not begun when its caller is told so is not begun later, and a stop takes no more', async () => {
  await using scene = await openAdminScene()
  const { account } = await makeCustomer(scene)
  const rename = async (acts: Acts, name: string) =>
    (await acts.run(toCall(scene, account.id, { operation: 'changeAccount', body: { name } }))).fault?.code
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

for (const kind of ['sqlite', 'postgres'] as const)
  test(`books that another program has locked hold up no act that needs none, and are credited once, on ${kind}`, async () => {
    await using scene = await openAdminScene(kind === 'postgres' ? server.url : undefined)
    const [locked, other] = [await makeCustomer(scene), await makeCustomer(scene)]
    await scene.passAccounts()
    // A credit that waited as long as a command does would be answered later than this.
    await using acts = new Acts({ ...scene.place, log, answerMaxMs: 30_000 })
    const { id } = locked.account
    const body = { units: 7, why: 'outage', confirm: id }
    const credit = toCall(scene, id, { operation: 'creditAccount', body, idempotencyKey: newKey() })
    await using books = await openBooksToWrite(scene.place)
    await books.transaction(async (rows) => {
      await rows.run('update account set state = state where account = $1', id)
      const waiting = acts.run(credit)
      const renamed = await acts.run(
        toCall(scene, other.account.id, { operation: 'changeAccount', body: { name: 'New' } }),
      )
      assert.equal(renamed.status, 200, renamed.body)
      assert.equal((await waiting).fault?.code, 'outcome_unknown')
    })
    for (const _ of ['the first that is carried out', 'a repetition']) {
      const answer = await acts.run(credit)
      assert.equal(answer.status, 201, answer.body)
    }
    const sums = await books.query<[number]>('select sum(units) from account_change where account = $1', id)
    assert.equal(Number(sums[0]![0]), 7)
  })
