import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cases } from './testing/cases.ts'
import { fc } from './testing/properties.ts'
import { writeTestFiles } from './testing/write-test-files.ts'
import { buildZip } from './testing/zip.ts'
import { openZip } from './zip.ts'

async function read(bytes: Uint8Array, memberBytesMax = 1 << 20): Promise<[string, string][]> {
  const [path] = writeTestFiles({ 'x.zip': bytes })
  await using zip = await openZip(path!, { file: 'x.zip', memberBytesMax })
  const contents: [string, string][] = []
  for await (const { member, content } of zip.contents(zip.members)) contents.push([member.name, content.toString()])
  return contents
}

/** The same in pieces. */
async function readChunks(bytes: Uint8Array, memberBytesMax = 1 << 20): Promise<[string, string][]> {
  const [path] = writeTestFiles({ 'x.zip': bytes })
  await using zip = await openZip(path!, { file: 'x.zip', memberBytesMax })
  const contents: [string, string][] = []
  for (const member of zip.members) {
    const chunks = await Array.fromAsync(zip.chunks(member))
    contents.push([member.name, Buffer.concat(chunks).toString()])
  }
  return contents
}

const LOCAL = 0x04034b50
const DIRECTORY = 0x02014b50

/** Changes the zip at the n-th place where `signature` stands. */
function spoiled(zip: Buffer, signature: number, change: (zip: Buffer, at: number) => void, n = 0): Buffer {
  const copy = Buffer.from(zip)
  const bytes = Buffer.from(Uint32Array.of(signature).buffer)
  let at = -1
  for (let i = 0; i <= n; i++) at = copy.indexOf(bytes, at + 1)
  change(copy, at)
  return copy
}

describe('openZip', () => {
  for (const packing of ['store', 'deflate'] as const) {
    test(`gives back what was packed in order (${packing})`, async () => {
      const name = fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8})?$/)
      const members = fc.dictionary(name, fc.string({ maxLength: 3000 }), { noNullPrototype: true })
      const property = fc.asyncProperty(members, async (members) => {
        const bytes = await buildZip(members, packing)
        assert.deepEqual(await read(bytes), Object.entries(members))
        assert.deepEqual(await readChunks(bytes), Object.entries(members))
      })
      await fc.assert(property, { numRuns: 30 })
    })
  }

  test('reads many members, also larger ones than what is unpacked ahead', async () => {
    const rows = (i: number) => `${i};`.repeat(i % 100 === 0 ? 900_000 : 50)
    const members = Array.from({ length: 300 }, (_, i): [string, string] => [`${i}.csv`, rows(i)])
    assert.deepEqual(await read(await buildZip(Object.fromEntries(members)), 1 << 24), members)
  })

  test('stopping early leaves no file open', async () => {
    const members = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${i}`, 'x']))
    const [path] = writeTestFiles({ 'x.zip': await buildZip(members) })
    await using zip = await openZip(path!, { file: 'x.zip', memberBytesMax: 10 })
    for await (const { member } of zip.contents(zip.members)) {
      assert.equal(member.name, '0')
      break
    }
  })

  test('an empty zip has no members', async () => assert.deepEqual(await read(await buildZip({})), []))

  test('the sizes on disk add up to the file, so they can show progress', async () => {
    const bytes = await buildZip({ a: 'x'.repeat(1000), b: 'y' })
    const [path] = writeTestFiles({ 'x.zip': bytes })
    await using zip = await openZip(path!, { file: 'x.zip', memberBytesMax: 1000 })
    const sum = zip.members.reduce((sum, member) => sum + member.bytesOnDisk, 0)
    assert.equal(sum, bytes.length)
  })
})

test('a member that is larger than the directory says is unpacked no further', async () => {
  const bytes = spoiled(await buildZip({ a: Buffer.alloc(10 << 20) }), DIRECTORY, (zip, at) =>
    zip.writeUInt32LE(10, at + 24),
  )
  const [path] = writeTestFiles({ 'x.zip': bytes })
  await using zip = await openZip(path!, { file: 'x.zip', memberBytesMax: 1 << 20 })
  let unpacked = 0
  await assert.rejects(async () => {
    for await (const chunk of zip.chunks(zip.members[0]!)) unpacked += chunk.length
  }, /the directory says 10/)
  assert.equal(unpacked, 0)
})

const whole = await buildZip({ 'a.csv': 'first '.repeat(100), 'b.csv': 'second '.repeat(100) })
const stored = await buildZip({ 'a.csv': 'first '.repeat(100), 'b.csv': 'x' }, 'store')
const AGAIN = 'the zip is damaged. Fetch it again'
const cut = (reason: string) =>
  `x.zip: the zip has no readable directory; the download may be cut off (${reason}). Fetch it again`

for (const [what, bytes, message] of cases<[string, Buffer, string | RegExp]>`
  a file that is no zip | ${Buffer.from('ICO,FIRMA\n1,x\n')} | x.zip: is not a zip file
  an empty file         | ${Buffer.alloc(0)} | x.zip: is not a zip file
  a zip cut off before its directory | ${whole.subarray(0, 80)} | ${cut('End of central directory record signature not found. Either not a zip file, or file is truncated.')}
  a zip cut off in its directory | ${Buffer.concat([whole.subarray(0, 100), whole.subarray(-22)])} | ${cut('the file ends too early')}
  a changed byte        | ${spoiled(stored, LOCAL, (zip, at) => zip.fill('F', at + 40, at + 41))} | x.zip/a.csv: does not match its checksum: ${AGAIN}
  a member that does not unpack | ${spoiled(whole, LOCAL, (zip, at) => zip.fill(0xff, at + 35, at + 40))} | ${/^x\.zip\/a\.csv: does not unpack \(.*\): the zip is damaged\. Fetch it again$/}
  a size that is too small | ${spoiled(whole, DIRECTORY, (zip, at) => zip.writeUInt32LE(10, at + 24))} | ${/^x\.zip\/a\.csv: does not unpack \(.*10.*\): the zip is damaged/}
  a size that is too large | ${spoiled(whole, DIRECTORY, (zip, at) => zip.writeUInt32LE(700, at + 24))} | x.zip/a.csv: has 600 bytes, the directory says 700: ${AGAIN}
  a bomb                | ${spoiled(whole, DIRECTORY, (zip, at) => zip.writeUInt32LE(0xfffffffe, at + 24))} | x.zip/a.csv: unpacks to 4294967294 bytes; at most 1048576 are expected
  a member that overlaps the next | ${spoiled(stored, DIRECTORY, (zip, at) => zip.writeUInt32LE(zip.readUInt32LE(at + 42) - 5, at + 42), 1)} | x.zip/a.csv: overlaps the next member: ${AGAIN}
  two members in one place | ${spoiled(whole, DIRECTORY, (zip, at) => zip.writeUInt32LE(0, at + 42), 1)} | x.zip/a.csv: does not begin where the directory says: ${AGAIN}
  a member elsewhere    | ${spoiled(whole, LOCAL, (zip, at) => zip.writeUInt32LE(1, at))} | x.zip: is not a zip file
  a later member elsewhere | ${spoiled(whole, LOCAL, (zip, at) => zip.writeUInt32LE(1, at), 1)} | x.zip/b.csv: does not begin where the directory says: ${AGAIN}
  an encrypted member   | ${spoiled(whole, DIRECTORY, (zip, at) => zip.writeUInt16LE(zip.readUInt16LE(at + 8) | 1, at + 8))} | x.zip/a.csv: is encrypted; only unencrypted members are supported
  another way of packing | ${spoiled(whole, DIRECTORY, (zip, at) => zip.writeUInt16LE(14, at + 10))} | x.zip/a.csv: is compressed by method 14; only deflate is supported. Compress it again
  a name twice          | ${spoiled(whole, DIRECTORY, (zip, at) => zip.write('a', at + 46), 1)} | x.zip: holds a.csv twice
  a name that leads elsewhere | ${spoiled(whole, DIRECTORY, (zip, at) => zip.write('/', at + 46))} | ${cut('absolute path: /.csv')}
`) {
  test(`${what} is an error that says what is wrong`, async () => {
    await assert.rejects(read(bytes), { name: 'InputError', message })
    // A member in pieces is read from its own header, and is not unpacked into a buffer of its size.
    const inPieces = { 'a size that is too small': /has 600 bytes/, 'two members in one place': /overlaps the next/ }
    await assert.rejects(readChunks(bytes), { name: 'InputError', message: inPieces[what as never] ?? message })
  })
}
