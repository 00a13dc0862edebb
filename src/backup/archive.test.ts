import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { InputError } from '../stdx/input-error.ts'
import { readTar } from '../stdx/tar.ts'
import { manifestText } from './backup-manifest.ts'
import { openArchive } from './read-archive.ts'
import { writeArchive } from './write-archive.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-archive-'))
after(() => rmSync(dir, { recursive: true }))

const CONTENT: Readonly<Record<string, string>> = {
  'control.db': 'x'.repeat(600),
  'node/identity': 'who this is',
  'releases/2026-11-21T05-54-00Z/manifest.json': '',
  'releases/current': '2026-11-21T05-54-00Z\n',
}

const whole = await archiveOf(CONTENT)

test('Regista and tar can read an archive', async () => {
  const into = join(dir, 'into')
  mkdirSync(into)
  using archive = openArchive(written(whole))
  await archive.unpack(into, () => undefined)
  for (const [name, content] of Object.entries(CONTENT)) assert.equal(readFileSync(join(into, name), 'utf8'), content)
  const members: string[] = []
  const handler = { member: (name: string) => void members.push(name), afterBlock: async () => undefined }
  await readTar(chunksOf(whole), { file: 'a backup', memberBytesMax: 10_000 }, handler)
  assert.deepEqual(members, ['regista-backup.json', ...Object.keys(CONTENT)])
})

test('an archive with any changed byte is refused', async () => {
  // All of them, one by one, take two minutes; these come through every header, hash, content and filling.
  for (let at = 0; at < whole.length; at += 1 + ((at * 7) % 47)) {
    const bytes = Buffer.from(whole)
    bytes[at]! ^= at % 3 === 0 ? 0x01 : at % 3 === 1 ? 0x20 : 0xff
    assert.match(await refusal(bytes), /is damaged|is no backup|newer Regista|was cut off/, `byte ${at}`)
  }
})

test('an archive that is truncated anywhere, or has data after its end, is refused', async () => {
  for (let length = 0; length < whole.length; length += length < 3000 ? 37 : 101) {
    assert.match(await refusal(whole.subarray(0, length)), /was cut off|is no backup|is damaged in its manifest/)
  }
  assert.match(await refusal(whole.subarray(0, whole.length - 1)), /was cut off: it has \d+ bytes of \d+/)
  assert.match(await refusal(Buffer.concat([whole, Buffer.alloc(512)])), /it has extra bytes after its end/)
  assert.match(await refusal(Buffer.concat([whole, whole])), /it has extra bytes after its end/)
})

const STRANGE_NAMES = [
  ...['../control.db', '/etc/passwd', 'node/../../evil', './control.db', 'control.db/x', 'control.db/', 'node', ''],
  ...['node/mark', 'node/lock.db', 'releases/../control.db', 'releases/x/manifest.json', 'Control.db', 'control.db\n'],
  ...['releases/2026-11-21T05-54-00Z/../../x.db', 'releases/2026-11-21T05-54-00Z/.x', 'C:\\x', 'node\\identity'],
]

for (const name of STRANGE_NAMES) {
  test(`an archive that is sound but holds ${JSON.stringify(name)} is refused, and nothing is written`, async () => {
    assert.match(await refusal(await archiveOf({ 'control.db': 'x', [name]: 'evil' })), /belongs to no data folder/)
  })
}

test('an archive with two parts of one name is refused', async () => {
  const twice = await archiveOf([
    ['ledger.db', 'a'],
    ['ledger.db', 'b'],
  ])
  assert.match(await refusal(twice), /names ledger\.db twice/)
})

test('an archive with a link, a folder or a device in place of a file is refused, even with a valid checksum', async () => {
  const header = whole.indexOf('control.db\0')
  for (const type of '123456LKxgS7\0') {
    const bytes = Buffer.from(whole)
    bytes.write(type, header + 156, 'latin1')
    bytes.write('/etc/passwd', header + 157)
    bytes.write(' '.repeat(8), header + 148)
    const sum = bytes.subarray(header, header + 512).reduce((total, byte) => total + byte, 0)
    bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, header + 148)
    assert.match(await refusal(bytes), /is damaged at control\.db/)
  }
})

test('an archive of a newer format and a file that is no backup are refused with a message', async () => {
  const newer = Buffer.from(whole.toString('latin1').replace('"format": 1', '"format": 2'), 'latin1')
  assert.match(await refusal(newer), /was made by a newer Regista \(backup format 2, this one knows 1\)/)
  for (const other of ['', 'hello', 'PK\u0003\u0004'.repeat(1000), '\0'.repeat(5000), '{"format":1}\n'])
    assert.match(await refusal(Buffer.from(other)), /is no backup of Regista/)
})

test('an archive with a wrong manifest is refused before a byte is written', async () => {
  const text = (parts: unknown) =>
    manifestText({ format: 1, madeAt: '2026-11-21T05:54:00.000Z', books: 'sqlite', parts: parts as [] })
  const part = { name: 'ledger.db', sha256: '0'.repeat(64) }
  for (const bytes of [1e15, 2 ** 53, -1, 0.5, null, '7'])
    assert.match(await refusal(withManifest(text([{ ...part, bytes }]))), /was cut off|damaged in its manifest/)
  for (const odd of ['null', '[]', '7', '{}', '{"format":1}', '{"format":"1"}', '{"format":1,"parts":[null]}', 'x'])
    assert.match(await refusal(withManifest(odd)), /is damaged in its manifest/)
})

async function archiveOf(content: Readonly<Record<string, string>> | readonly (readonly [string, string])[]) {
  const entries = Array.isArray(content) ? content : Object.entries(content)
  const files = entries.map(([name, text], i) => {
    const path = join(dir, `part-${i}`)
    writeFileSync(path, text)
    return { name, path, bytes: Buffer.byteLength(text) }
  })
  const path = join(dir, 'archive')
  rmSync(path, { force: true })
  await writeArchive(path, { format: 1, madeAt: '2026-11-21T05:54:00.000Z', books: 'sqlite', files }, () => undefined)
  return readFileSync(path)
}

/** The first member of a real one, with another text in it. */
function withManifest(text: string): Buffer {
  const bytes = Buffer.alloc(512 + 4096)
  whole.copy(bytes, 0, 0, 512)
  bytes.write(text, 512)
  bytes.write(`${Buffer.byteLength(text).toString(8).padStart(11, '0')}\0`, 124)
  bytes.write(' '.repeat(8), 148)
  const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return bytes
}

function written(bytes: Uint8Array): string {
  const path = join(dir, 'given')
  writeFileSync(path, bytes)
  return path
}

/** The message that rejects the archive. Nothing may be written above the folder that it is unpacked into. */
async function refusal(bytes: Uint8Array): Promise<string> {
  const above = join(dir, 'above')
  rmSync(above, { recursive: true, force: true })
  mkdirSync(join(above, 'into'), { recursive: true })
  try {
    using archive = openArchive(written(bytes))
    await archive.unpack(join(above, 'into'), () => undefined)
  } catch (error) {
    assert(error instanceof InputError, `not in words: ${error}`)
    assert(!error.message.includes('\n'))
    assert.deepEqual(readdirSync(above), ['into'])
    assert(!existsSync(join(dir, 'evil')))
    return error.message
  }
  return 'it was taken'
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 700) yield bytes.subarray(at, at + 700)
}
