import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { BODY, downloadBench, sha256 } from './testing/download-bench.ts'
import { md5, serveFile, startMisbehavingServer } from './testing/misbehaving-server.ts'

describe('download', () => {
  test('a file that comes whole has its name, its state beside it, and no part', async () => {
    await using server = await startMisbehavingServer()
    server.on('/data.csv', serveFile({ body: BODY, etag: '"v1"' }))
    const { folder, path, progress, run } = downloadBench()
    const { outcome, file } = await run(server)
    assert.equal(outcome, 'new')
    assert.deepEqual(readFileSync(path), BODY)
    assert.deepEqual(readdirSync(folder).toSorted(), ['data.csv', 'data.csv.state.json'])
    assert.equal(file.sha256, sha256(BODY))
    assert.equal(file.fetchedAt, '2026-11-21T05:54:00.000Z')
    assert.deepEqual(progress.at(-1), [BODY.length, BODY.length])
    assert.equal(server.asked[0]!.headers['accept-encoding'], 'identity')
  })

  const conditions: readonly [string, { etag?: string; lastModified?: string }][] = [
    ['ETag', { etag: '"v1"' }],
    ['weak ETag', { etag: 'W/"v1"' }],
    ['Last-Modified', { lastModified: 'Wed, 18 Nov 2026 02:00:00 GMT' }],
  ]
  for (const [name, headers] of conditions) {
    test(`a second run asks with the ${name} it was given, and 304 means nothing new`, async () => {
      await using server = await startMisbehavingServer()
      server.on('/data.csv', serveFile({ body: BODY, ...headers }))
      const { run } = downloadBench()
      const first = await run(server)
      const second = await run(server)
      assert.deepEqual(second, { ...first, outcome: 'unchanged' })
      assert.equal(server.asked.length, 2)
    })
  }

  test('a host that knows no conditions: the same bytes again are nothing new', async () => {
    await using server = await startMisbehavingServer()
    server.on('/data.csv', serveFile({ body: BODY }))
    const { folder, run } = downloadBench()
    await run(server)
    assert.equal((await run(server)).outcome, 'unchanged')
    assert.deepEqual(readdirSync(folder).toSorted(), ['data.csv', 'data.csv.state.json'])
  })

  test('a new version takes the place of the old one', async () => {
    await using server = await startMisbehavingServer()
    server.on('/data.csv', serveFile({ body: 'old', etag: '"v1"' }))
    const { path, run } = downloadBench()
    await run(server)
    server.on('/data.csv', serveFile({ body: BODY, etag: '"v2"' }))
    assert.equal((await run(server)).outcome, 'new')
    assert.deepEqual(readFileSync(path), BODY)
  })

  test('a file whose listed ETag is known is not even asked for', async () => {
    await using server = await startMisbehavingServer()
    server.on('/data.csv', serveFile({ body: BODY }))
    const { run } = downloadBench()
    await run(server, { etag: 'listed-1' })
    assert.equal((await run(server, { etag: 'listed-1' })).outcome, 'unchanged')
    assert.equal(server.asked.length, 1)
  })

  const newer = Buffer.from(BODY.toString().replaceAll('obec', 'dvor'))
  for (const [what, body, wanted] of [
    ['length', Buffer.from('newer'), { bytes: 5 }],
    ['MD5', newer, { md5: md5(newer) }],
  ] as const) {
    test(`a file of another ${what} than the listed one is asked for without conditions`, async () => {
      await using server = await startMisbehavingServer()
      server.on('/data.csv', serveFile({ body: BODY, etag: '"v1"' }))
      const { path, run } = downloadBench()
      await run(server, { etag: 'listed-1' })
      server.on('/data.csv', serveFile({ body, etag: '"v1"' }))
      assert.equal((await run(server, { etag: 'listed-2', ...wanted })).outcome, 'new')
      assert.deepEqual(readFileSync(path), body)
      assert.equal(server.asked[1]!.headers['if-none-match'], undefined)
    })
  }

  test('a file that is as listed is asked for with conditions', async () => {
    await using server = await startMisbehavingServer()
    server.on('/data.csv', serveFile({ body: BODY, etag: '"v1"' }))
    const { run } = downloadBench()
    await run(server)
    assert.equal((await run(server, { bytes: BODY.length, md5: md5(BODY) })).outcome, 'unchanged')
    assert.equal(server.asked[1]!.headers['if-none-match'], '"v1"')
  })

  test('a file that somebody cut or removed is fetched again, whatever the state says', async () => {
    await using server = await startMisbehavingServer()
    server.on('/data.csv', serveFile({ body: BODY, etag: '"v1"' }))
    const { path, run } = downloadBench()
    await run(server)
    writeFileSync(path, 'cut')
    assert.equal((await run(server)).outcome, 'new')
    rmSync(path)
    assert.equal((await run(server)).outcome, 'new')
    assert.deepEqual(readFileSync(path), BODY)
  })

  test('an unreadable state is no state', async () => {
    await using server = await startMisbehavingServer()
    server.on('/data.csv', serveFile({ body: BODY, etag: '"v1"' }))
    const { path, run } = downloadBench()
    await run(server)
    writeFileSync(`${path}.state.json`, '{"fetched":')
    assert.equal((await run(server)).outcome, 'new')
    assert.equal(server.asked[1]!.headers['if-none-match'], undefined)
  })
})
