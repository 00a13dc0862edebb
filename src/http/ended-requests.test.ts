import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { until } from '../stdx/testing/until.ts'
import { connectionOf } from './connection.ts'
import type { Asked } from './testing/ask.ts'
import { exampleRelease, ICOS } from './testing/example-release.ts'
import { openRaw } from './testing/raw-socket.ts'
import { type Customer, ORIGIN, startService } from './testing/service.ts'

const release = await exampleRelease()
after(() => release.close())

const SUGGEST = { path: '/v1/autocomplete/companies?q=mlyn' }
const PREFLIGHT = { origin: ORIGIN, 'access-control-request-method': 'GET' }
const session = ({ project }: Customer): Asked => ({
  path: '/v1/browser-sessions',
  origin: ORIGIN,
  body: { client_id: project.clientId },
})

/** Each way in which a request can end once it counts as in progress. */
const ENDS: readonly (readonly [end: string, status: number, asked: (customer: Customer) => Asked])[] = [
  ['a suggestion', 200, ({ key }) => ({ ...SUGGEST, key })],
  ['a free answer', 200, ({ key }) => ({ path: '/v1/me/usage', key })],
  ['a session', 200, session],
  ['a preflight', 204, () => ({ path: '/v1/me/usage', method: 'OPTIONS', headers: PREFLIGHT })],
  ['no credential', 401, () => ({ path: '/v1/me/usage' })],
  ['a wrong parameter', 400, ({ key }) => ({ path: '/v1/autocomplete/companies', key })],
  ['no such company', 404, ({ key }) => ({ path: `/v1/companies/sk/${ICOS.unknown}`, key })],
]

describe('a request that has ended', () => {
  for (const [end, status, asked] of ENDS)
    test(`is no longer in progress: ${end}`, async () => {
      await using service = await startService({ release })
      const reply = await service.ask(asked(await service.customer()))
      assert.equal(reply.status, status, reply.text)
      assert.equal(service.requestsInProgress(), 0)
    })

  test('is no longer in progress: an internal error', async () => {
    await using service = await startService({ release })
    const { key } = await service.customer()
    Object.defineProperty(service.state, 'release', { get: fail })
    assert.equal((await service.ask({ ...SUGGEST, key })).status, 503)
    assert.equal(service.requestsInProgress(), 0)
  })

  test('is no longer in progress, and leaves no charge at its connection, whether it was answered or left', async () => {
    await using service = await startService({ release })
    const { key } = await service.customer()
    const sockets = new Set<Socket>()
    service.server.on('request', ({ socket }) => sockets.add(socket))
    const received = once(service.server, 'request')
    const client = openRaw(service.port)
    client.socket.write(`GET ${SUGGEST.path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`)
    await received
    client.socket.destroy()
    assert.equal((await service.ask({ ...SUGGEST, key })).status, 200)
    await until(service.requestsInProgress, 'no request in progress', (some) => some === 0)
    assert(1 < sockets.size)
    for (const socket of sockets) assert.equal(connectionOf(socket).charges?.size ?? 0, 0)
  })
})

function fail(): never {
  throw new Error('a fault of the test')
}
