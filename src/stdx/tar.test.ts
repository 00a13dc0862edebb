import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isTarStart, readTar } from './tar.ts'
import { fc } from './testing/properties.ts'
import { buildTar, buildTarHeader, type TarPart } from './testing/tar.ts'

async function read(archive: Uint8Array, chunkBytes = 1 << 16, memberBytesMax = 5000): Promise<[string, string][]> {
  const members: [string, string][] = []
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < archive.length; at += chunkBytes) yield archive.subarray(at, at + chunkBytes)
  }
  await readTar(
    chunks(),
    { file: 'x.tar', memberBytesMax },
    { member: (name, content) => members.push([name, content.toString()]), afterBlock: async () => {} },
  )
  return members
}

describe('readTar', () => {
  test('reads what was packed, for any chunks', async () => {
    const file = fc.record({
      name: fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8}){0,2}$/),
      content: fc.string({ maxLength: 1500 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(file, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 2000 }),
        async (files, chunk) => {
          assert.deepEqual(
            await read(buildTar(files), chunk),
            files.map(({ name, content }) => [name, content]),
          )
        },
      ),
      { numRuns: 150 },
    )
  })

  const long = `VYSTUP/${'d'.repeat(120)}/1.xml`
  for (const [what, parts, expected] of [
    [
      'folders and links are passed over',
      [
        { name: 'd/', type: '5' },
        { name: 'l', type: '2' },
        { name: 'f', content: 'x' },
      ],
      [['f', 'x']],
    ],
    [
      'a GNU long name',
      [
        { name: '././@LongLink', type: 'L', content: `${long}\0` },
        { name: 'short', content: 'x' },
      ],
      [[long, 'x']],
    ],
    [
      'a pax name',
      [
        { name: 'PaxHeader', type: 'x', content: pax('path', long) + pax('mtime', '1.5') },
        { name: 'short', content: 'x' },
      ],
      [[long, 'x']],
    ],
    [
      'a pax size',
      [
        { name: 'PaxHeader', type: 'x', content: pax('size', '3') },
        { name: 'f', content: 'abc', statedBytes: 0 },
        { name: 'g' },
      ],
      [
        ['f', 'abc'],
        ['g', ''],
      ],
    ],
    [
      'a global pax header says nothing of the next file',
      [
        { name: 'g', type: 'g', content: pax('path', long) },
        { name: 'f', content: 'x' },
      ],
      [['f', 'x']],
    ],
    [
      'a long name holds for one file only',
      [{ name: 'L', type: 'L', content: `${long}\0` }, { name: 'a' }, { name: 'b' }],
      [
        [long, ''],
        ['b', ''],
      ],
    ],
    ['the ustar prefix', [{ name: '1.xml', prefix: 'VYSTUP/DATA' }], [['VYSTUP/DATA/1.xml', '']]],
    ['the old type of a regular file', [{ name: 'f', type: '\0', content: 'x' }], [['f', 'x']]],
  ] as readonly (readonly [string, readonly TarPart[], [string, string][]])[]) {
    test(`knows: ${what}`, async () => assert.deepEqual(await read(buildTar(parts), 700), expected))
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

  for (const content of [
    '1e-300 path=x\n',
    '0x0a path=x\n',
    '+9 path=x\n',
    '0 path=x\n',
    ' path=x\n',
    '2 path=x\n',
    pax('size', '1e2'),
    pax('size', '-1'),
    pax('size', ''),
  ]) {
    test(`a pax header of ${JSON.stringify(content)} is an error`, async () => {
      const archive = buildTar([
        { name: 'p', type: 'x', content },
        { name: 'f', content: 'x'.repeat(100) },
      ])
      await assert.rejects(read(archive), { name: 'InputError', message: 'x.tar: a pax header cannot be read' })
    })
  }

  const whole = buildTar([
    { name: 'a.xml', content: 'x'.repeat(600) },
    { name: 'b.xml', content: 'y' },
  ])
  const cut = 'the archive has no end after a.xml: it was cut off. Fetch it again'
  const damaged = Buffer.from(whole)
  damaged[1536 + 3] = 0x41
  for (const [what, archive, message] of [
    ['an empty file', Buffer.alloc(0), 'the archive has no end: it was cut off. Fetch it again'],
    ['an archive cut in a header', whole.subarray(0, 1536 + 100), cut],
    ['an archive cut in a file', whole.subarray(0, 2048 + 100), cut],
    ['an archive cut between two files', whole.subarray(0, 1536), cut],
    [
      'another file',
      Buffer.alloc(2000, 'ICO,FIRMA\n'),
      'is not a tar archive: the header of a member does not match its checksum',
    ],
    ['a damaged header', damaged, 'is damaged after a.xml: the header of a member does not match its checksum'],
    [
      'a file too large',
      buildTar([{ name: 'big.xml', content: 'x'.repeat(5001) }]),
      'big.xml claims 5001 bytes; at most 5000 are expected',
    ],
    [
      'a size beyond all bounds',
      buildTar([{ name: 'big.xml', statedBytes: 0o77777777777 }]),
      'big.xml claims 8589934591 bytes; at most 5000 are expected',
    ],
    [
      'a size as a binary number',
      binarySize(7_000_000_000),
      'big.xml claims 7000000000 bytes; at most 5000 are expected',
    ],
    [
      'a pax header that is none',
      buildTar([{ name: 'p', type: 'x', content: '99 path=x\n' }]),
      'a pax header cannot be read',
    ],
  ] as const) {
    test(`${what} is an error with a message`, async () => {
      await assert.rejects(read(archive), { name: 'InputError', message: `x.tar: ${message}` })
    })
  }
})

test('isTarStart recognises a tar', () => {
  assert.equal(isTarStart(buildTar([{ name: 'a' }])), true)
  for (const other of [
    Buffer.alloc(0),
    Buffer.alloc(600),
    Buffer.alloc(600, 'x'),
    buildTar([{ name: 'a' }]).subarray(0, 511),
  ]) {
    assert.equal(isTarStart(other), false)
  }
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
