import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { describe, test } from 'node:test'
import { toByteString } from '../stdx/byte-string.ts'
import { until } from '../stdx/testing/until.ts'
import { BrokenRequests } from './broken-requests.ts'
import { begin, endConnectionAfter } from './connection-end.ts'
import { sendResponse } from './response/send-response.ts'
import { startBareServer } from './testing/bare-server.ts'
import { openRaw } from './testing/raw-socket.ts'

const LONG_MS = 600_000
const FINE = { status: 200, headers: { 'Content-Length': '4' }, body: toByteString('fine') }
const TOO_SLOW = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
const FIRST = 'GET /1 HTTP/1.1\r\nHost: a\r\n\r\n'

type Answer = (request: IncomingMessage, response: ServerResponse, number: ReturnType<typeof begin>) => void

/** Node's server with our end of connections. The test decides when a request takes too long. */
async function startServer(answer: Answer = () => undefined) {
  let rejections = 0
  const newRequestId = (): string => (++rejections).toString(16).padStart(32, '0')
  const access = { view: () => ({ isOriginAllowed: () => true }) }
  const broken = new BrokenRequests({ newRequestId, access }, LONG_MS)
  const responses: ServerResponse[] = []
  const numbers: ReturnType<typeof begin>[] = []
  const bare = await startBareServer((request, response) => {
    responses.push(response)
    numbers.push(begin(request, response))
    answer(request, response, numbers.at(-1)!)
  }, LONG_MS)
  return {
    port: bare.port,
    numbers,
    rejections: () => rejections,
    /** Resolves with the first response when the server has received so many requests. */
    async received(requests: number): Promise<ServerResponse> {
      await until(
        () => responses.length,
        `${requests} requests`,
        (seen) => seen === requests,
      )
      return responses[0]!
    },
    timeOut: (socket: Socket) => broken.answer(TOO_SLOW, socket),
    [Symbol.dispose]: () => bare[Symbol.dispose](),
  }
}

describe('a request that times out behind one that waits for its response', () => {
  test('gets 408 after the earlier response, and the data after it are ignored', async () => {
    using server = await startServer()
    const { socket, statuses } = openRaw(server.port)
    socket.write(`${FIRST}GET /2 HTTP/1.1\r\n`)
    const first = await server.received(1)
    server.timeOut(first.req.socket)
    socket.write('Host: a\r\n\r\n')
    await server.received(2)
    sendResponse(first, FINE)
    await once(socket, 'close')
    assert.deepEqual(server.numbers, [1, 'connection_ending'])
    assert.deepEqual(statuses(), [200, 408])
  })

  test('gets one 408, readable for its page, although the rest of its body arrives and its handler answers', async () => {
    const read = Promise.withResolvers<void>()
    using server = await startServer((request, response, number) => {
      if (number === 1) return
      request.on('end', () => {
        sendResponse(response, FINE)
        read.resolve()
      })
      request.resume()
    })
    const { socket, statuses, text } = openRaw(server.port)
    const head = 'POST /2 HTTP/1.1\r\nHost: a\r\nOrigin: https://a.example\r\nContent-Length: 2\r\n\r\n'
    socket.write(FIRST + head)
    const first = await server.received(2)
    server.timeOut(first.req.socket)
    socket.write('{}')
    await read.promise
    sendResponse(first, FINE)
    await once(socket, 'close')
    assert.deepEqual(statuses(), [200, 408])
    assert.match(text(), /408 .*\r\n(.+\r\n)*Access-Control-Allow-Origin: https:\/\/a\.example\r\n/)
  })

  test('is ignored behind the last response of its connection', async () => {
    using server = await startServer((_, response, number) => {
      if (number === 1) endConnectionAfter(response)
    })
    const { socket, statuses } = openRaw(server.port)
    socket.write(`${FIRST}POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n`)
    const first = await server.received(2)
    server.timeOut(first.req.socket)
    sendResponse(first, FINE)
    await once(socket, 'close')
    assert.deepEqual(statuses(), [200])
    assert.equal(server.rejections(), 0)
  })
})
