import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkPreflight, mintSession } from '../access.ts'
import { changeAccountState } from '../control/accounts.ts'
import { setProjectState } from '../control/projects.ts'
import { parseIp } from '../network/ip.ts'
import { createTestCustomer, EXAMPLE_NOW_MS, openTestControl } from '../testing/control.ts'

const ip = parseIp('192.0.2.7')!

describe('a preflight', () => {
  test('is allowed for an origin of any active project, and for no other', async () => {
    await using own = await openTestControl()
    const [a, b] = ['https://a.example', 'https://b.example']
    const first = await createTestCustomer(own, { origins: [a] })
    await createTestCustomer(own, { origins: [a, b] })
    const third = await createTestCustomer(own, { origins: ['https://c.example'], account: first.account })
    const allowed = async () => {
      const view = await own.view()
      const origins = [a, b, 'https://c.example', 'https://d.example', 'null', '', undefined]
      return origins.filter((origin) => checkPreflight(view, origin) === 'allowed')
    }
    assert.deepEqual(await allowed(), [a, b, 'https://c.example'])
    await setProjectState(own, { id: third.project.id, state: 'suspended' })
    assert.deepEqual(await allowed(), [a, b])
    await changeAccountState(own, { id: first.account, transition: 'suspend' })
    assert.deepEqual(await allowed(), [a, b])
  })

  test('a local origin that was allowed for a demonstration counts for nothing elsewhere', async () => {
    await using own = await openTestControl()
    const origin = 'http://localhost:3000'
    const { project } = await createTestCustomer(own, { origins: [origin] })
    for (const [policy, expected] of [
      ['https', 'origin_not_allowed'],
      ['https_and_localhost', 'allowed'],
    ] as const) {
      const view = await own.view(policy)
      assert.equal(checkPreflight(view, origin), expected)
      assert.equal(
        mintSession(view, { clientId: project.clientId, origin, ip, nowMs: EXAMPLE_NOW_MS }).outcome === 'minted',
        expected === 'allowed',
      )
    }
  })
})
