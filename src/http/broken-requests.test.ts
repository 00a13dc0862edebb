import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { toByteString } from '../stdx/byte-string.ts'
import { BrokenRequests } from './broken-requests.ts'
import { begin, endConnectionAfter } from './connection-end.ts'
import { sendResponse } from './response/response.ts'
import { startBareServer } from './testing/bare-server.ts'
import { readRaw } from './testing/raw-socket.ts'

const LONG_MS = 600_000
const FINE = { status: 200, headers: { 'Content-Length': '4' }, body: toByteString('fine') }
const TOO_SLOW = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/** Node's server with our end of connections. The test decides when a request takes too long. */
async function startServer(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  let rejections = 0
  const newRequestId = (): string => (++rejections).toString(16).padStart(32, '0')
  const broken = new BrokenRequests(
    { newRequestId, access: { view: () => ({ isOriginAllowed: () => true }) } },
    LONG_MS,
  )
  const bare = await startBareServer(answer, LONG_MS)
  return {
    port: bare.port,
    rejections: () => rejections,
    timeOut: (socket: Socket) => broken.answer(TOO_SLOW, socket),
    [Symbol.dispose]: () => bare[Symbol.dispose](),
  }
}

describe('a request that times out behind one that waits for its response', () => {
  test('gets 408 after the earlier response, and the data after it are ignored', async () => {
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
    server.timeOut(first.req.socket)
    socket.write('Host: a\r\n\r\n')
    await later.promise
    sendResponse(first, FINE)
    await once(socket, 'close')
    assert.deepEqual(numbers, [1, 'connection_ending'])
    assert.deepEqual(readRaw({ text, end: 'closed' }).statuses, [200, 408])
  })

  test('gets one 408, readable for its page, although the rest of its body arrives and its handler answers', async () => {
    const responses: ServerResponse[] = []
    const came = Promise.withResolvers<void>()
    const read = Promise.withResolvers<void>()
    using server = await startServer((request, response) => {
      begin(request, response)
      responses.push(response)
      if (responses.length < 2) return
      request.on('end', () => {
        sendResponse(response, FINE)
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
    server.timeOut(responses[0]!.req.socket)
    socket.write('{}')
    await read.promise
    sendResponse(responses[0]!, FINE)
    await once(socket, 'close')
    assert.deepEqual(readRaw({ text, end: 'closed' }).statuses, [200, 408])
    assert.match(text, /408 .*\r\n(.+\r\n)*Access-Control-Allow-Origin: https:\/\/a\.example\r\n/)
  })

  test('is ignored behind the last response of its connection', async () => {
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
    server.timeOut(responses[0]!.req.socket)
    sendResponse(responses[0]!, FINE)
    await once(socket, 'close')
    assert.deepEqual(readRaw({ text, end: 'closed' }).statuses, [200])
    assert.equal(server.rejections(), 0)
  })
})
