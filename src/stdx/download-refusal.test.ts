import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { explainDiskError } from './download-body.ts'
import { createHttpGet, HTTP_LIMITS } from './http-get.ts'
import { BODY, createDownloadRunner } from './testing/download-runner.ts'
import { type FakeResponse, md5, serveFile, startMisbehavingServer } from './testing/misbehaving-server.ts'
import type { WantedFile } from './wanted-file.ts'

describe('a download', () => {
  const recovers: readonly [string, FakeResponse, readonly number[]][] = [
    ['500', { status: 500, body: 'oops' }, []],
    ['503 with Retry-After in seconds', { status: 503, headers: { 'retry-after': '7' } }, [7_000]],
    [
      '429 with Retry-After as a date',
      { status: 429, headers: { 'retry-after': 'Sat, 21 Nov 2026 05:54:30 GMT' } },
      [30_000],
    ],
    ['a web page in place of the file', { headers: { 'content-type': 'text/html' }, body: '<h1>odstávka</h1>' }, []],
    ['an empty file', { body: '' }, []],
    ['damaged bytes', { body: Buffer.alloc(BODY.length, 'x') }, []],
    ['a longer Content-Length than the body, without a way to resume', { announce: BODY.length + 7, headers: {} }, []],
  ]
  for (const [what, answer, waits] of recovers) {
    test(`survives ${what}`, async () => {
      await using server = await startMisbehavingServer()
      server.on(
        '/data.csv',
        serveFile({ body: BODY }, (nth) => (nth === 0 ? answer : {})),
      )
      const its = createDownloadRunner()
      await its.run(server, { md5: md5(BODY) })
      assert.deepEqual(readFileSync(its.path), BODY)
      assert.equal(its.waits.length, 1)
      if (waits.length !== 0) assert.deepEqual(its.waits, waits)
    })
  }

  test('survives a host that falls silent', async () => {
    await using server = await startMisbehavingServer()
    server.on(
      '/data.csv',
      serveFile({ body: BODY, etag: '"v1"' }, (nth) => (nth === 0 ? { stallAfter: 30_000 } : {})),
    )
    const { path, run } = createDownloadRunner({ get: createHttpGet('test', { ...HTTP_LIMITS, silenceMs: 80 }) })
    await run(server)
    assert.deepEqual(readFileSync(path), BODY)
    assert.ok(2 <= server.requests.length)
  })

  test('checks the Content-MD5 that a host gives', async () => {
    await using server = await startMisbehavingServer()
    const headers = { 'content-md5': createHash('md5').update('another').digest('base64') }
    server.on('/data.csv', () => ({ body: BODY, headers }))
    await assert.rejects(createDownloadRunner().run(server), {
      message: /arrived damaged: its MD5 is [0-9a-f]{32}; [0-9a-f]{32} was expected/,
    })
  })

  const refused: readonly [string, FakeResponse, Partial<WantedFile>, RegExp][] = [
    [
      '404',
      { status: 404 },
      {},
      /\/data\.csv answered with status 404: the file does not exist there\. It may have moved/,
    ],
    ['403', { status: 403 }, {}, /the server refused access/],
    ['206 that was not asked for', { status: 206 }, {}, /answered with status 206; 200 was expected/],
    ['a length other than the listed one', {}, { bytes: 5 }, /5 were listed: the file is being replaced/],
    [
      'a file larger than allowed, by its length',
      { body: Buffer.alloc((1 << 20) + 1) },
      {},
      /is larger than the limit of 1048576 bytes/,
    ],
    [
      'a file larger than allowed, without a length',
      { body: Buffer.alloc((1 << 20) + 1), announce: 'none' },
      {},
      /is larger than the limit of 1048576 bytes/,
    ],
    ['a coding', { headers: { 'content-encoding': 'br' } }, {}, /has Content-Encoding br/],
    ['a request to come back tomorrow', { status: 503, headers: { 'retry-after': '86400' } }, {}, /in 1440 minutes/],
  ]
  for (const [what, answer, wanted, message] of refused) {
    test(`refuses ${what} at once and leaves nothing under the name`, async () => {
      await using server = await startMisbehavingServer()
      server.on(
        '/data.csv',
        serveFile({ body: BODY }, () => answer),
      )
      const { path, waits, run } = createDownloadRunner()
      await assert.rejects(run(server, wanted), { name: 'InputError', message })
      assert.deepEqual(waits, [])
      assert.equal(existsSync(path), false)
    })
  }

  const hopeless: readonly [string, FakeResponse, Partial<WantedFile>, RegExp][] = [
    ['a wrong checksum', {}, { md5: md5('another') }, /arrived damaged/],
    [
      'fewer bytes than listed, without a length',
      { announce: 'none' },
      { bytes: 5 },
      /sent \d+ bytes; 5\d* were expected/,
    ],
    ['a body shorter than its length', { announce: 99_999 }, {}, /the connection was cut/],
  ]
  for (const [what, answer, wanted, message] of hopeless) {
    test(`gives up on ${what} after five attempts and leaves nothing under the name`, async () => {
      await using server = await startMisbehavingServer()
      server.on(
        '/data.csv',
        serveFile({ body: BODY }, () => answer),
      )
      const { path, run } = createDownloadRunner()
      await assert.rejects(run(server, wanted), { name: 'InputError', message })
      assert.equal(server.requests.length, 5)
      assert.equal(existsSync(path), false)
    })
  }

  test('without a length or chunks is not accepted as complete', async () => {
    await using server = await startMisbehavingServer()
    await using host = await lengthlessHost(BODY)
    const { path, run } = createDownloadRunner()
    await assert.rejects(run(server, { url: host.url }), {
      name: 'InputError',
      message: /sent no Content-Length, .* \(attempts: 5\)/,
    })
    assert.equal(existsSync(path), false)
  })

  for (const [what, wanted] of [
    ['length', { bytes: BODY.length }],
    ['MD5', { md5: md5(BODY) }],
  ] as const) {
    test(`without a length or chunks is complete if the listed ${what} matches`, async () => {
      await using server = await startMisbehavingServer()
      await using host = await lengthlessHost(BODY)
      const { path, run } = createDownloadRunner()
      await run(server, { url: host.url, ...wanted })
      assert.deepEqual(readFileSync(path), BODY)
    })
  }

  test('that does not fit on the disk is rejected before its first byte', async () => {
    await using server = await startMisbehavingServer()
    server.on('/data.csv', () => ({ body: BODY, announce: 9e14 }))
    const { run } = createDownloadRunner({ limits: { fileBytesMax: Number.MAX_SAFE_INTEGER } })
    await assert.rejects(run(server), {
      name: 'InputError',
      message: /900000000000000 bytes are needed and \d+ are free/,
    })
  })

  test('that fills the disk reports it and deletes its part', async () => {
    const { path } = createDownloadRunner()
    writeFileSync(`${path}.part`, BODY)
    const full = ((): unknown => {
      try {
        return writeFileSync('/dev/full', 'x')
      } catch (error) {
        return error
      }
    })()
    const explained = await explainDiskError(full, path)
    assert.match(String(explained), /^InputError: .*data\.csv cannot be written: the disk is full\. Free some space/)
    assert.equal(existsSync(`${path}.part`), false)
  })

  test('into a missing folder names the folder', async () => {
    await using server = await startMisbehavingServer()
    server.on('/data.csv', serveFile({ body: BODY }))
    const { folder, run } = createDownloadRunner()
    const path = join(folder, 'nowhere', 'data.csv')
    await assert.rejects(run(server, { path }), { name: 'InputError', message: /nowhere\/data\.csv cannot be written/ })
  })

  test('names the address without its secrets', async () => {
    await using server = await startMisbehavingServer()
    const url = `${server.url}/gone.csv?token=secret`
    await assert.rejects(createDownloadRunner().run(server, { url }), (error: Error) => {
      assert.match(error.message, /\/gone\.csv\?… answered with status 404/)
      assert.doesNotMatch(error.message, /secret/)
      return true
    })
  })
})

/** Answers as hosts did before HTTP knew lengths: the body ends when the connection does. */
async function lengthlessHost(body: Buffer): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((socket) =>
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n')
      socket.end(body)
    }),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/data.csv`,
    [Symbol.asyncDispose]: () => new Promise((done) => server.close(() => done())),
  }
}
