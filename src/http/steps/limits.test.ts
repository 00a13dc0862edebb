import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { type Project, setProjectLimits } from '../../access/control/projects.ts'
import type { LimitName } from '../../access/limits/limits.ts'
import { parseNetwork } from '../../access/network/network.ts'
import type { Asked } from '../testing/ask.ts'
import { booksWith, chargeAfter } from '../testing/books-with.ts'
import { exampleRelease } from '../testing/example-release.ts'
import { sendRaw } from '../testing/raw-socket.ts'
import { type Customer, ORIGIN, type Service, startService } from '../testing/service.ts'

const release = await exampleRelease()
after(() => release.close())

const SUGGEST = { path: '/v1/autocomplete/companies', query: { q: 'mlyn' } }
const DETAIL = { path: '/v1/companies/sk/00000001' }
const USAGE = { path: '/v1/me/usage' }

/** The operations that a limit of two stops at the third time, and those that it does not stop. */
const KEY_LIMITS: readonly (readonly [name: LimitName, stopped: { path: string }, other: { path: string }])[] = [
  ['key', SUGGEST, { path: '/v1/nothing' }],
  ['account', SUGGEST, { path: '/v1/nothing' }],
  ['details', DETAIL, SUGGEST],
  ['usage', USAGE, SUGGEST],
]

const session = async (service: Service, { clientId }: Customer['project']) =>
  await service.ask({ path: '/v1/browser-sessions', origin: ORIGIN, body: { client_id: clientId } })

/** A suggestion with a new session of this project. */
async function visitor(service: Service, project: Customer['project']): Promise<Asked> {
  return { ...SUGGEST, key: (await session(service, project)).json.data.token, origin: ORIGIN }
}

async function statusesOf(service: Service, asked: readonly Asked[]): Promise<number[]> {
  const statuses: number[] = []
  for (const one of asked) statuses.push((await service.ask(one)).status)
  return statuses
}

describe('a limit', () => {
  for (const [name, stopped, other] of KEY_LIMITS)
    test(`${name}: 429 with the time to wait, without a charge, and 200 after that time`, async () => {
      await using service = await startService({ release, limits: { [name]: { rate: 0.5, burst: 2 } } })
      const { key, account } = await service.customer()
      for (let i = 0; i < 2; i++) assert.equal((await service.ask({ ...stopped, key })).status, 200)
      const before = await service.confirmedUnits(account)
      const { status, json } = await service.ask({ ...stopped, key })
      assert.deepEqual([status, json.error.code], [429, 'rate_limited'])
      assert.equal(await service.confirmedUnits(account), before)
      assert.notEqual((await service.ask({ ...other, key })).status, 429)
      service.clock.moveMs(json.error.retry_after_seconds * 1000)
      assert.equal((await service.ask({ ...stopped, key })).status, 200)
    })

  test('ip: 429 before the body and the credential are checked; other addresses are served', async () => {
    await using service = await startService({ release, limits: { ip: { rate: 0.001, burst: 2 } } })
    for (let i = 0; i < 2; i++) assert.equal((await service.ask(SUGGEST)).status, 401)
    assert.equal((await service.ask({ path: '/v1/browser-sessions', body: 'x'.repeat(20_000) })).status, 429)
    assert.equal((await service.ask({ ...SUGGEST, method: 'PUT' })).status, 405)
    assert.equal((await service.ask({ ...SUGGEST, from: '127.0.0.2' })).status, 401)
  })

  test('ip_guesses: 429 for further wrong keys, never for a valid key from the same address', async () => {
    await using service = await startService({ release, limits: { ip_guesses: { rate: 0.001, burst: 2 } } })
    const { key } = await service.customer()
    const wrong = `rgk_${'0'.repeat(64)}`
    for (let i = 0; i < 2; i++) assert.equal((await service.ask({ ...SUGGEST, key: wrong })).status, 401)
    assert.equal((await service.ask({ ...SUGGEST, key: wrong })).status, 429)
    assert.equal((await service.ask({ ...SUGGEST, key })).status, 200)
    assert.equal((await service.ask(SUGGEST)).status, 401)
  })

  for (const name of ['session', 'session_life', 'project_sessions'] as const)
    test(`${name}: 429 for a session`, async () => {
      const rate = name === 'session_life' ? 0 : 0.001
      await using service = await startService({ release, limits: { [name]: { rate, burst: 2 } } })
      const { project, key } = await service.customer()
      const asked = await visitor(service, project)
      assert.deepEqual(await statusesOf(service, [asked, asked, asked, { ...SUGGEST, key }]), [200, 200, 429, 200])
      assert.equal((await service.ask(asked)).json.error.code, 'rate_limited')
    })

  for (const name of ['mint_ip', 'mint_network', 'mint_project'] as const)
    test(`${name}: 429 for further sessions`, async () => {
      await using service = await startService({ release, limits: { [name]: { rate: 0.001, burst: 2 } } })
      const { project } = await service.customer()
      for (let i = 0; i < 2; i++) assert.equal((await session(service, project)).status, 200)
      assert.equal((await session(service, project)).json.error.code, 'rate_limited')
    })

  const limited = async (service: Service, limits: Project['limits']) => {
    const customer = await service.customer()
    await setProjectLimits(service.control, { id: customer.project.id, limits })
    await service.refresh()
    return customer
  }

  test('ip of a project: 429 for all its sessions at one address together, not for keys or other projects', async () => {
    await using service = await startService({ release, limits: { ip: { rate: 0.001, burst: 50 } } })
    const { project, key } = await limited(service, { ip: { rate: 0.001, burst: 3 } })
    const { project: other } = await service.customer()
    const [first, second] = [await visitor(service, project), await visitor(service, project)]
    const third = await visitor(service, other)
    const statuses = await statusesOf(service, [first, second, first, second, first, third, third, third, third])
    assert.deepEqual(statuses, [200, 200, 200, 429, 429, 200, 200, 200, 200])
    for (let i = 0; i < 5; i++) assert.equal((await service.ask({ ...SUGGEST, key })).status, 200)
    await setProjectLimits(service.control, { id: project.id, limits: { ip: null } })
    await service.refresh()
    assert.equal((await service.ask(first)).status, 200)
  })

  for (const [what, burst] of Object.entries({ fewer: 1, more: 5 }))
    test(`mint_ip of a project: ${what} new sessions than the limit of the server, beside those of other projects`, async () => {
      await using service = await startService({ release, limits: { mint_ip: { rate: 0.001, burst: 3 } } })
      const { project } = await limited(service, { mint_ip: { rate: 0.001, burst } })
      const { project: other } = await service.customer()
      const statuses = async (of: Customer['project']) => {
        const replies = []
        for (let i = 0; i < 7; i++) replies.push((await session(service, of)).status)
        return replies
      }
      const first = (count: number) => Array.from({ length: 7 }, (_, i) => (i < count ? 200 : 429))
      assert.deepEqual([await statuses(project), await statuses(other)], [first(burst), first(3)])
    })

  test('a flood of sessions of a project does not stop the keys of its account', async () => {
    const few = { rate: 0.001, burst: 3 }
    await using service = await startService({ release, limits: { project_sessions: few, account: few } })
    const { project, key } = await service.customer()
    const [page, server] = [await visitor(service, project), { ...SUGGEST, key }]
    const statuses = await statusesOf(service, [page, page, page, page, server, server, server, server])
    assert.deepEqual(statuses, [200, 200, 200, 429, 200, 200, 200, 429])
  })

  test('concurrent: 429 for one concurrent request too many of an account, and 200 when one has ended', async () => {
    const gate = Promise.withResolvers<void>()
    const ledgerPort = booksWith((ledger) => ({
      charge: (request) => chargeAfter(gate.promise, () => ledger.charge(request)),
    }))
    await using service = await startService({ release, limits: { concurrent: { rate: 0, burst: 2 } }, ledgerPort })
    const { key } = await service.customer()
    const asked = Array.from({ length: 3 }, () => service.ask({ ...SUGGEST, key }))
    const { status, json } = await Promise.race(asked)
    assert.deepEqual([status, json.error.code], [429, 'rate_limited'])
    gate.resolve()
    const statuses = (await Promise.all(asked)).map((reply) => reply.status)
    assert.deepEqual(statuses.toSorted(), [200, 200, 429])
    assert.equal((await service.ask({ ...SUGGEST, key })).status, 200)
  })

  test('ip: one connection of a proxy carries the requests of several addresses', async () => {
    const proxy = parseNetwork('127.0.0.1/32')
    assert('network' in proxy)
    const proxies = { networks: [proxy.network], header: 'x-forwarded-for' } as const
    await using service = await startService({ release, limits: { ip: { rate: 0.001, burst: 1 } }, proxies })
    const from = (address: string) => `GET /openapi.json HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\n\r\n`
    const addresses = ['192.0.2.1', '198.51.100.1', '192.0.2.1', '198.51.100.1', '203.0.113.1']
    const { statuses } = await sendRaw(service.port, addresses.map(from).join(''), addresses.length)
    assert.deepEqual(statuses, [200, 200, 429, 429, 200])
  })

  test('concurrent: a free request counts too', async () => {
    const gate = Promise.withResolvers<void>()
    const ledgerPort = booksWith((ledger) => ({ usage: (account) => gate.promise.then(() => ledger.usage(account)) }))
    await using service = await startService({ release, limits: { concurrent: { rate: 0, burst: 1 } }, ledgerPort })
    const { key } = await service.customer()
    const asked = Array.from({ length: 2 }, () => service.ask({ path: '/v1/me/usage', key }))
    assert.equal((await Promise.race(asked)).status, 429)
    gate.resolve()
    assert.deepEqual((await Promise.all(asked)).map(({ status }) => status).toSorted(), [200, 429])
    assert.equal((await service.ask({ ...SUGGEST, key })).status, 200)
  })
})
