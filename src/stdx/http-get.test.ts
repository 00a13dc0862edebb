import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { describe, test } from 'node:test'
import { createHttpGet, HTTP_LIMITS, type HttpGet, redactUrl, resolveRedirect } from './http-get.ts'
import { type FakeResponse, startMisbehavingServer } from './testing/misbehaving-server.ts'

const get = createHttpGet('test', { ...HTTP_LIMITS, redirectsMax: 3 })

async function textOf(url: string, get: HttpGet): Promise<string> {
  const answer = await get(url, {})
  const chunks: Buffer[] = []
  for await (const chunk of answer.body) chunks.push(chunk)
  return `${answer.status} ${Buffer.concat(chunks)}`
}

describe('createHttpGet', () => {
  test('follows redirects and returns the final address', async () => {
    await using server = await startMisbehavingServer()
    server.on('/old', () => ({ status: 301, headers: { location: '/newer' } }))
    server.on('/newer', () => ({ status: 307, headers: { location: `${server.url}/file` } }))
    server.on('/file', () => ({ body: 'here' }))
    assert.equal(await textOf(`${server.url}/old`, get), '200 here')
    assert.equal((await get(`${server.url}/old`, {})).url.pathname, '/file')
  })

  test('a circle of redirects is rejected', async () => {
    await using server = await startMisbehavingServer()
    server.on('/a', () => ({ status: 302, headers: { location: '/b' } }))
    server.on('/b', () => ({ status: 302, headers: { location: '/a' } }))
    const message = /redirected more than 3 times/
    await assert.rejects(textOf(`${server.url}/a`, get), { name: 'InputError', message })
    assert.equal(server.requests.length, 4)
  })

  test('an unrequested Content-Encoding is not decoded', async () => {
    await using server = await startMisbehavingServer()
    server.on('/x.gz', () => ({ headers: { 'content-encoding': 'gzip' }, body: 'not gzip at all' }))
    assert.equal(await textOf(`${server.url}/x.gz`, get), '200 not gzip at all')
  })

  const impatient = createHttpGet('test', { ...HTTP_LIMITS, silenceMs: 80 })
  const hasty = createHttpGet('test', { ...HTTP_LIMITS, connectMs: 30 })
  const cut = /\/file: the connection was cut$/
  const failures: readonly [string, FakeResponse, RegExp][] = [
    ['an answer that never comes', { silent: true }, /no response within 0.08 s$/],
    ['an answer that stops in the middle', { body: 'half of it', stallAfter: 4 }, /no more bytes within 0.08 s$/],
    ['a connection cut inside a known length', { body: 'half of it', dropAfter: 4 }, cut],
    ['a connection cut inside pieces', { body: 'half of it', announce: 'none', dropAfter: 4 }, cut],
  ]
  for (const [what, answer, message] of failures) {
    test(`${what} is a reason to try again`, async () => {
      await using server = await startMisbehavingServer()
      server.on('/file', () => answer)
      await assert.rejects(textOf(`${server.url}/file`, impatient), { name: 'RetryableError', message })
    })
  }

  for (const [what, head, message] of [
    ['a change of protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', /101/],
    ['an end without an answer', '', /connection was cut|hang up/],
  ] as const) {
    test(`${what} is a reason to try again`, async () => {
      const raw = createServer((socket) => socket.once('data', () => socket.end(head)))
      await new Promise<void>((done) => raw.listen(0, '127.0.0.1', done))
      const { port } = raw.address() as { port: number }
      await assert.rejects(textOf(`http://127.0.0.1:${port}/file`, get), { name: 'RetryableError', message })
      await new Promise((done) => raw.close(done))
    })
  }

  test('an unreachable host is a reason to try again', async () => {
    const gone = await startMisbehavingServer()
    await gone[Symbol.asyncDispose]()
    await assert.rejects(textOf(gone.url, get), { name: 'RetryableError', message: /ECONNREFUSED/ })
  })

  test('a host that never finishes its TLS handshake times out', async () => {
    const deaf = createServer(() => {})
    await new Promise<void>((done) => deaf.listen(0, '127.0.0.1', done))
    const { port } = deaf.address() as { port: number }
    await assert.rejects(textOf(`https://127.0.0.1:${port}/file`, hasty), { message: /no connection within 0.03 s$/ })
    deaf.close()
  })

  test('an abort ends a waiting request and a running response with its own reason', async () => {
    await using server = await startMisbehavingServer()
    server.on('/silent', () => ({ silent: true }))
    server.on('/stalls', () => ({ body: 'half of it', stallAfter: 4 }))
    const first = new AbortController()
    const waiting = get(`${server.url}/silent`, {}, first.signal)
    first.abort(new Error('Ctrl-C'))
    await assert.rejects(waiting, /^Error: Ctrl-C$/)
    const second = new AbortController()
    const answer = await get(`${server.url}/stalls`, {}, second.signal)
    await assert.rejects(async () => {
      for await (const _ of answer.body) second.abort(new Error('Ctrl-C again'))
    }, /^Error: Ctrl-C again$/)
  })
})

describe('resolveRedirect', () => {
  const cases: readonly [string, string, string | RegExp][] = [
    ['http://a.example/x', 'https://b.example/y', 'https://b.example/y'],
    ['http://a.example/x', 'http://b.example/y', 'http://b.example/y'],
    ['https://a.example/x/z', '../y', 'https://a.example/y'],
    ['https://a.example/x', 'http://a.example/x', /is not encrypted\. Use an address/],
    ['http://a.example/x', 'file:///etc/passwd', /is not a web address/],
    ['http://a.example/x', 'http://', /is not a web address/],
  ]
  for (const [from, location, expected] of cases) {
    test(`from ${from} to ${location}: ${expected}`, () => {
      if (typeof expected === 'string') assert.equal(resolveRedirect(new URL(from), location).href, expected)
      else assert.throws(() => resolveRedirect(new URL(from), location), { name: 'InputError', message: expected })
    })
  }
})

test('redactUrl removes user, password and query', () => {
  assert.equal(redactUrl('https://me:secret@h.example:8443/a/b?token=secret#x'), 'https://h.example:8443/a/b?…')
})
