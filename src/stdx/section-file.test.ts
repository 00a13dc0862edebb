import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readSections, section, writeSections } from './section-file.ts'
import { fc } from './testing/properties.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-sections-'))
after(() => rmSync(dir, { recursive: true }))
const path = join(dir, 'x.sections')
const KIND = { kind: 'things', format: 3, remedy: 'make things' }

test('returns every array as it was written, aligned so that it needs no copy', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint32Array(), fc.float64Array(), fc.int32Array(), (u8, u32, f64, i32) => {
      writeSections(path, KIND, { u8, u32, f64, i32 })
      const sections = readSections(path, KIND)
      assert.deepEqual([...section(sections, 'u8', Uint8Array)], [...u8])
      assert.deepEqual([...section(sections, 'u32', Uint32Array)], [...u32])
      assert.deepEqual([...section(sections, 'f64', Float64Array)], [...f64])
      assert.deepEqual([...section(sections, 'i32', Int32Array)], [...i32])
    }),
    { numRuns: 50 },
  )
})

test('pieces of an array are written as one', () => {
  writeSections(path, KIND, { a: [Uint32Array.of(1, 2), Uint32Array.of(), Uint32Array.of(3)], b: [Uint8Array.of(9)] })
  const sections = readSections(path, KIND)
  assert.deepEqual([...section(sections, 'a', Uint32Array)], [1, 2, 3])
  assert.deepEqual([...section(sections, 'b', Uint8Array)], [9])
})

test('loads into one shared buffer, for use in other threads', () => {
  writeSections(path, KIND, { a: Uint8Array.of(1), b: Float64Array.of(2) })
  const sections = readSections(path, KIND)
  assert(sections.get('a')!.buffer instanceof SharedArrayBuffer)
  assert.equal(sections.get('a')!.buffer, sections.get('b')!.buffer)
})

test('loads only the requested sections', () => {
  writeSections(path, KIND, { a: Uint32Array.of(1, 2), b: new Float64Array(1000), c: Uint8Array.of(3) })
  const sections = readSections(path, KIND, ['a', 'c'])
  assert.deepEqual([...sections.keys()], ['a', 'c'])
  assert.deepEqual([...section(sections, 'a', Uint32Array), ...section(sections, 'c', Uint8Array)], [1, 2, 3])
  assert(sections.get('a')!.buffer.byteLength < 200)
})

test('detects any flipped bit and any truncation', () => {
  writeSections(path, KIND, { a: Uint8Array.from({ length: 100 }, (_, i) => i), b: Uint32Array.of(7, 8, 9) })
  const sound = readFileSync(path)
  const original = JSON.stringify([...readSections(path, KIND)].map(([name, array]) => [name, [...array]]))
  for (let bit = 0; bit < sound.length * 8; bit += 5) {
    const damaged = Buffer.from(sound)
    damaged[bit >> 3]! ^= 1 << (bit & 7)
    writeFileSync(path, damaged)
    // A bit of the padding between sections says nothing; then the content must be untouched.
    let content: string
    try {
      content = JSON.stringify([...readSections(path, KIND)].map(([name, array]) => [name, [...array]]))
    } catch (error) {
      assert.match((error as Error).message, /Run `make things` to make a new one/, `bit ${bit}`)
      continue
    }
    assert.equal(content, original, `bit ${bit}`)
  }
})

test('detects any truncation, be it by one byte', () => {
  const none = new Uint8Array()
  const mostlyEmpty = { a: none, b: Uint8Array.of(1), c: none, d: Uint8Array.of(2), e: none }
  for (const sections of [{ a: Uint8Array.of(4, 5, 6), b: Uint32Array.of(7, 8, 9) }, mostlyEmpty, { a: none }]) {
    writeSections(path, KIND, sections)
    const sound = readFileSync(path)
    assert.deepEqual([...readSections(path, KIND).values()], Object.values(sections))
    for (let length = 0; length < sound.length; length++) {
      writeFileSync(path, sound.subarray(0, length))
      assert.throws(() => readSections(path, KIND), { name: 'InputError' }, `cut to ${length}`)
    }
  }
})

test('an error about a file of another format names the command that creates a new one', () => {
  writeSections(path, { ...KIND, format: 2 }, { a: Uint8Array.of(1) })
  const remedy = 'Run `make things` to make a new one.'
  const older = `${path} has things format 2; this build reads format 3. ${remedy}`
  assert.throws(() => readSections(path, KIND), { message: older })
  writeSections(path, { ...KIND, kind: 'others' }, { a: Uint8Array.of(1) })
  const message = `${path} holds others, things was expected. ${remedy}`
  assert.throws(() => readSections(path, KIND), { message })
})
