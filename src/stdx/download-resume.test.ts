import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { BODY, startDownload } from './testing/download-runner.ts'
import { type ServedFile, serveFile } from './testing/misbehaving-server.ts'
import { fc } from './testing/properties.ts'
import { until } from './testing/until.ts'

const V1 = { etag: '"v1"' }
const CUT = { dropAfter: 30_000 }

describe('a download that was interrupted', () => {
  test('continues where it stopped if the host supports ranges and the file is unchanged', async () => {
    await using its = await startDownload(V1, [CUT])
    await its.run()
    assert.deepEqual(readFileSync(its.path), BODY)
    assert.equal(its.server.requests[1]!.headers.range, 'bytes=30000-')
    assert.equal(its.server.requests[1]!.headers['if-range'], '"v1"')
    assert.equal(its.waits.length, 1)
  })

  test('continues in the next run if every attempt of this one failed', async () => {
    await using its = await startDownload(V1, (nth) => (nth === 0 ? CUT : { status: 503, body: 'busy' }))
    await assert.rejects(its.run(), { name: 'InputError', message: /answered with status 503 \(attempts: 5\)/ })
    assert.equal(statSync(`${its.path}.part`).size, 30_000)
    assert.equal(existsSync(its.path), false)
    its.serve(V1)
    await its.run()
    assert.deepEqual(readFileSync(its.path), BODY)
    assert.equal(its.server.requests.at(-1)!.headers.range, 'bytes=30000-')
  })

  test('resumes by date if the date is clearly older than the response', async () => {
    const lastModified = 'Wed, 18 Nov 2020 02:00:00 GMT'
    await using its = await startDownload({ lastModified }, [CUT])
    await its.run()
    assert.deepEqual(readFileSync(its.path), BODY)
    assert.equal(its.server.requests[1]!.headers['if-range'], lastModified)
  })

  for (const [what, file] of [
    ['the host ignores the range and sends everything', { etag: '"v1"', ranges: 'ignored' }],
    ['the host gives a weak ETag only', { etag: 'W/"v1"' }],
    ['the host gives a weak ETag and a date', { etag: 'W/"v1"', lastModified: 'Wed, 18 Nov 2020 02:00:00 GMT' }],
    ['the date may be of this very second', { lastModified: 'Tue, 01 Jan 2036 00:00:00 GMT' }],
    ['the host gives neither ETag nor date', {}],
  ] as readonly (readonly [string, Omit<ServedFile, 'body'>])[]) {
    test(`starts over when ${what}`, async () => {
      await using its = await startDownload(file, [CUT])
      await its.run()
      assert.deepEqual(readFileSync(its.path), BODY)
      const begun = its.progress.filter(([bytes]) => bytes === 0)
      assert.deepEqual(begun, Array(2).fill([0, BODY.length]))
    })
  }

  const other = Buffer.from(BODY.toString().replaceAll('obec', 'dvor'))
  for (const how of ['is asked by If-Range', 'ignores If-Range']) {
    test(`of a file that changed meanwhile never mixes two versions: the host ${how}`, async () => {
      await using its = await startDownload()
      its.server.on('/data.csv', (asked, nth) => {
        if (nth === 0) return { ...serveFile({ body: BODY, ...V1 })(asked, nth), ...CUT }
        const headers = how === 'ignores If-Range' ? { ...asked.headers, 'if-range': undefined } : asked.headers
        return serveFile({ body: other, etag: '"v2"' })({ ...asked, headers }, nth)
      })
      await its.run()
      assert.deepEqual(readFileSync(its.path), other)
    })
  }

  test('never mixes two versions with one ETag: another date is another file', async () => {
    await using its = await startDownload()
    const before = serveFile({ body: BODY, ...V1, lastModified: 'Wed, 18 Nov 2020 02:00:00 GMT' }, () => CUT)
    const later = serveFile({ body: other, ...V1, lastModified: 'Thu, 19 Nov 2020 02:00:00 GMT' })
    its.server.on('/data.csv', (asked, nth) => (nth === 0 ? before : later)(asked, nth))
    await its.run()
    assert.equal(its.server.requests[1]!.headers.range, 'bytes=30000-')
    assert.deepEqual(readFileSync(its.path), other)
  })

  test('is not accepted as complete if the host never sends its length', async () => {
    const headers = { etag: '"v1"', 'content-range': 'bytes 30000-39999/*' }
    const part = { headers, body: BODY.subarray(30_000, 40_000) }
    await using its = await startDownload(V1, [{ ...CUT, announce: 'none' }, part])
    await its.run()
    assert.equal(its.server.requests[1]!.headers.range, 'bytes=30000-')
    assert.equal(its.server.requests[2]!.headers.range, undefined)
    assert.deepEqual(readFileSync(its.path), BODY)
  })

  for (const total of [BODY.length, '*']) {
    test(`continues when a part ends before the file does: bytes 30000-39999/${total}`, async () => {
      const headers = { 'content-range': `bytes 30000-39999/${total}` }
      await using its = await startDownload(V1, [CUT, { headers, body: BODY.subarray(30_000, 40_000) }])
      await its.run()
      assert.equal(its.server.requests[2]!.headers.range, 'bytes=40000-')
      assert.deepEqual(readFileSync(its.path), BODY)
    })
  }

  test('starts over if the host sends another range than requested', async () => {
    await using its = await startDownload(V1, [CUT, { headers: { 'content-range': 'bytes 29999-99999/*' } }])
    await its.run()
    assert.deepEqual(readFileSync(its.path), BODY)
    assert.equal(its.server.requests[2]!.headers.range, undefined)
  })

  test('starts over after status 416', async () => {
    await using its = await startDownload(V1, [CUT, { status: 416, body: '' }])
    await its.run()
    assert.deepEqual(readFileSync(its.path), BODY)
  })

  test('that is complete but not yet renamed needs no request', async () => {
    await using its = await startDownload(V1, [CUT, { status: 404 }])
    await assert.rejects(its.run(), /404/)
    writeFileSync(`${its.path}.part`, BODY)
    assert.equal((await its.run()).outcome, 'new')
    assert.equal(its.server.requests.length, 2)
    assert.deepEqual(readFileSync(its.path), BODY)
  })

  test('completes wherever the connection is cut, whatever the host supports', async () => {
    const cuts = fc.array(fc.record({ dropAfter: fc.integer({ min: 0, max: 999 }) }), { maxLength: 4 })
    const ranges = fc.constantFrom<'honoured' | 'ignored'>('honoured', 'ignored')
    const validator = fc.constantFrom({ etag: '"v1"' }, { etag: 'W/"v1"' }, {})
    await fc.assert(
      fc.asyncProperty(cuts, ranges, validator, async (cuts, ranges, validator) => {
        const body = BODY.subarray(0, 1000)
        await using its = await startDownload({ body, ranges, ...validator }, cuts)
        await its.run()
        assert.deepEqual(readFileSync(its.path), body)
      }),
      { numRuns: 40 },
    )
  })

  test('that is aborted keeps its part for the next run', async () => {
    const abort = new AbortController()
    await using its = await startDownload(V1, [{ stallAfter: 30_000 }], { signal: abort.signal })
    const running = assert.rejects(its.run(), /Ctrl-C/)
    await until(() => its.progress.some(([bytes]) => bytes === 30_000), 'the first 30 000 bytes')
    abort.abort(new Error('Ctrl-C'))
    await running
    assert.equal(statSync(`${its.path}.part`).size, 30_000)
    await using second = await startDownload()
    await second.run({ url: `${its.server.url}/data.csv`, path: its.path })
    assert.deepEqual(readFileSync(its.path), BODY)
    assert.equal(its.server.requests[1]!.headers.range, 'bytes=30000-')
  })
})
