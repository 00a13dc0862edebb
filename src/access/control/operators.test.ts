import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { DAY_MS } from '../../stdx/time-units.ts'
import { startPostgres } from '../../storage/testing/postgres.ts'
import { EXAMPLE_NOW_MS, openTestControl } from '../testing/control.ts'
import { expectDone } from '../testing/customers.ts'
import { changeAccountState, createAccount, reopenAccount, setAllowance } from './accounts.ts'
import { listActs } from './acts.ts'
import { noteCredit } from './credits.ts'
import { createCustomer } from './customers.ts'
import { issueKey, rotateKey } from './keys.ts'
import {
  addOperator,
  authenticateOperator,
  boundsOf,
  includesRole,
  listOperators,
  revokeOperator,
} from './operators.ts'
import { allowOrigin, createProject, setProjectState, setScopes } from './projects.ts'

const server = await startPostgres()
after(() => server[Symbol.asyncDispose]())

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`operators on ${kind}`, () => {
    const open = () => openTestControl(kind === 'postgres' ? server.url : undefined)

    test('a token is shown once, stored as a hash, and works until its end or until it is revoked', async () => {
      await using control = await open()
      const anna = expectDone(await addOperator(control, { name: 'anna', role: 'operate', days: 2 }))
      const billing = expectDone(
        await addOperator(control, {
          name: 'billing',
          role: 'provision',
          allowanceMaxUnits: 5,
          scopes: ['usage:read'],
        }),
      )
      assert.match(anna.text, /^rga_[0-9a-f]{64}$/)
      assert.deepEqual(billing.operator, {
        name: 'billing',
        role: 'provision',
        last4: billing.text.slice(-4),
        allowanceMaxUnits: 5,
        scopes: ['usage:read'],
        createdAtMs: EXAMPLE_NOW_MS,
        expiresAtMs: null,
        revokedAtMs: null,
      })
      assert.deepEqual(await listOperators(control), [anna.operator, billing.operator])
      assert.deepEqual(await authenticateOperator(control, anna.text), anna.operator)
      for (const wrong of ['', 'rga_', anna.text.toUpperCase(), `${anna.text}0`, anna.text.slice(0, -1)])
        assert.equal(await authenticateOperator(control, wrong), undefined)
      control.clock.setMs(EXAMPLE_NOW_MS + 2 * DAY_MS - 1)
      assert.equal((await authenticateOperator(control, anna.text))?.name, 'anna')
      control.clock.setMs(EXAMPLE_NOW_MS + 2 * DAY_MS)
      assert.equal(await authenticateOperator(control, anna.text), undefined)
      assert.equal(expectDone(await revokeOperator(control, 'billing')).outcome, 'revoked')
      assert.equal(expectDone(await revokeOperator(control, 'billing')).outcome, 'unchanged')
      assert.equal(await authenticateOperator(control, billing.text), undefined)
      const stored = JSON.stringify(await control.database.query('select name, last4, scopes from control_operator'))
      const lines = JSON.stringify(await listActs(control, { limit: 9 }))
      for (const text of [anna.text, billing.text]) assert(!`${stored}${lines}`.includes(text.slice(4, 40)))
      assert.equal((await listActs(control, { limit: 9 })).map(({ what }) => what).join(), WHATS)
    })

    test('a name is taken once, and a wrong one is refused', async () => {
      await using control = await open()
      expectDone(await addOperator(control, { name: 'anna', role: 'read' }))
      expectDone(await revokeOperator(control, 'anna'))
      for (const [name, outcome] of [
        ['anna', 'wrong_state'],
        ['', 'invalid'],
        ['Anna B', 'invalid'],
        ['a'.repeat(41), 'invalid'],
      ] as const)
        assert.equal((await addOperator(control, { name, role: 'read' })).outcome, outcome, name)
      assert.equal((await addOperator(control, { name: 'b', role: 'read', scopes: ['all'] })).outcome, 'invalid')
      assert.equal((await revokeOperator(control, 'nobody')).outcome, 'not_found')
    })

    test('an operator gives no larger allowance and no other scope than its bounds, in no way', async () => {
      await using control = await open()
      const { account, project, key } = expectDone(await createCustomer(control, { name: 'Shop' }))
      const bounds = boundsOf({ allowanceMaxUnits: 50, scopes: ['addresses:suggest'] })
      const bounded = { ...control, actor: { ...control.actor, bounds } }
      const [id, allowed, wrong] = [account.id, ['addresses:suggest'], ['addresses:suggest', 'usage:read']]
      const narrow = expectDone(await issueKey(control, { project: project.id, scopes: allowed }))
      const state = (by: typeof control, transition: 'verify' | 'suspend' | 'resume' | 'close') =>
        changeAccountState(by, { id, transition })
      const fresh = expectDone(await createAccount(control, { name: 'D' })).account
      const credit = (units: number) =>
        noteCredit(bounded, { account: id, units, why: 'outage' }, { isConfirmed: true })
      const origin = 'https://two.example'
      const scopes = (by: typeof control, own: readonly string[], browserScopes: readonly string[]) =>
        setScopes(by, { id: project.id, scopes: own, browserScopes })
      for (const [outcome, run] of [
        ['forbidden', () => createAccount(bounded, { name: 'A', allowanceUnits: 51 })],
        ['forbidden', () => createAccount(bounded, { name: 'A' })],
        ['created', () => createAccount(bounded, { name: 'A', allowanceUnits: 50 })],
        ['forbidden', () => setAllowance(bounded, { id, allowanceUnits: 51 })],
        ['forbidden', () => changeAccountState(bounded, { id: fresh.id, transition: 'verify' })],
        ['changed', () => state(bounded, 'suspend')],
        ['forbidden', () => state(bounded, 'resume')],
        ['changed', () => state(control, 'resume')],
        ['changed', () => state(bounded, 'close')],
        ['forbidden', () => reopenAccount(bounded, id)],
        ['changed', () => reopenAccount(control, id)],
        ['changed', () => setAllowance(bounded, { id, allowanceUnits: 50 })],
        ['changed', () => state(bounded, 'suspend')],
        ['changed', () => state(bounded, 'resume')],
        ['changed', () => state(bounded, 'close')],
        ['changed', () => reopenAccount(bounded, id)],
        ['forbidden', () => credit(51)],
        ['noted', () => credit(50)],
        ['forbidden', () => createCustomer(bounded, { name: 'B', allowanceUnits: 50 })],
        ['created', () => createCustomer(bounded, { name: 'B', allowanceUnits: 50, scopes: allowed })],
        ['forbidden', () => createProject(bounded, { account: id, name: 'C', scopes: wrong })],
        ['forbidden', () => issueKey(bounded, { project: project.id, scopes: wrong })],
        ['issued', () => issueKey(bounded, { project: project.id, scopes: allowed })],
        ['forbidden', () => rotateKey(bounded, key.id, { endsInMs: 0 })],
        ['rotated', () => rotateKey(bounded, narrow.key.id, { endsInMs: 0 })],
        ['forbidden', () => allowOrigin(bounded, { id: project.id, origin })],
        ['changed', () => setProjectState(bounded, { id: project.id, state: 'suspended' })],
        ['forbidden', () => setProjectState(bounded, { id: project.id, state: 'active' })],
        ['changed', () => scopes(bounded, ['companies:suggest', ...wrong], ['companies:suggest'])],
        ['forbidden', () => scopes(bounded, ['companies:read', 'companies:suggest', ...wrong], [])],
        ['changed', () => scopes(bounded, ['companies:suggest', ...wrong], [])],
        ['forbidden', () => scopes(bounded, ['companies:suggest', ...wrong], ['companies:suggest'])],
        ['changed', () => scopes(bounded, wrong, allowed)],
        ['changed', () => allowOrigin(bounded, { id: project.id, origin })],
        ['forbidden', () => setProjectState(bounded, { id: project.id, state: 'active' })],
        ['changed', () => scopes(bounded, [], [])],
        ['forbidden', () => scopes(bounded, wrong, [])],
        ['changed', () => scopes(bounded, allowed, allowed)],
        ['changed', () => setProjectState(bounded, { id: project.id, state: 'active' })],
      ] as const)
        assert.equal((await run()).outcome, outcome, String(run))
    })
  })
}

const WHATS = 'operator.revoke,operator.add,operator.add'

test('a role includes those before it', () => {
  const table = ['read', 'provision', 'operate'] as const
  for (const [at, role] of table.entries())
    for (const [needed, name] of table.entries()) assert.equal(includesRole(role, name), needed <= at)
})
