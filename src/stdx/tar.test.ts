import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isTarStart, readTar } from './tar.ts'
import { cases } from './testing/cases.ts'
import { fc } from './testing/properties.ts'
import { buildTar, buildTarHeader, type TarPart } from './testing/tar.ts'

async function read(archive: Uint8Array, chunkBytes = 1 << 16, memberBytesMax = 5000): Promise<[string, string][]> {
  const members: [string, string][] = []
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < archive.length; at += chunkBytes) yield archive.subarray(at, at + chunkBytes)
  }
  const member = (name: string, content: Buffer) => members.push([name, content.toString()])
  await readTar(chunks(), { file: 'x.tar', memberBytesMax }, { member, afterBlock: async () => {} })
  return members
}

describe('readTar', () => {
  test('reads what was packed, for any chunks', async () => {
    const name = fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8}){0,2}$/)
    const files = fc.array(fc.tuple(name, fc.string({ maxLength: 1500 })), { minLength: 1, maxLength: 6 })
    const property = fc.asyncProperty(files, fc.integer({ min: 1, max: 2000 }), async (files, chunk) => {
      const archive = buildTar(files.map(([name, content]) => ({ name, content })))
      assert.deepEqual(await read(archive, chunk), files)
    })
    await fc.assert(property, { numRuns: 150 })
  })

  const long = `VYSTUP/${'d'.repeat(120)}/1.xml`
  const [folder, link, f] = [
    { name: 'd/', type: '5' },
    { name: 'l', type: '2' },
    { name: 'f', content: 'x' },
  ]
  const header = (type: string, content: string): TarPart => ({ name: 'header', type, content })
  for (const [what, parts, expected] of cases<[string, TarPart[], Record<string, string>]>`
    folders and links are passed over | ${[folder, link, f]}                                | ${{ f: 'x' }}
    a GNU long name                   | ${[header('L', `${long}\0`), f]}                    | ${{ [long]: 'x' }}
    a pax name                        | ${[header('x', pax('path', long) + pax('mtime', '1.5')), f]} | ${{ [long]: 'x' }}
    a pax size                        | ${[header('x', pax('size', '3')), { name: 'f', content: 'abc', statedBytes: 0 }, { name: 'g' }]} | ${{ f: 'abc', g: '' }}
    a global pax header says nothing of the next file | ${[header('g', pax('path', long)), f]} | ${{ f: 'x' }}
    a long name holds for one file only | ${[header('L', `${long}\0`), { name: 'a' }, { name: 'b' }]} | ${{ [long]: '', b: '' }}
    the ustar prefix                  | ${[{ name: '1.xml', prefix: 'VYSTUP/DATA' }]}      | ${{ 'VYSTUP/DATA/1.xml': '' }}
    the old type of a regular file    | ${[{ name: 'f', type: '\0', content: 'x' }]}       | ${{ f: 'x' }}
  `) {
    test(`knows: ${what}`, async () => assert.deepEqual(await read(buildTar(parts), 700), Object.entries(expected)))
  }

  test('accepts zeroes after the end', async () => {
    assert.deepEqual(await read(Buffer.concat([buildTar([{ name: 'f' }]), Buffer.alloc(9000)]), 700), [['f', '']])
  })

  const more =
    'other data follows the end of the archive, which comes after f: it is damaged, or several were joined. Fetch it again'
  for (const [what, rest] of [
    ['another archive', buildTar([{ name: 'g' }])],
    ['a single byte', Buffer.concat([Buffer.alloc(4000), Buffer.from('x')])],
  ] as const) {
    for (const chunkBytes of [1 << 16, 512]) {
      test(`${what} after the end is an error, in chunks of ${chunkBytes}`, async () => {
        const archive = Buffer.concat([buildTar([{ name: 'f' }]), rest])
        await assert.rejects(read(archive, chunkBytes), { name: 'InputError', message: `x.tar: ${more}` })
      })
    }
  }

  const lengths = ['1e-300', '0x0a', '+9', '0', '', '2'].map((length) => `${length} path=x\n`)
  const sizes = ['1e2', '-1', ''].map((size) => pax('size', size))
  for (const content of [...lengths, ...sizes]) {
    test(`a pax header of ${JSON.stringify(content)} is an error`, async () => {
      const archive = buildTar([header('x', content), { name: 'f', content: 'x'.repeat(100) }])
      await assert.rejects(read(archive), { name: 'InputError', message: 'x.tar: a pax header cannot be read' })
    })
  }

  const b = { name: 'b.xml', content: 'y' }
  const whole = buildTar([{ name: 'a.xml', content: 'x'.repeat(600) }, b])
  const damaged = Buffer.from(whole)
  damaged[1536 + 3] = 0x41
  const huge = { name: 'big.xml', statedBytes: 0o77777777777 }
  for (const [what, archive, message] of cases<[string, Buffer, string]>`
    an empty file                     | ${Buffer.alloc(0)}                  | the archive has no end: it was cut off. Fetch it again
    an archive cut in a header        | ${whole.subarray(0, 1536 + 100)}    | the archive has no end after a.xml: it was cut off. Fetch it again
    an archive cut in a file          | ${whole.subarray(0, 2048 + 100)}    | the archive has no end after a.xml: it was cut off. Fetch it again
    an archive cut between two files  | ${whole.subarray(0, 1536)}          | the archive has no end after a.xml: it was cut off. Fetch it again
    another file                      | ${Buffer.alloc(2000, 'ICO,FIRMA\n')} | is not a tar archive: the header of a member does not match its checksum
    a damaged header                  | ${damaged}                          | is damaged after a.xml: the header of a member does not match its checksum
    a file too large                  | ${buildTar([{ name: 'big.xml', content: 'x'.repeat(5001) }])} | big.xml claims 5001 bytes; at most 5000 are expected
    a size beyond all bounds          | ${buildTar([huge])}                 | big.xml claims 8589934591 bytes; at most 5000 are expected
    a size as a binary number         | ${binarySize(7_000_000_000)}        | big.xml claims 7000000000 bytes; at most 5000 are expected
    a pax header that is none         | ${buildTar([header('x', '99 path=x\n')])} | a pax header cannot be read
  `) {
    test(`${what} is an error with a message`, async () => {
      await assert.rejects(read(archive), { name: 'InputError', message: `x.tar: ${message}` })
    })
  }
})

test('isTarStart recognises a tar', () => {
  assert.equal(isTarStart(buildTar([{ name: 'a' }])), true)
  const others = [
    Buffer.alloc(0),
    Buffer.alloc(600),
    Buffer.alloc(600, 'x'),
    buildTar([{ name: 'a' }]).subarray(0, 511),
  ]
  for (const other of others) assert.equal(isTarStart(other), false)
})

function pax(key: string, value: string): string {
  const bytes = Buffer.byteLength(` ${key}=${value}\n`)
  const digits = String(bytes + String(bytes).length).length
  return `${bytes + digits} ${key}=${value}\n`
}

function binarySize(bytes: number): Buffer {
  const header = buildTarHeader({ name: 'big.xml' }, (block) => {
    block[124] = 0x80
    block.writeUIntBE(0, 125, 5)
    block.writeUIntBE(bytes, 130, 6)
  })
  return Buffer.concat([header, Buffer.alloc(1024)])
}
