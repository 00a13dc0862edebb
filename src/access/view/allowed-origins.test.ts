import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mintSession } from '../access.ts'
import { changeAccountState } from '../control/accounts.ts'
import { allowOrigin, denyOrigin, setProjectState } from '../control/projects.ts'
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
      return [a, b, 'https://c.example', 'https://d.example', 'null', ''].filter(view.isOriginAllowed)
    }
    assert.deepEqual(await allowed(), [a, b, 'https://c.example'])
    await setProjectState(own, { id: third.project.id, state: 'suspended' })
    assert.deepEqual(await allowed(), [a, b])
    await changeAccountState(own, { id: first.account, transition: 'suspend' })
    assert.deepEqual(await allowed(), [a, b])
  })

  test('is allowed for every port of a development origin, and sessions there are bound to their port', async () => {
    await using own = await openTestControl()
    const { project } = await createTestCustomer(own)
    const { project: other } = await createTestCustomer(own)
    const at = 'http://127.0.0.1:5173'
    const outcomes = async ({ clientId }: { clientId: string }, origins: readonly string[]) => {
      const view = await own.view()
      const minted = (origin: string) => mintSession(view, { clientId, origin, ip, nowMs: EXAMPLE_NOW_MS })
      return origins.filter((origin) => minted(origin).outcome === 'minted')
    }
    const allowed = ['http://127.0.0.1', at, 'http://127.0.0.1:1', 'http://127.0.0.1:65535']
    const refused = [
      ...['http://127.0.0.1:80', 'http://127.0.0.1:080', 'http://127.0.0.1:', 'http://127.0.0.1:655350', `${at}/`],
      ...['http://localhost:5173', 'http://[::1]:5173', 'http://127.0.0.2:5173', 'https://127.0.0.1:5173'],
      ...['http://127.0.0.1.example:5173', 'http://127.0.0.1:x', 'http://user@127.0.0.1:5173', 'HTTP://127.0.0.1:5173'],
      ...['http://www.example.com', 'http://www.example.com:5173', 'https://www.example.com:5173'],
    ]
    assert.deepEqual(await outcomes(project, [...allowed, ...refused]), [])
    const given = { id: project.id, origin: 'http://127.0.0.1' }
    assert.equal((await allowOrigin(own, { ...given, kind: 'development' })).outcome, 'changed')
    assert.deepEqual(await outcomes(project, [...allowed, ...refused]), allowed)
    assert.deepEqual(await outcomes(other, allowed), [], 'another project')
    const view = await own.view()
    const passing = [...allowed, ...refused].filter(view.isOriginAllowed)
    assert.deepEqual(passing, allowed)
    await denyOrigin(own, given)
    assert.deepEqual(await outcomes(project, allowed), [])
    const names = ['http://shop.test', 'http://shop.test:8080', 'http://other.test', 'http://a.shop.test']
    assert.deepEqual(await outcomes(project, names), [])
    await allowOrigin(own, { id: project.id, origin: names[0]!, kind: 'development' })
    assert.deepEqual(await outcomes(project, names), names.slice(0, 2))
  })
})
