import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { constants, zstdCompressSync } from 'node:zlib'
import { InputError } from '../stdx/input-error.ts'
import { cases } from '../stdx/testing/cases.ts'
import { fc } from '../stdx/testing/properties.ts'
import { applyPatch, makePatch, packFile, unpackFile } from './file-forms.ts'
import { makeFolder } from './testing/scene.ts'

const PAGE = 4096
const { signal } = new AbortController()

/** A file whose pages have one letter each, cut to a length. */
function fileOf(letters: string, length = letters.length * PAGE): Buffer {
  return Buffer.concat([...letters].map((letter) => Buffer.alloc(PAGE, letter))).subarray(0, length)
}

function write(dir: string, name: string, content: Buffer): string {
  writeFileSync(join(dir, name), content)
  return join(dir, name)
}

test('a patch makes the old file the new one, whatever its length, or is not made', async () => {
  const dir = makeFolder()
  const file = fc.tuple(fc.string({ minLength: 1, maxLength: 60, unit: fc.constantFrom('a', 'b') }), fc.nat(PAGE - 1))
  const places = fc.array(fc.nat(59), { maxLength: 5 })
  let made = 0
  await fc.assert(
    fc.asyncProperty(file, places, fc.integer({ min: -2, max: 2 }), async ([letters, less], places, longer) => {
      const changed = [...letters.padEnd(letters.length + longer, 'c').slice(0, letters.length + longer)]
      for (const place of places) if (place < changed.length) changed[place] = 'z'
      const old = write(dir, 'old', fileOf(letters, letters.length * PAGE - less))
      const content = fileOf(changed.join(''), Math.max(1, changed.length * PAGE - (less % 7)))
      const path = write(dir, 'new', content)
      const patch = join(dir, 'patch')
      if ((await makePatch(old, { from: path, to: patch, signal })) === undefined) return
      made += 1
      copyFileSync(old, join(dir, 'copy'))
      await applyPatch(patch, join(dir, 'copy'), content.length)
      assert(readFileSync(join(dir, 'copy')).equals(content))
    }),
  )
  assert(20 < made, `${made} patches`)
})

test('a patch has what differs only, and there is none if a quarter of the pages does', async () => {
  const dir = makeFolder()
  const old = write(dir, 'old', fileOf('a'.repeat(100)))
  const patchOf = (letters: string) =>
    makePatch(old, { from: write(dir, 'new', fileOf(letters)), to: join(dir, 'patch'), signal })
  assert((await patchOf(`${'a'.repeat(99)}b`))! < 100)
  assert.notEqual(await patchOf(`${'a'.repeat(75)}${'b'.repeat(25)}`), undefined)
  assert.equal(await patchOf(`${'a'.repeat(74)}${'b'.repeat(26)}`), undefined)
})

test('a file is packed and unpacked as it was', async () => {
  const dir = makeFolder()
  for (const content of [fileOf('ab', 1), fileOf('ab', PAGE + 1), fileOf('abc'.repeat(300))]) {
    const path = write(dir, 'file', content)
    const bytes = await packFile(path, join(dir, 'packed'), signal)
    assert.equal(bytes, readFileSync(join(dir, 'packed')).length)
    await unpackFile(join(dir, 'packed'), join(dir, 'made'), content.length)
    assert(readFileSync(join(dir, 'made')).equals(content))
  }
})

const ENTRY = (page: number) => Buffer.concat([Buffer.from(new Uint32Array([page]).buffer), fileOf('z')])
const zstd = (...parts: readonly Buffer[]) => zstdCompressSync(Buffer.concat(parts))

/** The file has five bytes, or the patched one two pages. */
const HOSTILE = cases<[what: string, form: 'packed' | 'patch', content: Buffer]>`
  has no format                            | ${'packed'} | ${Buffer.from('a web page')}
  is cut off                               | ${'packed'} | ${zstd(fileOf('ab')).subarray(0, 12)}
  is longer than its file                  | ${'packed'} | ${zstd(Buffer.alloc(1 << 26))}
  is shorter than its file                 | ${'packed'} | ${zstd(Buffer.from('abcd'))}
  has no format                            | ${'patch'}  | ${Buffer.from('a web page')}
  is cut off                               | ${'patch'}  | ${zstd(ENTRY(0)).subarray(0, 12)}
  ends within a page                       | ${'patch'}  | ${zstd(ENTRY(0), Buffer.from([1, 0, 0, 0, 7]))}
  names a page behind the end              | ${'patch'}  | ${zstd(ENTRY(2))}
  names the last of all pages              | ${'patch'}  | ${zstd(ENTRY(0xffff_ffff))}
  has a page twice, and so any number      | ${'patch'}  | ${zstd(...Array.from({ length: 9 }, () => ENTRY(1)))}
`

for (const [what, form, content] of HOSTILE)
  test(`a ${form} file that ${what} is refused as bad input`, async () => {
    const dir = makeFolder()
    const path = write(dir, 'form', content)
    const made = write(dir, 'made', fileOf('aa'))
    const use = form === 'patch' ? applyPatch(path, made, 2 * PAGE) : unpackFile(path, made, 5)
    await assert.rejects(use, InputError)
    assert(readFileSync(made).length <= 2 * PAGE)
  })

test('a packed file that would make a server keep over 8 MB in memory is refused', async () => {
  const dir = makeFolder()
  const params = { [constants.ZSTD_c_windowLog]: 24, [constants.ZSTD_c_contentSizeFlag]: 0 }
  const path = write(dir, 'form', zstdCompressSync(Buffer.alloc(1 << 24), { params }))
  await assert.rejects(unpackFile(path, join(dir, 'made'), 1 << 24), InputError)
})
