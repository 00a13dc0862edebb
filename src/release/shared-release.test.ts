import assert from 'node:assert/strict'
import { cpSync, linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { exampleAddress, exampleCompany, importExample } from '../catalog/testing/sets.ts'
import { loadRelease, type SharedRelease } from './shared-release.ts'
import { CZ_ADDRESSES, House, set } from './testing/house.ts'

const { dir, nextDir } = await publishTwice()
const before = loadRelease(dir)

describe('the next release in memory', () => {
  test('shares what its publication took over from the one before, and has everything else anew', () => {
    const next = loadRelease(nextDir, before)
    assert.deepEqual(next, loadRelease(nextDir))
    assert(memoryOf(next.addresses.cz!).isSubsetOf(memoryOf(before.addresses.cz!)))
    assert(memoryOf(next.companies.sk!).isDisjointFrom(memoryOf(before.companies.sk!)))
  })

  test('does not have what only the one before has', () => {
    const copied = copyOf(nextDir)
    changeAddresses(copied, (segment) => (segment.files = []))
    assert.equal(loadRelease(copied, before).addresses.cz, undefined)
  })

  test('is refused if its manifest has another hash for a file that is in memory', () => {
    const linked = mkdtempSync(`${nextDir}-`)
    for (const name of readdirSync(nextDir)) linkSync(join(nextDir, name), join(linked, name))
    rmSync(join(linked, 'manifest.json'))
    cpSync(join(nextDir, 'manifest.json'), join(linked, 'manifest.json'))
    assert.deepEqual(loadRelease(linked, before).addresses, before.addresses)
    changeAddresses(linked, ({ files }) => (files[0]!.sha256 = '0'.repeat(64)))
    assert.throws(() => loadRelease(linked, before), { message: /addresses-cz\.\w+ differs from its hash/ })
  })

  for (const name of ['companies-sk.columns', 'companies-sk.details.db', 'addresses-cz.index'])
    test(`is refused if a file that is not the one in memory is damaged: ${name}`, () => {
      const copied = copyOf(nextDir)
      assert.deepEqual(loadRelease(copied, before), loadRelease(copied))
      const bytes = readFileSync(join(copied, name))
      bytes[bytes.length - 70]! ^= 1
      writeFileSync(join(copied, name), bytes)
      assert.throws(() => loadRelease(copied, before), { message: new RegExp(`${name} differs from its hash`) })
    })
})

/** Two releases in a row. Between them a company changed, and no address. */
async function publishTwice(): Promise<{ readonly dir: string; readonly nextDir: string }> {
  const house = new House()
  const companyOf = (name: string) => ({ rows: new Map([[1, exampleCompany({ name })]]) })
  importExample(house.catalog, companyOf('Mlyn'))
  importExample(house.catalog, set(CZ_ADDRESSES, [[1, exampleAddress({ country: 'cz' })]]))
  const { id } = await house.publish()
  importExample(house.catalog, companyOf('Pekaren'))
  const { id: nextId } = await house.publish()
  return { dir: house.folder.path(id), nextDir: house.folder.path(nextId) }
}

type WritableSegment = { files: { sha256: string }[] }

function changeAddresses(release: string, change: (segment: WritableSegment) => void): void {
  const path = join(release, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  for (const segment of manifest.segments) if (segment.name === 'addresses-cz') change(segment)
  writeFileSync(path, JSON.stringify(manifest))
}

/** The same release in files of its own. */
function copyOf(release: string): string {
  const copy = mkdtempSync(`${release}-`)
  cpSync(release, copy, { recursive: true })
  return copy
}

type SharedIndex = NonNullable<SharedRelease['companies']['sk'] | SharedRelease['addresses']['sk']>

function memoryOf({ index, columns }: SharedIndex): Set<ArrayBufferLike> {
  return new Set([index, columns].flatMap((sections) => [...sections.values()].map(({ buffer }) => buffer)))
}
