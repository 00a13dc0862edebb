import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import { fc } from '../../src/stdx/testing/properties.ts'
import { untar, unzip } from '../testing/test-files.ts'
import { tar } from './tar.ts'
import { type ZipMember, zip } from './zip.ts'

const MEMBERS: readonly ZipMember[] = [
  { name: 'CSV/a.csv', bytes: Buffer.from('x;y\r\n1;2\r\n'.repeat(500)) },
  { name: 'CSV/empty.csv', bytes: Buffer.alloc(0) },
  { name: 'b.csv', bytes: Buffer.from('one') },
]

/** What a reader that we did not write says: names, lengths, checksums. */
function listed(bytes: Buffer): Promise<{ name: string; length: number; crc: number }[]> {
  return new Promise((resolve, reject) => {
    const found: { name: string; length: number; crc: number }[] = []
    yauzl.fromBuffer(bytes, (error, file) => {
      if (error !== null) return reject(error)
      file.on('entry', (entry) => {
        found.push({ name: entry.fileName, length: entry.uncompressedSize, crc: entry.crc32 })
      })
      file.on('end', () => resolve(found))
      file.on('error', reject)
    })
  })
}

describe('zip', () => {
  test('another program finds all members with their lengths and checksums', async () => {
    const expected = MEMBERS.map(({ name, bytes }) => ({ name, length: bytes.length, crc: crc32(bytes) }))
    assert.deepEqual(await listed(Buffer.concat([...zip(MEMBERS)])), expected)
  })

  test('the members are unpacked as they were packed', () => {
    const found = unzip(Buffer.concat([...zip(MEMBERS)]))
    for (const { name, bytes } of MEMBERS) assert.deepEqual(found.get(name), bytes)
  })
})

describe('tar', () => {
  test('the members are unpacked as they were packed, whatever their lengths', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'ž', '\n', '€'), maxLength: 1500 })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
        const members = texts.map((one, i) => ({ name: `VYSTUP/DATA/${i}.xml`, text: one }))
        const found = untar(Buffer.concat([...tar(members, 1_790_000_000)]))
        const expected = members.map((member) => [member.name, member.text] as const)
        assert.deepEqual(found, new Map(expected))
      }),
      { numRuns: 50 },
    )
  })

  test('headers have their checksum, and two empty blocks end it', () => {
    const bytes = Buffer.concat([...tar([{ name: 'a.xml', text: '<a/>' }], 1_790_000_000)])
    assert.equal(bytes.length, 4 * 512)
    assert.ok(bytes.subarray(1024).every((byte) => byte === 0))
    const checksum = Number.parseInt(bytes.toString('latin1', 148, 154), 8)
    bytes.fill(' ', 148, 156)
    const sum = bytes.subarray(0, 512).reduce((all, byte) => all + byte, 0)
    assert.equal(sum, checksum)
  })
})
