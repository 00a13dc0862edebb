import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { until } from '../stdx/testing/until.ts'
import { checkReply } from './testing/check-reply.ts'
import { exampleRelease } from './testing/example-release.ts'
import { openRaw, type RawReply, repliesIn, sendRaw } from './testing/raw-socket.ts'
import { startService } from './testing/service.ts'

const release = await exampleRelease()
const service = await startService({ release })
after(() => service[Symbol.asyncDispose]())
const customer = await service.customer()

const PATH = '/v1/autocomplete/companies?q=mlyn'
const HOST = 'Host: a'
const AUTH = `Authorization: Bearer ${customer.key}`
const CHUNKED = 'Transfer-Encoding: chunked'
const lines = (...all: readonly string[]): string => `${all.join('\r\n')}\r\n\r\n`
const get = (...headers: readonly string[]): string => lines(`GET ${PATH} HTTP/1.1`, HOST, AUTH, ...headers)
const post = (body: string, ...headers: readonly string[]): string =>
  lines('POST /v1/browser-sessions HTTP/1.1', HOST, 'Content-Type: application/json', ...headers) + body
const chunked = (...chunks: readonly string[]): string =>
  [...chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`), '0\r\n\r\n'].join('')
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')

/** A sound request, in which something is replaced. */
const but = (old: string, other: string): string => get().replace(old, other)

/** This many headers without a meaning. */
const some = (headers: number): string[] => Array.from({ length: headers }, (_, i) => `X${i}: 1`)

let charged = 0

async function sendCounted(bytes: string | Buffer, answers?: number): Promise<RawReply> {
  const reply = await sendRaw(service.port, bytes, answers)
  const [method = '', path = ''] = bytes.toString('latin1').split(' ')
  // A success is of the first request, where there is but one.
  for (const one of repliesIn(reply.text, method))
    if (one.status !== 200 || answers === undefined) checkReply({ method, path }, one)
  for (const [, units] of reply.text.matchAll(/\r\nX-Credits-Charged-Units: (\d+)\r\n/gi)) charged += Number(units)
  return reply
}

type Row = readonly [what: string, sent: string | Buffer, answer?: string]

const SOUND: readonly Row[] = [
  ['a sound request', get(), '200'],
  ['HTTP/1.0 without a host', lines(`GET ${PATH} HTTP/1.0`, AUTH), '200'],
  ['an upgrade to h2c, which is ignored', get('Connection: Upgrade', 'Upgrade: h2c'), '200'],
  ['a header named __proto__', get('__proto__: x'), '200'],
  ['64 headers', get(...some(62)), '200'],
  ['an empty Content-Length of 0', get('Content-Length: 0'), '200'],
  ['the scheme in small letters, two spaces', but('Bearer ', 'bearer  '), '200'],
  ['an empty query mark at the end', lines('GET /v1/me/usage? HTTP/1.1', HOST, AUTH), '200'],
  [
    'a body in chunks with a trailer',
    `${post('', CHUNKED, 'Trailer: x')}2\r\n{}\r\n0\r\nx: y\r\n\r\n`,
    '400 invalid_parameter',
  ],
]

/** What Node lets pass, or answers in a shape that is not ours. */
const REFUSED: readonly Row[] = [
  ['two Host', get('Host: b')],
  ['two Authorization', get(AUTH)],
  ['two Origin', get('Origin: https://www.example.com', 'Origin: https://evil.example')],
  ['no Host', lines(`GET ${PATH} HTTP/1.1`, AUTH)],
  ['HTTP/0.9', `GET ${PATH}\r\n\r\n`],
  ['HTTP/2.0 in the request line', but('HTTP/1.1', 'HTTP/2.0')],
  ['HTTP/1.2', but('HTTP/1.1', 'HTTP/1.2')],
  ['gzip, chunked', get('Transfer-Encoding: gzip, chunked') + chunked('x')],
  ['xchunked', get('Transfer-Encoding: xchunked')],
  ['chunked, identity', get('Transfer-Encoding: chunked, identity')],
  ['a GET with a chunked body', get(CHUNKED) + chunked('abc')],
  ['a GET with an empty chunked body', get(CHUNKED) + chunked()],
  ['a GET with a body', `${get('Content-Length: 3')}abc`],
  ['a GET with a body of 16 KiB', get('Content-Length: 16384') + 'x'.repeat(16384)],
  ['a GET that announces more', get('Content-Length: 16385'), '413 payload_too_large'],
  [
    'a GET with more than 16 KiB in chunks',
    get(CHUNKED) + chunked('x'.repeat(9000), 'y'.repeat(9000)),
    '413 payload_too_large',
  ],
  ['a GET with a gigabyte announced', get('Content-Length: 1073741824'), '413 payload_too_large'],
  ['a POST with more than 16 KiB', post('', 'Content-Length: 16385'), '413 payload_too_large'],
  ['a POST with more than 16 KiB in chunks', post(chunked('x'.repeat(16385)), CHUNKED), '413 payload_too_large'],
  ['the absolute form', but(' /v1', ' http://a/v1')],
  ['another host in the path', but(' /v1', ' //evil/v1')],
  ['a fragment', but('mlyn', 'mlyn#y')],
  ['a fragment in the path', but('?', '#y?')],
  ['an encoded path', but('companies', '%63ompanies')],
  ['a path parameter', but('companies', 'companies;x=1')],
  ['a backslash in the path', but('/v1/', '/v1\\')],
  ['OPTIONS *', lines('OPTIONS * HTTP/1.1', HOST), '404 not_found'],
  ['the method QUERY', but('GET', 'QUERY'), '405 method_not_allowed'],
  ['the method TRACE', but('GET', 'TRACE'), '405 method_not_allowed'],
  ['the method PRI', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an invented method', but('GET', 'GETT')],
  ['a method in small letters', but('GET', 'get')],
  ['Expect: foo', get('Expect: foo')],
  ['two Expect', get('Expect: 100-continue', 'Expect: 100-continue')],
  ['a length and chunks', post(chunked('{}'), 'Content-Length: 2', CHUNKED)],
  ['two equal lengths', post('{}', 'Content-Length: 2', 'Content-Length: 2')],
  ['a list of lengths', post('{}', 'Content-Length: 2, 2')],
  ['a length with a sign', post('{}', 'Content-Length: +2')],
  ['an empty length', post('{}', 'Content-Length: ')],
  ['a space before a colon', get('X-Thing : 1')],
  ['a folded header', get('X-Thing: 1\r\n 2')],
  ['lines that end in LF alone', get().replaceAll('\r\n', '\n')],
  ['a bare CR in a value', get('X-Thing: 1\r2')],
  ['a NUL in a value', get('X-Thing: 1\u00002')],
  ['a NUL in the path', but('mlyn', 'ml\u0000yn')],
  ['chunks that end in LF', post('2\n{}\n0\n\n', CHUNKED)],
  ['a chunk whose size overflows', post('fffffffffffffffff\r\n', CHUNKED)],
  ['a chunk whose size is no number', post('zz\r\n', CHUNKED)],
  ['raw UTF-8 in the path', Buffer.from(but('mlyn', 'mlýn'))],
  ['letters beyond ASCII in Authorization', latin1(but('rgk_', 'rgk\u00e9'))],
  ['letters beyond ASCII in Origin', latin1(get('Origin: https://\u00e9.example'))],
  ['65 headers', get(...some(63))],
  ['a body after 64 headers', `${get(...some(62), 'Content-Length: 3')}abc`],
  ['a second Host after 64 headers', get(...some(62), 'Host: b')],
  ['3000 headers', get(...some(3000))],
  ['a header of 17 KB', get(`X-Thing: ${'x'.repeat(17_000)}`)],
  ['an address of 17 KB', but('mlyn', 'm'.repeat(17_000))],
  ['an address of 2049 characters', but('mlyn', 'm'.repeat(2049 - PATH.length + 4))],
  ['garbage', '\u0016\u0003\u0001\u0002\u0000\u0001'],
  ['an empty header name', get(': x')],
  ['dots that lead out of the path', but('autocomplete', '..'), '404 not_found'],
  ['a slash at the end', but('companies?', 'companies/?'), '404 not_found'],
  ['another case', but('companies', 'Companies'), '404 not_found'],
  ['two Content-Type', post('{}', 'Content-Type: text/plain', 'Content-Length: 2')],
  [
    'two Access-Control-Request-Method',
    get('Access-Control-Request-Method: GET', 'Access-Control-Request-Method: PUT'),
  ],
]

describe('a raw request gets the status in the table:', () => {
  for (const [what, sent, answer = '400 invalid_request'] of [...SOUND, ...REFUSED]) {
    test(`${what}: ${answer}`, async () => {
      const { text, statuses, code = '' } = await sendCounted(sent)
      assert.equal(`${statuses} ${code}`.trim(), answer, text.slice(0, 1000))
      assert.match(text, /\r\nX-Request-Id: [0-9a-f]{32}\r\n/i)
      assert.match(text, /\r\nContent-Type: application\/json; charset=utf-8\r\n/i)
      assert.match(text, /\r\nVary: Origin\r\n/i)
    })
  }

  test('CONNECT closes the connection without a response', async () => {
    const { text, end } = await sendCounted(lines('CONNECT a:443 HTTP/1.1', HOST))
    assert.deepEqual([text, end], ['', 'closed'])
  })

  test('pipelined requests are answered in order, and a malformed one after them in its turn', async () => {
    const others = ['/v1/me/usage', '/nowhere'].map((path) => lines(`GET ${path} HTTP/1.1`, HOST, AUTH))
    const { statuses, end } = await sendCounted([get(), ...others, 'rubbish\r\n\r\n'].join(''), 4)
    assert.deepEqual([statuses, end], [[200, 200, 404, 400], 'closed'])
  })

  test('each of several pipelined metered requests is answered and charged', async () => {
    const { statuses } = await sendCounted([get(), get(), get()].join(''), 3)
    assert.deepEqual(statuses, [200, 200, 200])
  })

  test('a client that expects 100 Continue receives it, then the response', async () => {
    const { text } = await sendCounted(post('{}', 'Expect: 100-continue', 'Content-Length: 2'))
    assert.match(text, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /)
  })

  test('a client that expects 100 Continue for too large a body receives 413 instead', async () => {
    const { text, statuses, code, end } = await sendCounted(post('', 'Expect: 100-continue', 'Content-Length: 99999'))
    assert.deepEqual([statuses, code, end], [[413], 'payload_too_large', 'closed'])
    assert.doesNotMatch(text, /100 Continue/)
  })

  test('the server closes the connection after 413', async () => {
    const { text, end } = await sendCounted(post('x'.repeat(1_000_000), 'Content-Length: 1000000'))
    assert.match(text, /\r\nConnection: close\r\n/i)
    assert.equal(end, 'closed')
  })

  test('requests that arrive byte by byte on a thousand connections get 408, and others are served meanwhile', async () => {
    await using patient = await startService({ release })
    const { key } = await patient.customer()
    patient.server.headersTimeout = 0
    patient.server.requestTimeout = 0
    const clients = Array.from({ length: 1_000 }, () => openRaw(patient.port))
    const drip = () => {
      for (const { socket } of clients) socket.write('x')
    }
    for (const { socket } of clients) socket.write('GET /v1/me/usage HTTP/1.1\r\nHost: a\r\nX-Slow: ')
    await until(patient.connections, 'every connection', (open) => clients.length <= open)
    for (let asked = 0; asked < 100; asked++) {
      if (asked % 10 === 0) drip()
      assert.equal((await patient.ask({ path: PATH, key })).status, 200)
    }
    for (const client of clients) assert.equal(client.text(), '')
    patient.server.headersTimeout = 1
    await until(() => clients.every(({ socket }) => socket.closed), 'the end of every connection')
    for (const client of clients) {
      const answers = repliesIn(client.text()).map(({ status, json }) => `${status} ${json.error.code}`)
      assert.deepEqual(answers, ['408 request_timeout'])
    }
  })

  test('exactly the successful responses were charged', async () => {
    assert.equal(await service.confirmedUnits(customer.account), charged)
    assert(0 < charged)
  })
})
