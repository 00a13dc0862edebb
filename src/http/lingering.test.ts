import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { after, describe, test } from 'node:test'
import { until } from '../stdx/testing/until.ts'
import { startBareServer } from './testing/bare-server.ts'
import { booksWith, chargeAfter } from './testing/books-with.ts'
import { exampleRelease } from './testing/example-release.ts'
import { openRaw } from './testing/raw-socket.ts'
import { startService } from './testing/service.ts'

const LONG_MS = 600_000
const BODY_BYTES = 2 ** 20
const HALF_OPEN = { allowHalfOpen: true }

const suggest = (key: string): string =>
  `GET /v1/autocomplete/companies?q=mlyn HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`
const post = (path: string, header: string, body = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n${body}`
const inChunks = (bytes: number): string =>
  post('/v1/browser-sessions', 'Transfer-Encoding: chunked', `${bytes.toString(16)}\r\n${'x'.repeat(17_000)}`)

const REFUSED: readonly (readonly [what: string, head: string, status: number])[] = [
  ['bytes that are no request', 'GET v1 HTTP/1.1\r\nHost: a\r\n', 400],
  ['endless headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(9_000)}`, 400],
  ['too large a body', post('/v1/browser-sessions', `Content-Length: ${BODY_BYTES}`), 413],
  ['too large a body in chunks', inChunks(BODY_BYTES), 413],
  ['too large a body in chunks, then a malformed chunk', inChunks(17_000), 413],
  ['an unknown path, then a malformed chunk', post('/nowhere', 'Transfer-Encoding: chunked', 'ZZ\r\n'), 404],
  ['an unknown path with Connection: close', 'GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404],
]

const release = await exampleRelease()
const service = await startService({ release, connection: { lingerMs: LONG_MS } })
after(() => service[Symbol.asyncDispose]())

describe('a client that keeps sending after the last response of its connection', () => {
  for (const [what, head, status] of REFUSED) {
    test(`reads the response and is not reset: ${what}`, async () => {
      const { socket, statuses } = openRaw(service.port, HALF_OPEN)
      socket.write(head)
      await once(socket, 'end')
      for (let sent = 0; sent < 20; sent++) {
        socket.write('x'.repeat(25_000))
        // The server has had its turn, and the system has told what it thinks of the bytes.
        await service.ask({ path: '/nowhere' })
      }
      socket.end()
      await until(() => socket.closed, 'the end of the connection')
      assert.equal(socket.errored, null)
      assert.deepEqual(statuses(), [status])
    })
  }

  test('is not charged for the rest of a request that timed out, nor for requests after it', async () => {
    const { key, account } = await service.customer()
    const one = () => service.ask({ path: '/v1/autocomplete/companies', query: { q: 'mlyn' }, key })
    // Its units are here: a charge would begin at once.
    await one()
    const { socket, statuses } = openRaw(service.port, HALF_OPEN)
    const request = suggest(key)
    socket.write(request.slice(0, -2))
    const { headersTimeout } = service.server
    service.server.headersTimeout = 1
    await once(socket, 'end')
    service.server.headersTimeout = headersTimeout
    socket.write(`\r\n${request.repeat(3)}`)
    // Charges are done in their order: when this one is, those before it were.
    await one()
    socket.end()
    await once(socket, 'close')
    assert.deepEqual(statuses(), [408])
    assert.equal(await service.confirmedUnits(account), 2)
  })

  test('with a malformed request behind a pending one receives one 400', async () => {
    const entered = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    await using service = await startService({ release, ledgerPort: waits(answered, entered) })
    const { key } = await service.customer()
    const { socket, statuses } = openRaw(service.port)
    socket.write(suggest(key))
    await entered.promise
    for (let sent = 0; sent < 5; sent++) {
      socket.write('rubbish\r\n')
      await service.ask({ path: '/nowhere' })
    }
    answered.resolve()
    await once(socket, 'close')
    assert.deepEqual(statuses(), [200, 400])
    const { json } = await service.ask({ path: '/nowhere' })
    // Ids are given one after the other: these six, the success, the refusal.
    assert.equal(Number.parseInt(json.request_id, 16), 8)
  })

  test('behind a response that is never written is disconnected, even if it never stops sending', async () => {
    const answered = Promise.withResolvers<void>()
    const connection = { stalledMs: 300 }
    await using service = await startService({ release, connection, ledgerPort: waits(answered) })
    const { key } = await service.customer()
    const { socket } = openRaw(service.port)
    socket.write(`${suggest(key)}rubbish\r\n`)
    const sendMore = () => {
      socket.write('x')
      return socket.closed
    }
    await until(sendMore, 'the end of the connection')
    answered.resolve()
  })

  test('is disconnected when the time for lingering is over', async () => {
    await using service = await startService({ release, connection: { lingerMs: 1, stalledMs: LONG_MS } })
    const { socket } = openRaw(service.port, HALF_OPEN)
    socket.write('GET v1 HTTP/1.1\r\nHost: a\r\n')
    await once(socket, 'end')
    await until(service.connections, 'no open connection', (open) => open === 0)
    socket.destroy()
  })
})

describe('data after the last response of a connection', () => {
  test('starts no request, and the server reads at most a megabyte of it', async () => {
    let requests = 0
    const answer: RequestListener = (_, response) => {
      requests++
      response.shouldKeepAlive = false
      response.end()
    }
    using server = await startBareServer(answer, LONG_MS)
    const { socket } = openRaw(server.port, HALF_OPEN)
    const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
    socket.write(request)
    await once(socket, 'end')
    socket.write(request.repeat(200_000))
    const answering = await server.connected
    await until(() => answering.isPaused(), 'the server to read no more')
    assert.equal(requests, 1)
    assert(answering.bytesRead < 2 ** 21, `${answering.bytesRead} bytes were read`)
    socket.destroy()
  })
})

/** Books that answer only when the test allows it. */
function waits(answered: PromiseWithResolvers<void>, entered?: PromiseWithResolvers<void>) {
  return booksWith((ledger) => ({
    charge: (request) => {
      entered?.resolve()
      return chargeAfter(answered.promise, () => ledger.charge(request))
    },
  }))
}
