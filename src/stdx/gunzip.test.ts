import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { gunzip } from './gunzip.ts'
import { writeTestFiles } from './testing/write-test-files.ts'

async function read(content: Uint8Array): Promise<{ text: string; progress: number }> {
  const path = writeTestFiles({ 'x.gz': content })[0]!
  let progress = 0
  const chunks: Buffer[] = []
  const source = { path, file: 'x.gz', progress: (bytes: number) => void (progress += bytes) }
  for await (const chunk of gunzip(source)) chunks.push(chunk)
  return { text: Buffer.concat(chunks).toString(), progress }
}

describe('gunzip', () => {
  const hello = gzipSync('hello ')
  const long = 'regista '.repeat(300_000)

  test('returns what was packed and counts the packed bytes', async () => {
    const packed = gzipSync(long)
    assert.deepEqual(await read(packed), { text: long, progress: packed.length })
  })

  test('reads several members', async () => {
    assert.equal((await read(Buffer.concat([hello, gzipSync('world')]))).text, 'hello world')
  })

  test('stops when the caller stops', async () => {
    const path = writeTestFiles({ 'x.gz': gzipSync(long) })[0]!
    for await (const chunk of gunzip({ path, file: 'x.gz', progress: () => {} })) {
      assert.equal(chunk.toString('utf8', 0, 8), 'regista ')
      break
    }
  })

  const damaged = Buffer.from(hello)
  damaged[damaged.length - 6]! ^= 1
  const more = 'x.gz: other data follows the gzip data; the file is damaged, fetch it again'
  for (const [what, content, message] of [
    ['a file that is cut off', gzipSync(long).subarray(0, -9), 'x.gz: the gzip file is cut off; fetch it again'],
    ['an empty file', Buffer.alloc(0), 'x.gz: the gzip file is cut off; fetch it again'],
    ['a plain file', Buffer.from('{}'), 'x.gz: is not a gzip file; fetch it again, and do not unpack it'],
    ['a wrong checksum', damaged, 'x.gz: the gzip file is damaged (incorrect data check); fetch it again'],
    ['text after the end', Buffer.concat([hello, Buffer.from('<html>')]), more],
    ['zeroes after the end', Buffer.concat([hello, Buffer.alloc(1000)]), more],
  ] as const) {
    test(`${what} is an error that says what to do`, async () => {
      await assert.rejects(read(content), { name: 'InputError', message })
    })
  }
})
