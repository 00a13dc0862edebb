import assert from 'node:assert/strict'
import {
  cpSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { exampleAddress, exampleCompany, importExample } from '../catalog/testing/sets.ts'
import { loadRelease, type SharedRelease } from './shared-release.ts'
import { CZ_ADDRESSES, House } from './testing/house.ts'

const { dir, nextDir } = await publishTwice()
for (const release of [dir, nextDir]) setTimeOfFiles(release)
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
    const linked = linkTo(nextDir)
    assert.deepEqual(loadRelease(linked, before).addresses, before.addresses)
    changeAddresses(linked, ({ files }) => (files[0]!.sha256 = '0'.repeat(64)))
    assert.throws(() => loadRelease(linked, before), { message: /addresses-cz\.\w+ differs from its hash/ })
  })

  for (const name of ['companies-sk.columns', 'companies-sk.details.db', 'addresses-cz.index'])
    test(`is refused if a file that is not the one in memory is damaged: ${name}`, () => {
      const copied = copyOf(nextDir)
      assert.deepEqual(loadRelease(copied, before), loadRelease(copied))
      damage(join(copied, name))
      setTimeOfFiles(copied)
      assert.throws(() => loadRelease(copied, before), { message: new RegExp(`${name} differs from its hash`) })
    })

  test('is refused if a file was written after it had been verified', () => {
    const copied = copyOf(nextDir)
    const loaded = loadRelease(copied)
    const linked = linkTo(copied)
    damage(join(copied, 'companies-sk.details.db'))
    assert.throws(() => loadRelease(linked, loaded), { message: /details\.db differs from its hash/ })
  })

  test('does not read what is in memory: a change that leaves the time of the file as it was is not seen', () => {
    const copied = copyOf(nextDir)
    const loaded = loadRelease(copied)
    damage(join(copied, 'companies-sk.details.db'))
    setTimeOfFiles(copied)
    assert.deepEqual(loadRelease(copied, loaded), loaded)
  })

  test('is refused if it has damaged files of a folder that took the place of the one before', () => {
    const copied = copyOf(nextDir)
    const loaded = loadRelease(copied)
    renameSync(copied, `${copied}-verified`)
    cpSync(nextDir, copied, { recursive: true })
    damage(join(copied, 'companies-sk.details.db'))
    setTimeOfFiles(copied)
    assert.throws(() => loadRelease(linkTo(copied), loaded), { message: /details\.db differs from its hash/ })
  })

  test('shares what was read from a folder that has been removed', () => {
    const copied = copyOf(nextDir)
    const loaded = loadRelease(copied)
    const linked = linkTo(copied)
    rmSync(copied, { recursive: true })
    assert(memoryOf(loadRelease(linked, loaded).addresses.cz!).isSubsetOf(memoryOf(loaded.addresses.cz!)))
  })
})

/** Two releases in a row. Between them a company changed, and no address. */
async function publishTwice(): Promise<{ readonly dir: string; readonly nextDir: string }> {
  const house = new House()
  const companyOf = (name: string) => ({ rows: { 1: exampleCompany({ name }) } })
  importExample(house.catalog, companyOf('Mlyn'))
  house.import(CZ_ADDRESSES, { 1: exampleAddress({ country: 'cz' }) })
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
  setTimeOfFiles(copy)
  return copy
}

/** The same release, as a publication takes it over: the same files in another folder. */
function linkTo(release: string): string {
  const linked = mkdtempSync(`${release}-`)
  for (const name of readdirSync(release)) linkSync(join(release, name), join(linked, name))
  rmSync(join(linked, 'manifest.json'))
  cpSync(join(release, 'manifest.json'), join(linked, 'manifest.json'))
  return linked
}

/** Files that are equal in all but their inodes. */
function setTimeOfFiles(release: string): void {
  for (const name of readdirSync(release)) utimesSync(join(release, name), 1, 1)
}

function damage(file: string): void {
  const bytes = readFileSync(file)
  bytes[bytes.length - 70]! ^= 1
  writeFileSync(file, bytes)
}

type SharedIndex = NonNullable<SharedRelease['companies']['sk'] | SharedRelease['addresses']['sk']>

function memoryOf({ index, columns }: SharedIndex): Set<ArrayBufferLike> {
  return new Set([index, columns].flatMap((sections) => [...sections.values()].map(({ buffer }) => buffer)))
}
