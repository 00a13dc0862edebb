import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { pollForAnswer } from '../stdx/poll-for-answer.ts'
import { connectionOf } from './connection.ts'
import type { Asked } from './testing/ask.ts'
import { exampleRelease, ICOS } from './testing/example-release.ts'
import { type Customer, ORIGIN, startService } from './testing/service.ts'

/** Each way in which a request can end once it counts as in progress. */
const ENDS: readonly (readonly [end: string, status: number, asked: (customer: Customer) => Asked])[] = [
  ['a suggestion', 200, ({ key }) => ({ path: '/v1/autocomplete/companies?q=mlyn', key })],
  ['a free answer', 200, ({ key }) => ({ path: '/v1/me/usage', key })],
  ['a session', 200, session],
  ['a preflight', 204, () => ({ path: '/v1/me/usage', method: 'OPTIONS', headers: PREFLIGHT })],
  ['no credential', 401, () => ({ path: '/v1/me/usage' })],
  ['a wrong parameter', 400, ({ key }) => ({ path: '/v1/autocomplete/companies', key })],
  ['no such company', 404, ({ key }) => ({ path: `/v1/companies/sk/${ICOS.unknown}`, key })],
]

const PREFLIGHT = { origin: ORIGIN, 'access-control-request-method': 'GET' }

function session({ project }: Customer): Asked {
  const headers = { origin: ORIGIN, 'content-type': 'application/json' }
  return {
    path: '/v1/browser-sessions',
    method: 'POST',
    headers,
    body: JSON.stringify({ client_id: project.clientId }),
  }
}

describe('a request that has ended', () => {
  for (const [end, status, asked] of ENDS)
    test(`is no longer in progress: ${end}`, async () => {
      await using service = await startService({ release: await exampleRelease() })
      const reply = await service.ask(asked(await service.customer()))
      assert.equal(reply.status, status, reply.text)
      assert.equal(service.requestsInProgress(), 0)
    })

  test('is no longer in progress: an internal error', async () => {
    await using service = await startService({ release: await exampleRelease() })
    const { key } = await service.customer()
    Object.defineProperty(service.state, 'release', { get: fail })
    assert.equal((await service.ask({ path: '/v1/autocomplete/companies?q=mlyn', key })).status, 503)
    assert.equal(service.requestsInProgress(), 0)
  })

  test('is no longer in progress, and leaves no charge at its connection, whether it was answered or left', async () => {
    await using service = await startService({ release: await exampleRelease() })
    const { key } = await service.customer()
    const sockets = new Set<Socket>()
    service.server.on('request', ({ socket }) => sockets.add(socket))
    const request = `GET /v1/autocomplete/companies?q=mlyn HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`
    const client = connect(service.port, '127.0.0.1')
    const received = once(service.server, 'request')
    client.write(request)
    await received
    client.destroy()
    assert.equal((await service.ask({ path: '/v1/autocomplete/companies?q=mlyn', key })).status, 200)
    assert.equal(await pollForAnswer(async () => (service.requestsInProgress() === 0 ? 'none' : undefined)), 'none')
    assert(1 < sockets.size)
    assert.deepEqual(chargesOf(sockets), 0)
  })
})

function chargesOf(sockets: ReadonlySet<Socket>): number {
  return sockets.values().reduce((sum, socket) => sum + (connectionOf(socket).charges?.size ?? 0), 0)
}

function fail(): never {
  throw new Error('a fault of the test')
}
