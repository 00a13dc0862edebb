import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { BODY, sha256, startDownload } from './testing/download-runner.ts'
import { md5 } from './testing/misbehaving-server.ts'

describe('download', () => {
  test('a complete file has its name and its state, and no part', async () => {
    await using its = await startDownload({ etag: '"v1"' })
    const { outcome, file } = await its.run()
    assert.equal(outcome, 'new')
    assert.deepEqual(readFileSync(its.path), BODY)
    assert.deepEqual(readdirSync(its.folder).toSorted(), ['data.csv', 'data.csv.state.json'])
    assert.equal(file.sha256, sha256(BODY))
    assert.equal(file.fetchedAt, '2026-11-21T05:54:00.000Z')
    assert.deepEqual(its.progress.at(-1), [BODY.length, BODY.length])
    assert.equal(its.server.requests[0]!.headers['accept-encoding'], 'identity')
  })

  for (const [name, headers] of [
    ['ETag', { etag: '"v1"' }],
    ['weak ETag', { etag: 'W/"v1"' }],
    ['Last-Modified', { lastModified: 'Wed, 18 Nov 2026 02:00:00 GMT' }],
  ] as const) {
    test(`a second run sends the ${name} of the first, and 304 means no change`, async () => {
      await using its = await startDownload(headers)
      const first = await its.run()
      const second = await its.run()
      assert.deepEqual(second, { ...first, outcome: 'unchanged' })
      assert.equal(its.server.requests.length, 2)
    })
  }

  test('the same bytes from a host without conditional requests are unchanged', async () => {
    await using its = await startDownload()
    await its.run()
    assert.equal((await its.run()).outcome, 'unchanged')
    assert.deepEqual(readdirSync(its.folder).toSorted(), ['data.csv', 'data.csv.state.json'])
  })

  test('a new version replaces the old one', async () => {
    await using its = await startDownload({ body: 'old', etag: '"v1"' })
    await its.run()
    its.serve({ etag: '"v2"' })
    assert.equal((await its.run()).outcome, 'new')
    assert.deepEqual(readFileSync(its.path), BODY)
  })

  test('a file whose listed ETag is known is not requested', async () => {
    await using its = await startDownload()
    await its.run({ etag: 'listed-1' })
    assert.equal((await its.run({ etag: 'listed-1' })).outcome, 'unchanged')
    assert.equal(its.server.requests.length, 1)
  })

  const newer = Buffer.from(BODY.toString().replaceAll('obec', 'dvor'))
  for (const [what, body, wanted] of [
    ['length', Buffer.from('newer'), { bytes: 5 }],
    ['MD5', newer, { md5: md5(newer) }],
  ] as const) {
    test(`a file with another ${what} than the listed one is requested without conditions`, async () => {
      await using its = await startDownload({ etag: '"v1"' })
      await its.run({ etag: 'listed-1' })
      its.serve({ body, etag: '"v1"' })
      assert.equal((await its.run({ etag: 'listed-2', ...wanted })).outcome, 'new')
      assert.deepEqual(readFileSync(its.path), body)
      assert.equal(its.server.requests[1]!.headers['if-none-match'], undefined)
    })
  }

  test('a file that matches the listing is requested with conditions', async () => {
    await using its = await startDownload({ etag: '"v1"' })
    await its.run()
    assert.equal((await its.run({ bytes: BODY.length, md5: md5(BODY) })).outcome, 'unchanged')
    assert.equal(its.server.requests[1]!.headers['if-none-match'], '"v1"')
  })

  test('a truncated or removed file is fetched again, whatever the state says', async () => {
    await using its = await startDownload({ etag: '"v1"' })
    await its.run()
    writeFileSync(its.path, 'cut')
    assert.equal((await its.run()).outcome, 'new')
    rmSync(its.path)
    assert.equal((await its.run()).outcome, 'new')
    assert.deepEqual(readFileSync(its.path), BODY)
  })

  test('an unreadable state counts as none', async () => {
    await using its = await startDownload({ etag: '"v1"' })
    await its.run()
    writeFileSync(`${its.path}.state.json`, '{"fetched":')
    assert.equal((await its.run()).outcome, 'new')
    assert.equal(its.server.requests[1]!.headers['if-none-match'], undefined)
  })
})
