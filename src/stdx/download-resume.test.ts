import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { BODY, createDownloadRunner } from './testing/download-runner.ts'
import { type FakeResponse, type ServedFile, serveFile, startMisbehavingServer } from './testing/misbehaving-server.ts'
import { fc } from './testing/properties.ts'

describe('a download that was interrupted', () => {
  test('continues where it stopped if the host supports ranges and the file is unchanged', async () => {
    await using server = await startMisbehavingServer()
    server.on(
      '/data.csv',
      serveFile({ body: BODY, etag: '"v1"' }, (nth) => (nth === 0 ? { dropAfter: 30_000 } : {})),
    )
    const { path, waits, run } = createDownloadRunner()
    await run(server)
    assert.deepEqual(readFileSync(path), BODY)
    assert.equal(server.requests[1]!.headers.range, 'bytes=30000-')
    assert.equal(server.requests[1]!.headers['if-range'], '"v1"')
    assert.equal(waits.length, 1)
  })

  test('continues in the next run if every attempt of this one failed', async () => {
    await using server = await startMisbehavingServer()
    server.on(
      '/data.csv',
      serveFile({ body: BODY, etag: '"v1"' }, (nth) =>
        nth === 0 ? { dropAfter: 30_000 } : nth < 6 ? { status: 503, body: 'busy' } : {},
      ),
    )
    const { path, run } = createDownloadRunner()
    await assert.rejects(run(server), { name: 'InputError', message: /answered with status 503 \(attempts: 5\)/ })
    assert.equal(statSync(`${path}.part`).size, 30_000)
    assert.equal(existsSync(path), false)
    server.on('/data.csv', serveFile({ body: BODY, etag: '"v1"' }))
    await run(server)
    assert.deepEqual(readFileSync(path), BODY)
    assert.equal(server.requests.at(-1)!.headers.range, 'bytes=30000-')
  })

  test('resumes by date if the date is clearly older than the response', async () => {
    await using server = await startMisbehavingServer()
    const lastModified = 'Wed, 18 Nov 2020 02:00:00 GMT'
    server.on(
      '/data.csv',
      serveFile({ body: BODY, lastModified }, (nth) => (nth === 0 ? { dropAfter: 30_000 } : {})),
    )
    const { path, run } = createDownloadRunner()
    await run(server)
    assert.deepEqual(readFileSync(path), BODY)
    assert.equal(server.requests[1]!.headers['if-range'], lastModified)
  })

  const startsOver: readonly [string, Omit<ServedFile, 'body'>][] = [
    ['the host ignores the range and sends everything', { etag: '"v1"', ranges: 'ignored' }],
    ['the host gives a weak ETag only', { etag: 'W/"v1"' }],
    ['the host gives a weak ETag and a date', { etag: 'W/"v1"', lastModified: 'Wed, 18 Nov 2020 02:00:00 GMT' }],
    ['the date may be of this very second', { lastModified: 'Tue, 01 Jan 2036 00:00:00 GMT' }],
    ['the host gives neither ETag nor date', {}],
  ]
  for (const [what, file] of startsOver) {
    test(`starts over when ${what}`, async () => {
      await using server = await startMisbehavingServer()
      server.on(
        '/data.csv',
        serveFile({ body: BODY, ...file }, (nth) => (nth === 0 ? { dropAfter: 30_000 } : {})),
      )
      const { path, progress, run } = createDownloadRunner()
      await run(server)
      assert.deepEqual(readFileSync(path), BODY)
      assert.deepEqual(
        progress.filter(([bytes]) => bytes === 0),
        [
          [0, BODY.length],
          [0, BODY.length],
        ],
      )
    })
  }

  const other = Buffer.from(BODY.toString().replaceAll('obec', 'dvor'))
  const changed: readonly [string, 'honoured' | 'ignores If-Range'][] = [
    ['is asked by If-Range', 'honoured'],
    ['ignores If-Range', 'ignores If-Range'],
  ]
  for (const [what, how] of changed) {
    test(`of a file that changed meanwhile never mixes two versions: the host ${what}`, async () => {
      await using server = await startMisbehavingServer()
      server.on('/data.csv', (asked, nth) => {
        if (nth === 0) return { ...serveFile({ body: BODY, etag: '"v1"' })(asked, nth), dropAfter: 30_000 }
        const headers = how === 'honoured' ? asked.headers : { ...asked.headers, 'if-range': undefined }
        return serveFile({ body: other, etag: '"v2"' })({ ...asked, headers }, nth)
      })
      const { path, run } = createDownloadRunner()
      await run(server)
      assert.deepEqual(readFileSync(path), other)
    })
  }

  test('never mixes two versions with one ETag: another date is another file', async () => {
    await using server = await startMisbehavingServer()
    const [before, after] = ['Wed, 18 Nov 2020 02:00:00 GMT', 'Thu, 19 Nov 2020 02:00:00 GMT']
    server.on('/data.csv', (asked, nth) =>
      nth === 0
        ? { ...serveFile({ body: BODY, etag: '"v1"', lastModified: before })(asked, nth), dropAfter: 30_000 }
        : serveFile({ body: other, etag: '"v1"', lastModified: after })(asked, nth),
    )
    const { path, run } = createDownloadRunner()
    await run(server)
    assert.equal(server.requests[1]!.headers.range, 'bytes=30000-')
    assert.deepEqual(readFileSync(path), other)
  })

  test('is not accepted as complete if the host never sends its length', async () => {
    await using server = await startMisbehavingServer()
    const cut: readonly FakeResponse[] = [
      { dropAfter: 30_000, announce: 'none' },
      { headers: { etag: '"v1"', 'content-range': 'bytes 30000-39999/*' }, body: BODY.subarray(30_000, 40_000) },
    ]
    server.on(
      '/data.csv',
      serveFile({ body: BODY, etag: '"v1"' }, (nth) => cut[nth] ?? {}),
    )
    const { path, run } = createDownloadRunner()
    await run(server)
    assert.equal(server.requests[1]!.headers.range, 'bytes=30000-')
    assert.equal(server.requests[2]!.headers.range, undefined)
    assert.deepEqual(readFileSync(path), BODY)
  })

  for (const total of [BODY.length, '*']) {
    test(`continues when a part ends before the file does: bytes 30000-39999/${total}`, async () => {
      await using server = await startMisbehavingServer()
      const cut: readonly FakeResponse[] = [
        { dropAfter: 30_000 },
        { headers: { 'content-range': `bytes 30000-39999/${total}` }, body: BODY.subarray(30_000, 40_000) },
      ]
      server.on(
        '/data.csv',
        serveFile({ body: BODY, etag: '"v1"' }, (nth) => cut[nth] ?? {}),
      )
      const { path, run } = createDownloadRunner()
      await run(server)
      assert.equal(server.requests[2]!.headers.range, 'bytes=40000-')
      assert.deepEqual(readFileSync(path), BODY)
    })
  }

  test('starts over if the host sends another range than requested', async () => {
    await using server = await startMisbehavingServer()
    const wrong: readonly FakeResponse[] = [
      { dropAfter: 30_000 },
      { headers: { 'content-range': 'bytes 29999-99999/*' } },
    ]
    server.on(
      '/data.csv',
      serveFile({ body: BODY, etag: '"v1"' }, (nth) => wrong[nth] ?? {}),
    )
    const { path, run } = createDownloadRunner()
    await run(server)
    assert.deepEqual(readFileSync(path), BODY)
    assert.equal(server.requests[2]!.headers.range, undefined)
  })

  test('starts over after status 416', async () => {
    await using server = await startMisbehavingServer()
    const wrong: readonly FakeResponse[] = [{ dropAfter: 30_000 }, { status: 416, body: '' }]
    server.on(
      '/data.csv',
      serveFile({ body: BODY, etag: '"v1"' }, (nth) => wrong[nth] ?? {}),
    )
    const { path, run } = createDownloadRunner()
    await run(server)
    assert.deepEqual(readFileSync(path), BODY)
  })

  test('that is complete but not yet renamed needs no request', async () => {
    await using server = await startMisbehavingServer()
    server.on(
      '/data.csv',
      serveFile({ body: BODY, etag: '"v1"' }, (nth) => (nth === 0 ? { dropAfter: 30_000 } : { status: 404 })),
    )
    const { path, run } = createDownloadRunner()
    await assert.rejects(run(server), /404/)
    writeFileSync(`${path}.part`, BODY)
    assert.equal((await run(server)).outcome, 'new')
    assert.equal(server.requests.length, 2)
    assert.deepEqual(readFileSync(path), BODY)
  })

  test('completes wherever the connection is cut, whatever the host supports', async () => {
    const place = fc.integer({ min: 0, max: 999 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(place, { maxLength: 4 }),
        fc.constantFrom<'honoured' | 'ignored'>('honoured', 'ignored'),
        fc.constantFrom('"v1"', 'W/"v1"', undefined),
        async (drops, ranges, etag) => {
          await using server = await startMisbehavingServer()
          const body = BODY.subarray(0, 1000)
          const file = { body, ranges, ...(etag === undefined ? {} : { etag }) }
          server.on(
            '/data.csv',
            serveFile(file, (nth) => (nth < drops.length ? { dropAfter: drops[nth]! } : {})),
          )
          const { path, run } = createDownloadRunner()
          await run(server)
          assert.deepEqual(readFileSync(path), body)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('that is aborted keeps its part for the next run', async () => {
    await using server = await startMisbehavingServer()
    server.on(
      '/data.csv',
      serveFile({ body: BODY, etag: '"v1"' }, (nth) => (nth === 0 ? { stallAfter: 30_000 } : {})),
    )
    const abort = new AbortController()
    const first = createDownloadRunner({ signal: abort.signal })
    const running = first.run(server)
    const seen = async (): Promise<void> => {
      while (!first.progress.some(([bytes]) => bytes === 30_000)) await new Promise(setImmediate)
      abort.abort(new Error('Ctrl-C'))
    }
    await Promise.all([assert.rejects(running, /Ctrl-C/), seen()])
    assert.equal(statSync(`${first.path}.part`).size, 30_000)
    const second = createDownloadRunner()
    await second.run(server, { path: first.path })
    assert.deepEqual(readFileSync(first.path), BODY)
    assert.equal(server.requests[1]!.headers.range, 'bytes=30000-')
  })
})
