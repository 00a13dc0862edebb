import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { BODY, createDownloadRunner, sha256 } from './testing/download-runner.ts'
import { md5, serveFile, startMisbehavingServer } from './testing/misbehaving-server.ts'

describe('download', () => {
  test('a complete file has its name and its state, and no part', async () => {
    await using server = await startMisbehavingServer()
    server.on('/data.csv', serveFile({ body: BODY, etag: '"v1"' }))
    const { folder, path, progress, run } = createDownloadRunner()
    const { outcome, file } = await run(server)
    assert.equal(outcome, 'new')
    assert.deepEqual(readFileSync(path), BODY)
    assert.deepEqual(readdirSync(folder).toSorted(), ['data.csv', 'data.csv.state.json'])
    assert.equal(file.sha256, sha256(BODY))
    assert.equal(file.fetchedAt, '2026-11-21T05:54:00.000Z')
    assert.deepEqual(progress.at(-1), [BODY.length, BODY.length])
    assert.equal(server.requests[0]!.headers['accept-encoding'], 'identity')
  })

  const conditions: readonly [string, { etag?: string; lastModified?: string }][] = [
    ['ETag', { etag: '"v1"' }],
    ['weak ETag', { etag: 'W/"v1"' }],
    ['Last-Modified', { lastModified: 'Wed, 18 Nov 2026 02:00:00 GMT' }],
  ]
  for (const [name, headers] of conditions) {
    test(`a second run sends the ${name} of the first, and 304 means no change`, async () => {
      await using server = await startMisbehavingServer()
      server.on('/data.csv', serveFile({ body: BODY, ...headers }))
      const { run } = createDownloadRunner()
      const first = await run(server)
      const second = await run(server)
      assert.deepEqual(second, { ...first, outcome: 'unchanged' })
      assert.equal(server.requests.length, 2)
    })
  }

  test('the same bytes from a host without conditional requests are unchanged', async () => {
    await using server = await startMisbehavingServer()
    server.on('/data.csv', serveFile({ body: BODY }))
    const { folder, run } = createDownloadRunner()
    await run(server)
    assert.equal((await run(server)).outcome, 'unchanged')
    assert.deepEqual(readdirSync(folder).toSorted(), ['data.csv', 'data.csv.state.json'])
  })

  test('a new version replaces the old one', async () => {
    await using server = await startMisbehavingServer()
    server.on('/data.csv', serveFile({ body: 'old', etag: '"v1"' }))
    const { path, run } = createDownloadRunner()
    await run(server)
    server.on('/data.csv', serveFile({ body: BODY, etag: '"v2"' }))
    assert.equal((await run(server)).outcome, 'new')
    assert.deepEqual(readFileSync(path), BODY)
  })

  test('a file whose listed ETag is known is not requested', async () => {
    await using server = await startMisbehavingServer()
    server.on('/data.csv', serveFile({ body: BODY }))
    const { run } = createDownloadRunner()
    await run(server, { etag: 'listed-1' })
    assert.equal((await run(server, { etag: 'listed-1' })).outcome, 'unchanged')
    assert.equal(server.requests.length, 1)
  })

  const newer = Buffer.from(BODY.toString().replaceAll('obec', 'dvor'))
  for (const [what, body, wanted] of [
    ['length', Buffer.from('newer'), { bytes: 5 }],
    ['MD5', newer, { md5: md5(newer) }],
  ] as const) {
    test(`a file with another ${what} than the listed one is requested without conditions`, async () => {
      await using server = await startMisbehavingServer()
      server.on('/data.csv', serveFile({ body: BODY, etag: '"v1"' }))
      const { path, run } = createDownloadRunner()
      await run(server, { etag: 'listed-1' })
      server.on('/data.csv', serveFile({ body, etag: '"v1"' }))
      assert.equal((await run(server, { etag: 'listed-2', ...wanted })).outcome, 'new')
      assert.deepEqual(readFileSync(path), body)
      assert.equal(server.requests[1]!.headers['if-none-match'], undefined)
    })
  }

  test('a file that matches the listing is requested with conditions', async () => {
    await using server = await startMisbehavingServer()
    server.on('/data.csv', serveFile({ body: BODY, etag: '"v1"' }))
    const { run } = createDownloadRunner()
    await run(server)
    assert.equal((await run(server, { bytes: BODY.length, md5: md5(BODY) })).outcome, 'unchanged')
    assert.equal(server.requests[1]!.headers['if-none-match'], '"v1"')
  })

  test('a truncated or removed file is fetched again, whatever the state says', async () => {
    await using server = await startMisbehavingServer()
    server.on('/data.csv', serveFile({ body: BODY, etag: '"v1"' }))
    const { path, run } = createDownloadRunner()
    await run(server)
    writeFileSync(path, 'cut')
    assert.equal((await run(server)).outcome, 'new')
    rmSync(path)
    assert.equal((await run(server)).outcome, 'new')
    assert.deepEqual(readFileSync(path), BODY)
  })

  test('an unreadable state counts as none', async () => {
    await using server = await startMisbehavingServer()
    server.on('/data.csv', serveFile({ body: BODY, etag: '"v1"' }))
    const { path, run } = createDownloadRunner()
    await run(server)
    writeFileSync(`${path}.state.json`, '{"fetched":')
    assert.equal((await run(server)).outcome, 'new')
    assert.equal(server.requests[1]!.headers['if-none-match'], undefined)
  })
})
