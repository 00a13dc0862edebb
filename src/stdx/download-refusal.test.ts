import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { explainDiskError } from './download-body.ts'
import { createHttpGet, HTTP_LIMITS } from './http-get.ts'
import { cases } from './testing/cases.ts'
import { BODY, startDownload } from './testing/download-runner.ts'
import { type FakeResponse, md5 } from './testing/misbehaving-server.ts'
import type { WantedFile } from './wanted-file.ts'

describe('a download', () => {
  const [seconds, date] = ['7', 'Sat, 21 Nov 2026 05:54:30 GMT']
  for (const [what, answer, waits] of [
    ['500', { status: 500, body: 'oops' }, []],
    ['503 with Retry-After in seconds', { status: 503, headers: { 'retry-after': seconds } }, [7_000]],
    ['429 with Retry-After as a date', { status: 429, headers: { 'retry-after': date } }, [30_000]],
    ['a web page in place of the file', { headers: { 'content-type': 'text/html' }, body: '<h1>odstávka</h1>' }, []],
    ['an empty file', { body: '' }, []],
    ['damaged bytes', { body: Buffer.alloc(BODY.length, 'x') }, []],
    ['a longer Content-Length than the body, without a way to resume', { announce: BODY.length + 7, headers: {} }, []],
  ] as readonly (readonly [string, FakeResponse, readonly number[]])[]) {
    test(`survives ${what}`, async () => {
      await using its = await startDownload({}, [answer])
      await its.run({ md5: md5(BODY) })
      assert.deepEqual(readFileSync(its.path), BODY)
      assert.equal(its.waits.length, 1)
      if (waits.length !== 0) assert.deepEqual(its.waits, waits)
    })
  }

  test('survives a host that falls silent', async () => {
    const get = createHttpGet('test', { ...HTTP_LIMITS, silenceMs: 80 })
    await using its = await startDownload({ etag: '"v1"' }, [{ stallAfter: 30_000 }], { get })
    await its.run()
    assert.deepEqual(readFileSync(its.path), BODY)
    assert.ok(2 <= its.server.requests.length)
  })

  test('checks the Content-MD5 that a host gives', async () => {
    const headers = { 'content-md5': createHash('md5').update('another').digest('base64') }
    await using its = await startDownload({}, () => ({ headers }))
    const message = /arrived damaged: its MD5 is [0-9a-f]{32}; [0-9a-f]{32} was expected/
    await assert.rejects(its.run(), { message })
  })

  const LARGE = { body: Buffer.alloc((1 << 20) + 1) }
  const TOO_LARGE = /is larger than the limit of 1048576 bytes/
  for (const [what, answer, wanted, message] of cases<[string, FakeResponse, Partial<WantedFile>, RegExp]>`
    404                                        | ${{ status: 404 }}               | ${{}} | ${/\/data\.csv answered with status 404: the file does not exist there\. It may have moved/}
    403                                        | ${{ status: 403 }}               | ${{}} | ${/the server refused access/}
    206 that was not asked for                 | ${{ status: 206 }}               | ${{}} | ${/answered with status 206; 200 was expected/}
    a length other than the listed one         | ${{}}                            | ${{ bytes: 5 }} | ${/5 were listed: the file is being replaced/}
    a file larger than allowed, by its length  | ${LARGE}                         | ${{}} | ${TOO_LARGE}
    a file larger than allowed, without a length | ${{ ...LARGE, announce: 'none' }} | ${{}} | ${TOO_LARGE}
    a coding                                   | ${{ headers: { 'content-encoding': 'br' } }} | ${{}} | ${/has Content-Encoding br/}
    a request to come back tomorrow            | ${{ status: 503, headers: { 'retry-after': '86400' } }} | ${{}} | ${/in 1440 minutes/}
  `) {
    test(`refuses ${what} at once and leaves nothing under the name`, async () => {
      await using its = await startDownload({}, () => answer)
      await assert.rejects(its.run(wanted), { name: 'InputError', message })
      assert.deepEqual(its.waits, [])
      assert.equal(existsSync(its.path), false)
    })
  }

  for (const [what, answer, wanted, message] of cases<[string, FakeResponse, Partial<WantedFile>, RegExp]>`
    a wrong checksum                | ${{}}                   | ${{ md5: md5('another') }} | ${/arrived damaged/}
    fewer bytes than listed, without a length | ${{ announce: 'none' }} | ${{ bytes: 5 }} | ${/sent \d+ bytes; 5\d* were expected/}
    a body shorter than its length  | ${{ announce: 99_999 }} | ${{}}                      | ${/the connection was cut/}
  `) {
    test(`gives up on ${what} after five attempts and leaves nothing under the name`, async () => {
      await using its = await startDownload({}, () => answer)
      await assert.rejects(its.run(wanted), { name: 'InputError', message })
      assert.equal(its.server.requests.length, 5)
      assert.equal(existsSync(its.path), false)
    })
  }

  test('without a length or chunks is not accepted as complete', async () => {
    await using its = await startDownload()
    await using host = await lengthlessHost(BODY)
    const message = /sent no Content-Length, .* \(attempts: 5\)/
    await assert.rejects(its.run({ url: host.url }), { name: 'InputError', message })
    assert.equal(existsSync(its.path), false)
  })

  for (const [what, wanted] of Object.entries({ length: { bytes: BODY.length }, MD5: { md5: md5(BODY) } })) {
    test(`without a length or chunks is complete if the listed ${what} matches`, async () => {
      await using its = await startDownload()
      await using host = await lengthlessHost(BODY)
      await its.run({ url: host.url, ...wanted })
      assert.deepEqual(readFileSync(its.path), BODY)
    })
  }

  test('that does not fit on the disk is rejected before its first byte', async () => {
    const limits = { fileBytesMax: Number.MAX_SAFE_INTEGER }
    await using its = await startDownload({}, () => ({ announce: 9e14 }), { limits })
    const message = /900000000 MB are needed and \d+ MB are free/
    await assert.rejects(its.run(), { name: 'InputError', message })
  })

  test('that fills the disk reports it and deletes its part', async () => {
    await using its = await startDownload()
    writeFileSync(`${its.path}.part`, BODY)
    const full = await writeFile('/dev/full', 'x').catch((error) => error)
    const explained = await explainDiskError(full, its.path)
    assert.match(String(explained), /^InputError: .*data\.csv cannot be written: the disk is full\. Free some space/)
    assert.equal(existsSync(`${its.path}.part`), false)
  })

  test('into a missing folder names the folder', async () => {
    await using its = await startDownload()
    const path = join(its.folder, 'nowhere', 'data.csv')
    await assert.rejects(its.run({ path }), { name: 'InputError', message: /nowhere\/data\.csv cannot be written/ })
  })

  test('names the address without its secrets', async () => {
    await using its = await startDownload()
    const url = `${its.server.url}/gone.csv?token=secret`
    await assert.rejects(its.run({ url }), (error: Error) => {
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
