import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { until } from '../stdx/testing/until.ts'
import { startBareServer } from './testing/bare-server.ts'
import { booksWith, chargeAfter } from './testing/books-with.ts'
import { exampleRelease } from './testing/example-release.ts'
import { readRaw } from './testing/raw-socket.ts'
import { type Service, startService } from './testing/service.ts'

const suggest = (key: string): string =>
  `GET /v1/autocomplete/companies?q=mlyn HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`

const LONG_MS = 600_000
const BODY_BYTES = 2 ** 20

const REFUSED: readonly (readonly [what: string, head: string, status: number])[] = [
  ['bytes that are no request', 'GET v1 HTTP/1.1\r\nHost: a\r\n', 400],
  ['endless headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(9_000)}`, 400],
  ['too large a body', `POST /v1/browser-sessions HTTP/1.1\r\nHost: a\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`, 413],
  [
    'too large a body in chunks',
    `POST /v1/browser-sessions HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${BODY_BYTES.toString(16)}\r\n${'x'.repeat(17_000)}`,
    413,
  ],
  [
    'too large a body in chunks, then a malformed chunk',
    `POST /v1/browser-sessions HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${(17_000).toString(16)}\r\n${'x'.repeat(17_000)}`,
    413,
  ],
  [
    'an unknown path, then a malformed chunk',
    'POST /nowhere HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n',
    404,
  ],
  ['an unknown path with Connection: close', 'GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404],
]

let service: Service
before(async () => {
  service = await startService({ release: await exampleRelease(), connection: { lingerMs: LONG_MS } })
})
after(() => service[Symbol.asyncDispose]())

describe('a client that keeps sending after the last response of its connection', () => {
  for (const [what, head, status] of REFUSED) {
    test(`reads the response and is not reset: ${what}`, async () => {
      const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true })
      let text = ''
      socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
      socket.write(head)
      await once(socket, 'end')
      for (let sent = 0; sent < 20; sent++) {
        socket.write('x'.repeat(25_000))
        // The server has had its turn, and the system has told what it thinks of the bytes.
        await service.ask({ path: '/nowhere' })
      }
      socket.end()
      // Fails at a reset.
      await once(socket, 'close')
      assert.equal(socket.errored, null)
      assert.deepEqual(readRaw({ text, end: 'closed' }).statuses, [status])
    })
  }

  test('is not charged for the rest of a request that timed out, nor for requests after it', async () => {
    const { key, account } = await service.customer()
    const one = () => service.ask({ path: '/v1/autocomplete/companies', query: { q: 'mlyn' }, key })
    // Its units are here: a charge would begin at once.
    await one()
    const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true })
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
    const request = suggest(key)
    socket.write(request.slice(0, -2))
    await once(socket, 'end')
    socket.write(`\r\n${request.repeat(3)}`)
    // Charges are done in their order: when this one is, those before it were.
    await one()
    socket.end()
    await once(socket, 'close')
    assert.deepEqual(readRaw({ text, end: 'closed' }).statuses, [408])
    assert.equal(await service.confirmedUnits(account), 2)
  })

  test('with a malformed request behind a pending one receives one 400', async () => {
    const entered = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    const ledgerPort = waits(answered, entered)
    await using service = await startService({ release: await exampleRelease(), ledgerPort })
    const { key } = await service.customer()
    const socket = connect({ port: service.port, host: '127.0.0.1' })
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
    socket.write(suggest(key))
    await entered.promise
    for (let sent = 0; sent < 5; sent++) {
      socket.write('rubbish\r\n')
      await service.ask({ path: '/nowhere' })
    }
    answered.resolve()
    await once(socket, 'close')
    assert.deepEqual(readRaw({ text, end: 'closed' }).statuses, [200, 400])
    const { json } = await service.ask({ path: '/nowhere' })
    // Ids are given one after the other: these six, the success, the refusal.
    assert.equal(Number.parseInt(json.request_id, 16), 8)
  })

  test('behind a response that is never written is disconnected, even if it never stops sending', async () => {
    const answered = Promise.withResolvers<void>()
    const connection = { stalledMs: 300 }
    await using service = await startService({
      release: await exampleRelease(),
      connection,
      ledgerPort: waits(answered),
    })
    const { key } = await service.customer()
    const socket = connect({ port: service.port, host: '127.0.0.1' }).on('error', () => undefined)
    socket.write(`${suggest(key)}rubbish\r\n`)
    const timer = setInterval(() => socket.write('x'), 20)
    // A reset is an end too, and `once` would reject at its error.
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(timer)
    answered.resolve()
  })

  test('is disconnected when the time for lingering is over', async () => {
    const connection = { lingerMs: 1, stalledMs: LONG_MS }
    await using service = await startService({ release: await exampleRelease(), connection })
    const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => undefined).resume()
    socket.write('GET v1 HTTP/1.1\r\nHost: a\r\n')
    await once(socket, 'end')
    await until(
      () => service.connections(),
      'no open connection',
      (open) => open === 0,
    )
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
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined)
    const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
    socket.resume().write(request)
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
