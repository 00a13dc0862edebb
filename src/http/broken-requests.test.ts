import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { writeAnswer } from './answer/answer.ts'
import { BrokenRequests } from './broken-requests.ts'
import { begin, endConnectionAfter } from './connection-end.ts'
import { startBareServer } from './testing/bare-server.ts'
import { readRaw } from './testing/raw-socket.ts'

const LONG_MS = 600_000
const FINE = { status: 200, headers: {}, body: 'fine' }
const TOO_SLOW = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/** Node's server with nothing but what ends connections: when something takes too long is said by the test. */
async function startServer(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  let refusals = 0
  const newRequestId = (): string => (++refusals).toString(16).padStart(32, '0')
  const broken = new BrokenRequests(
    { newRequestId, access: { view: () => ({ isOriginAllowed: () => true }) } },
    LONG_MS,
  )
  const bare = await startBareServer(answer, LONG_MS)
  broken.watch(bare.server)
  return {
    ...{ port: bare.port, refusals: () => refusals },
    isTooSlow: (socket: Socket) => broken.answer(TOO_SLOW, socket),
    [Symbol.dispose]: () => bare[Symbol.dispose](),
  }
}

describe('a request that takes too long behind one that is still being answered', () => {
  test('is refused in its turn, and nothing that comes after the decision is looked at', async () => {
    const numbers: unknown[] = []
    const came = Promise.withResolvers<ServerResponse>()
    const later = Promise.withResolvers<void>()
    using server = await startServer((request, response) => {
      numbers.push(begin(request, response))
      if (numbers.length === 1) came.resolve(response)
      else later.resolve()
    })
    const socket = connect({ port: server.port, host: '127.0.0.1' })
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
    socket.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\n')
    const first = await came.promise
    server.isTooSlow(first.req.socket)
    socket.write('Host: a\r\n\r\n')
    await later.promise
    writeAnswer(first, FINE)
    await once(socket, 'close')
    assert.deepEqual(numbers, [1, 'nobody_hears'])
    assert.deepEqual(readRaw({ text, end: 'closed' }).statuses, [200, 408])
  })

  test('is refused once, and so that its page may read it, although the rest of its body comes and it is answered', async () => {
    const responses: ServerResponse[] = []
    const came = Promise.withResolvers<void>()
    const read = Promise.withResolvers<void>()
    using server = await startServer((request, response) => {
      begin(request, response)
      responses.push(response)
      if (responses.length < 2) return
      request.on('end', () => {
        writeAnswer(response, FINE)
        read.resolve()
      })
      request.resume()
      came.resolve()
    })
    const socket = connect({ port: server.port, host: '127.0.0.1' })
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
    socket.write(
      'GET /1 HTTP/1.1\r\nHost: a\r\n\r\nPOST /2 HTTP/1.1\r\nHost: a\r\nOrigin: https://a.example\r\nContent-Length: 2\r\n\r\n',
    )
    await came.promise
    server.isTooSlow(responses[0]!.req.socket)
    socket.write('{}')
    await read.promise
    writeAnswer(responses[0]!, FINE)
    await once(socket, 'close')
    assert.deepEqual(readRaw({ text, end: 'closed' }).statuses, [200, 408])
    assert.match(text, /408 .*\r\n(.+\r\n)*Access-Control-Allow-Origin: https:\/\/a\.example\r\n/)
  })

  test('is no matter to anybody behind the last answer of its connection', async () => {
    const came = Promise.withResolvers<void>()
    const responses: ServerResponse[] = []
    using server = await startServer((request, response) => {
      begin(request, response)
      responses.push(response)
      if (responses.length === 1) endConnectionAfter(response)
      else came.resolve()
    })
    const socket = connect({ port: server.port, host: '127.0.0.1' })
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
    socket.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\nPOST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n')
    await came.promise
    server.isTooSlow(responses[0]!.req.socket)
    writeAnswer(responses[0]!, FINE)
    await once(socket, 'close')
    assert.deepEqual(readRaw({ text, end: 'closed' }).statuses, [200])
    assert.equal(server.refusals(), 0)
  })
})
