import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FILE_FORMATS } from '../engine/file-formats.ts'
import { parseManifest, RELEASE_FORMAT } from './copied-release.ts'
import { MANIFEST_FORMAT } from './manifest.ts'

const FILE = { name: 'companies-sk.index', bytes: 10, sha256: 'a1'.repeat(32) }
const SEGMENT = { name: 'companies-sk', inputs: { formats: FILE_FORMATS.company }, files: [FILE] }
const MANIFEST = {
  format: MANIFEST_FORMAT,
  id: '2026-06-01T04-00-00Z',
  createdAt: '2026-06-01T04:00:00.000Z',
  segments: [SEGMENT],
  sources: [],
}

const file = (change: object) => ({ ...MANIFEST, segments: [{ ...SEGMENT, files: [{ ...FILE, ...change }] }] })
const segment = (change: object) => ({ ...MANIFEST, segments: [{ ...SEGMENT, ...change }] })

const REFUSED: readonly (readonly [what: string, value: unknown, message?: RegExp])[] = [
  ['nothing', null, /another format/],
  ['of another format', { ...MANIFEST, format: MANIFEST_FORMAT + 1 }, /another format/],
  ['an id that leads elsewhere', { ...MANIFEST, id: '../2026-06-01T04-00-00Z' }],
  ['no id', { ...MANIFEST, id: undefined }],
  ['no time', { ...MANIFEST, createdAt: undefined }],
  ['a time that is none', { ...MANIFEST, createdAt: 'yesterday' }],
  ['a time of another form', { ...MANIFEST, createdAt: '2026-06-01' }],
  ['no segments', { ...MANIFEST, segments: undefined }],
  ['a list of no segments', { ...MANIFEST, segments: [] }],
  ['no file in any segment', segment({ files: [] })],
  ['no sources', { ...MANIFEST, sources: {} }],
  ['a segment of another name', segment({ name: 'companies-at' })],
  ['a segment that is none', { ...MANIFEST, segments: [null] }],
  ['a segment twice', { ...MANIFEST, segments: [SEGMENT, SEGMENT] }],
  ['a segment without files', segment({ files: undefined })],
  ['a segment without inputs', segment({ inputs: null })],
  ['files of formats that this build does not read', segment({ inputs: { formats: 'columns 0' } }), /file formats/],
  ['a file whose name leads elsewhere', file({ name: '../../etc/passwd' })],
  ['a file with an absolute name', file({ name: '/etc/passwd' })],
  ['a file of another segment', file({ name: 'companies-cz.index' })],
  ['a file that replaces the manifest', file({ name: 'manifest.json' })],
  ['a file without a length', file({ bytes: undefined })],
  ['a file of no bytes', file({ bytes: 0 })],
  ['a file with half a byte', file({ bytes: 1.5 })],
  ['a file that no disk holds', file({ bytes: 1e15 })],
  ['a hash that leads elsewhere', file({ sha256: `../${'a'.repeat(61)}` })],
  ['a short hash', file({ sha256: 'a1' })],
  ['a file that is none', segment({ files: [null] })],
]

describe('the manifest of a release from elsewhere', () => {
  test('is accepted if each file has a name, a length and a hash', () => {
    assert.deepEqual(parseManifest(JSON.stringify(MANIFEST), 'x'), MANIFEST)
  })

  for (const [what, value, message = /damaged/] of REFUSED) {
    test(`is refused with ${what}`, () => {
      assert.throws(() => parseManifest(JSON.stringify(value), 'x'), { name: 'InputError', message })
    })
  }

  test('is refused if it is cut off', () => {
    assert.throws(() => parseManifest(JSON.stringify(MANIFEST).slice(0, -1), 'x'), /not JSON/)
  })
})

test('the name of the format can be a part of a path, and has every format of a file', () => {
  assert.match(RELEASE_FORMAT, /^[0-9]+-companies-[0-9]+-[0-9]+-addresses-[0-9]+-[0-9]+$/)
  const numbers = [MANIFEST_FORMAT, ...`${FILE_FORMATS.company} ${FILE_FORMATS.address}`.match(/[0-9]+/g)!].map(Number)
  assert.deepEqual(RELEASE_FORMAT.match(/[0-9]+/g)!.map(Number), numbers)
})
