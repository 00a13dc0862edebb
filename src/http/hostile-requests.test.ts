import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { checkReply } from './testing/check-reply.ts'
import { exampleRelease } from './testing/example-release.ts'
import { type RawOptions, type RawReply, readRaw, repliesIn, sendRaw } from './testing/raw-socket.ts'
import { type Customer, type Service, startService } from './testing/service.ts'

let service: Service
let customer: Customer
let auth: string
before(async () => {
  service = await startService({ release: await exampleRelease() })
  customer = await service.customer()
  auth = `Authorization: Bearer ${customer.key}`
})
after(() => service[Symbol.asyncDispose]())

const PATH = '/v1/autocomplete/companies?q=mlyn'
const HOST = 'Host: a'
const lines = (...all: readonly string[]): string => `${all.join('\r\n')}\r\n\r\n`
const get = (...headers: readonly string[]): string => lines(`GET ${PATH} HTTP/1.1`, HOST, auth, ...headers)
const post = (body: string, ...headers: readonly string[]): string =>
  lines('POST /v1/browser-sessions HTTP/1.1', HOST, 'Content-Type: application/json', ...headers) + body
const chunked = (...chunks: readonly string[]): string =>
  [...chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`), '0\r\n\r\n'].join('')

/** This many headers without a meaning. */
const some = (headers: number): string[] => Array.from({ length: headers }, (_, i) => `X${i}: 1`)

let charged = 0

async function sendCounted(bytes: string | Buffer, options?: RawOptions): Promise<RawReply> {
  const reply = await sendRaw(service.port, bytes, options)
  const [method = '', path = ''] = bytes.toString('latin1').split(' ')
  // A success is of the first request, where there is but one.
  for (const one of repliesIn(reply)) if (one.status !== 200 || options === undefined) checkReply({ method, path }, one)
  for (const [, units] of reply.text.matchAll(/\r\nX-Credits-Charged-Units: (\d+)\r\n/gi)) charged += Number(units)
  return reply
}

/** Sends a beginning, and then a letter now and then until the other side has had enough. Answers what it said. */
async function drip(beginning: string): Promise<string> {
  const socket = connect(service.port, '127.0.0.1').on('error', () => undefined)
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk) => (text += chunk))
  socket.write(beginning)
  const timer = setInterval(() => socket.write('x'), 700)
  await once(socket, 'close')
  clearInterval(timer)
  return text
}

type Row = readonly [what: string, send: () => string | Buffer, status: number, code: string | undefined]

const SOUND: readonly Row[] = [
  ['a sound request', () => get(), 200, undefined],
  ['HTTP/1.0 without a host', () => lines(`GET ${PATH} HTTP/1.0`, auth), 200, undefined],
  ['an upgrade to h2c, which is ignored', () => get('Connection: Upgrade', 'Upgrade: h2c'), 200, undefined],
  ['a header named __proto__', () => get('__proto__: x'), 200, undefined],
  ['64 headers', () => get(...some(62)), 200, undefined],
  ['an empty Content-Length of 0', () => get('Content-Length: 0'), 200, undefined],
  ['the scheme in small letters, two spaces', () => get().replace('Bearer ', 'bearer  '), 200, undefined],
  ['an empty query mark at the end', () => lines('GET /v1/me/usage? HTTP/1.1', HOST, auth), 200, undefined],
  [
    'a body in chunks with a trailer',
    () => `${post('', 'Transfer-Encoding: chunked', 'Trailer: x')}2\r\n{}\r\n0\r\nx: y\r\n\r\n`,
    400,
    'invalid_parameter',
  ],
]

/** What Node lets pass, or answers in a shape that is not ours. */
const REFUSED: readonly Row[] = [
  ['two Host', () => get('Host: b'), 400, 'invalid_request'],
  ['two Authorization', () => get(auth), 400, 'invalid_request'],
  ['two Origin', () => get('Origin: https://www.example.com', 'Origin: https://evil.example'), 400, 'invalid_request'],
  ['no Host', () => lines(`GET ${PATH} HTTP/1.1`, auth), 400, 'invalid_request'],
  ['HTTP/0.9', () => `GET ${PATH}\r\n\r\n`, 400, 'invalid_request'],
  ['HTTP/2.0 in the request line', () => get().replace('HTTP/1.1', 'HTTP/2.0'), 400, 'invalid_request'],
  ['HTTP/1.2', () => get().replace('HTTP/1.1', 'HTTP/1.2'), 400, 'invalid_request'],
  ['gzip, chunked', () => get('Transfer-Encoding: gzip, chunked') + chunked('x'), 400, 'invalid_request'],
  ['xchunked', () => get('Transfer-Encoding: xchunked'), 400, 'invalid_request'],
  ['chunked, identity', () => get('Transfer-Encoding: chunked, identity'), 400, 'invalid_request'],
  ['a GET with a chunked body', () => get('Transfer-Encoding: chunked') + chunked('abc'), 400, 'invalid_request'],
  ['a GET with an empty chunked body', () => get('Transfer-Encoding: chunked') + chunked(), 400, 'invalid_request'],
  ['a GET with a body', () => `${get('Content-Length: 3')}abc`, 400, 'invalid_request'],
  ['a GET with a body of 16 KiB', () => get('Content-Length: 16384') + 'x'.repeat(16384), 400, 'invalid_request'],
  ['a GET that announces more', () => get('Content-Length: 16385'), 413, 'payload_too_large'],
  [
    'a GET with more than 16 KiB in chunks',
    () => get('Transfer-Encoding: chunked') + chunked('x'.repeat(9000), 'y'.repeat(9000)),
    413,
    'payload_too_large',
  ],
  ['a GET with a gigabyte announced', () => get('Content-Length: 1073741824'), 413, 'payload_too_large'],
  ['a POST with more than 16 KiB', () => post('', 'Content-Length: 16385'), 413, 'payload_too_large'],
  [
    'a POST with more than 16 KiB in chunks',
    () => post('', 'Transfer-Encoding: chunked') + chunked('x'.repeat(16385)),
    413,
    'payload_too_large',
  ],
  ['the absolute form', () => get().replace(' /v1', ' http://a/v1'), 400, 'invalid_request'],
  ['another host in the path', () => get().replace(' /v1', ' //evil/v1'), 400, 'invalid_request'],
  ['a fragment', () => get().replace('mlyn', 'mlyn#y'), 400, 'invalid_request'],
  ['a fragment in the path', () => get().replace('?', '#y?'), 400, 'invalid_request'],
  ['an encoded path', () => get().replace('companies', '%63ompanies'), 400, 'invalid_request'],
  ['a path parameter', () => get().replace('companies', 'companies;x=1'), 400, 'invalid_request'],
  ['a backslash in the path', () => get().replace('/v1/', '/v1\\'), 400, 'invalid_request'],
  ['OPTIONS *', () => lines('OPTIONS * HTTP/1.1', HOST), 404, 'not_found'],
  ['the method QUERY', () => get().replace('GET', 'QUERY'), 405, 'method_not_allowed'],
  ['the method TRACE', () => get().replace('GET', 'TRACE'), 405, 'method_not_allowed'],
  ['the method PRI', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'invalid_request'],
  ['an invented method', () => get().replace('GET', 'GETT'), 400, 'invalid_request'],
  ['a method in small letters', () => get().replace('GET', 'get'), 400, 'invalid_request'],
  ['Expect: foo', () => get('Expect: foo'), 400, 'invalid_request'],
  ['two Expect', () => get('Expect: 100-continue', 'Expect: 100-continue'), 400, 'invalid_request'],
  [
    'a length and chunks',
    () => post('', 'Content-Length: 2', 'Transfer-Encoding: chunked') + chunked('{}'),
    400,
    'invalid_request',
  ],
  ['two equal lengths', () => post('{}', 'Content-Length: 2', 'Content-Length: 2'), 400, 'invalid_request'],
  ['a list of lengths', () => post('{}', 'Content-Length: 2, 2'), 400, 'invalid_request'],
  ['a length with a sign', () => post('{}', 'Content-Length: +2'), 400, 'invalid_request'],
  ['an empty length', () => post('{}', 'Content-Length: '), 400, 'invalid_request'],
  ['a space before a colon', () => get('X-Thing : 1'), 400, 'invalid_request'],
  ['a folded header', () => get('X-Thing: 1\r\n 2'), 400, 'invalid_request'],
  ['lines that end in LF alone', () => get().replaceAll('\r\n', '\n'), 400, 'invalid_request'],
  ['a bare CR in a value', () => get('X-Thing: 1\r2'), 400, 'invalid_request'],
  ['a NUL in a value', () => get('X-Thing: 1\u00002'), 400, 'invalid_request'],
  ['a NUL in the path', () => get().replace('mlyn', 'ml\u0000yn'), 400, 'invalid_request'],
  ['chunks that end in LF', () => `${post('', 'Transfer-Encoding: chunked')}2\n{}\n0\n\n`, 400, 'invalid_request'],
  [
    'a chunk whose size overflows',
    () => `${post('', 'Transfer-Encoding: chunked')}fffffffffffffffff\r\n`,
    400,
    'invalid_request',
  ],
  ['a chunk whose size is no number', () => `${post('', 'Transfer-Encoding: chunked')}zz\r\n`, 400, 'invalid_request'],
  ['raw UTF-8 in the path', () => Buffer.from(get().replace('mlyn', 'mlýn')), 400, 'invalid_request'],
  [
    'letters beyond ASCII in Authorization',
    () => Buffer.from(get().replace('rgk_', 'rgk\u00e9'), 'latin1'),
    400,
    'invalid_request',
  ],
  [
    'letters beyond ASCII in Origin',
    () => Buffer.from(get('Origin: https://\u00e9.example'), 'latin1'),
    400,
    'invalid_request',
  ],
  ['65 headers', () => get(...some(63)), 400, 'invalid_request'],
  ['a body after 64 headers', () => `${get(...some(62), 'Content-Length: 3')}abc`, 400, 'invalid_request'],
  ['a second Host after 64 headers', () => get(...some(62), 'Host: b'), 400, 'invalid_request'],
  ['a header of 17 KB', () => get(`X-Thing: ${'x'.repeat(17_000)}`), 400, 'invalid_request'],
  ['an address of 17 KB', () => get().replace('mlyn', 'm'.repeat(17_000)), 400, 'invalid_request'],
  [
    'an address of 2049 characters',
    () => get().replace('mlyn', 'm'.repeat(2049 - PATH.length + 4)),
    400,
    'invalid_request',
  ],
  ['garbage', () => '\u0016\u0003\u0001\u0002\u0000\u0001', 400, 'invalid_request'],
  ['an empty header name', () => get(': x'), 400, 'invalid_request'],
  ['dots that lead out of the path', () => get().replace('autocomplete', '..'), 404, 'not_found'],
  ['a slash at the end', () => get().replace('companies?', 'companies/?'), 404, 'not_found'],
  ['another case', () => get().replace('companies', 'Companies'), 404, 'not_found'],
  ['two Content-Type', () => post('{}', 'Content-Type: text/plain', 'Content-Length: 2'), 400, 'invalid_request'],
  [
    'two Access-Control-Request-Method',
    () => get('Access-Control-Request-Method: GET', 'Access-Control-Request-Method: PUT'),
    400,
    'invalid_request',
  ],
]

describe('a raw request gets the status in the table:', () => {
  for (const [what, send, status, code] of [...SOUND, ...REFUSED]) {
    test(`${what}: ${status}${code === undefined ? '' : ` ${code}`}`, async () => {
      const reply = await sendCounted(send())
      assert.deepEqual(readRaw(reply), { statuses: [status], code }, reply.text.slice(0, 1000))
      assert.match(reply.text, /\r\nX-Request-Id: [0-9a-f]{32}\r\n/i)
      assert.match(reply.text, /\r\nContent-Type: application\/json; charset=utf-8\r\n/i)
      assert.match(reply.text, /\r\nVary: Origin\r\n/i)
    })
  }

  test('a request with 3000 headers is rejected', async () => {
    const many = Array.from({ length: 3000 }, (_, i) => `X${i}: 1`)
    const { statuses } = readRaw(await sendCounted(get(...many)))
    assert.deepEqual(statuses, [400])
  })

  test('CONNECT closes the connection without a response', async () => {
    const reply = await sendCounted(lines('CONNECT a:443 HTTP/1.1', HOST))
    assert.deepEqual(reply, { text: '', end: 'closed' })
  })

  test('pipelined requests are answered in order, and a malformed one after them in its turn', async () => {
    const usage = lines('GET /v1/me/usage HTTP/1.1', HOST, auth)
    const reply = await sendCounted([get(), usage, lines('GET /nowhere HTTP/1.1', HOST), 'rubbish\r\n\r\n'].join(''), {
      answers: 4,
    })
    assert.deepEqual(readRaw(reply).statuses, [200, 200, 404, 400])
    assert.equal(reply.end, 'closed')
  })

  test('each of several pipelined metered requests is answered and charged', async () => {
    const reply = await sendCounted([get(), get(), get()].join(''), { answers: 3 })
    assert.deepEqual(readRaw(reply).statuses, [200, 200, 200])
  })

  test('a client that expects 100 Continue receives it, then the response', async () => {
    const head = post('', 'Expect: 100-continue', 'Content-Length: 2')
    const reply = await sendCounted(`${head}{}`)
    assert.match(reply.text, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /)
  })

  test('a client that expects 100 Continue for too large a body receives 413 instead', async () => {
    const reply = await sendCounted(post('', 'Expect: 100-continue', 'Content-Length: 99999'))
    assert.deepEqual(readRaw(reply), { statuses: [413], code: 'payload_too_large' })
    assert.doesNotMatch(reply.text, /100 Continue/)
    assert.equal(reply.end, 'closed')
  })

  test('the server closes the connection after 413', async () => {
    const reply = await sendCounted(post('x'.repeat(1_000_000), 'Content-Length: 1000000'))
    assert.match(reply.text, /\r\nConnection: close\r\n/i)
    assert.equal(reply.end, 'closed')
  })

  test('requests that arrive byte by byte on a thousand connections get 408 and delay no other client', async () => {
    let state: 'dripping' | 'gone' = 'dripping'
    const gone = Promise.all(
      Array.from({ length: 1_000 }, () => drip('GET /v1/me/usage HTTP/1.1\r\nHost: a\r\nX-Slow: ')),
    )
    void gone.then(() => (state = 'gone'))
    let answered = 0
    for (; state === 'dripping'; answered++) {
      const { status, headers } = await service.ask({ path: PATH, key: customer.key })
      assert.equal(status, 200)
      charged += Number(headers['x-credits-charged-units'])
    }
    for (const text of await gone)
      assert.deepEqual(readRaw({ text, end: 'closed' }), { statuses: [408], code: 'request_timeout' })
    assert(100 < answered, `${answered} were answered meanwhile`)
  })

  test('exactly the successful responses were charged', async () => {
    assert.equal(await service.confirmedUnits(customer.account), charged)
    assert(0 < charged)
  })
})
