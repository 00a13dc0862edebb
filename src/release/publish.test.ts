import assert from 'node:assert/strict'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { exampleAddress, exampleCompany, importExample } from '../catalog/testing/sets.ts'
import { FILE_FORMATS } from '../engine/engine.ts'
import { DAY_MS } from '../stdx/time-units.ts'
import { openSqlite } from '../storage/storage.ts'
import { type Manifest, Release, verifyRelease } from './release.ts'
import { CZ_ADDRESSES, CZ_RES, czech, House } from './testing/house.ts'

describe('publish', () => {
  const rows = (count: number) =>
    new Map(Array.from({ length: count }, (_, i) => [i, exampleCompany({ ico: String(i).padStart(8, '0') })] as const))

  test('links unchanged segments and builds the others', async () => {
    const house = new House()
    importExample(house.catalog, { rows: rows(3) })
    house.import(CZ_RES, { 1: czech({}) })
    const first = await house.publish()
    house.import(CZ_RES, { 1: czech({ name: 'Nová' }) }, { observedOn: '2026-07-01' })
    const second = await house.publish()
    const linked = second.segments.filter(({ made }) => made === 'linked').map(({ name }) => name)
    assert.deepEqual(linked, ['addresses-cz', 'addresses-sk', 'companies-sk'])
    const inode = (id: string, name: string) => statSync(join(house.folder.path(id), name)).ino
    assert.equal(inode(first.id, 'companies-sk.details.db'), inode(second.id, 'companies-sk.details.db'))
    assert.notEqual(inode(first.id, 'companies-cz.details.db'), inode(second.id, 'companies-cz.details.db'))
  })

  test('reports the steps of each segment in order, and progress that only grows, up to the total', async () => {
    const house = new House()
    importExample(house.catalog, { rows: rows(9000) })
    house.import(CZ_ADDRESSES, { 1: exampleAddress({ country: 'cz' }) })
    const steps: Record<string, string[]> = {}
    const progress: number[] = []
    await house.publish({
      progress(state) {
        if (state.step === 'progress') progress.push(state.records / state.total)
        else (steps[state.segment] ??= []).push(state.step)
      },
    })
    assert.deepEqual(steps, {
      'addresses-cz': ['building', 'indexing', 'checking', 'built'],
      'addresses-sk': ['building', 'built'],
      'companies-cz': ['building', 'built'],
      'companies-sk': ['building', 'indexing', 'hashing', 'checking', 'built'],
    })
    const growing = progress.toSorted((a, b) => a - b)
    assert.deepEqual(progress, growing)
    assert.equal(progress.at(-1), 1)
    // Within the longest step too.
    const within = progress.find((share) => 0.1 < share && share < 0.7)
    assert(within !== undefined, `${progress}`)
  })

  test('refuses a first release in which any text differs from its hash in the catalog', async () => {
    const house = new House()
    importExample(house.catalog, { rows: rows(3) })
    using catalog = openSqlite(join(house.dir, 'catalog.db'), { use: 'owned' })
    catalog.exec(`update records_1 set body = replace(body, '00000001', '00000009') where key = 1`)
    await assert.rejects(house.publish(), /does not have its hash/)
    assert.equal(house.folder.currentId(), null)
    assert.deepEqual(readdirSync(house.folder.dir), [])
  })

  test('rebuilds a segment that is damaged on the disk', async () => {
    const house = new House()
    importExample(house.catalog, { rows: rows(3) })
    const { id } = await house.publish()
    const file = join(house.folder.path(id), 'companies-sk.details.db')
    writeFileSync(file, readFileSync(file).subarray(0, 5000))
    await house.publish()
    using release = house.current()
    assert.equal(release.company('sk', '00000001').outcome, 'found')
    rmSync(join(house.folder.path(house.folder.currentId()!), 'companies-sk.columns'))
    await house.publish()
    assert.equal(house.current().companyColumns('sk')!.length, 3)
  })

  test('rebuilds a segment with the layout of an earlier version', async () => {
    const house = new House()
    importExample(house.catalog, { rows: rows(3) })
    const { id } = await house.publish()
    const manifest = join(house.folder.path(id), 'manifest.json')
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"formats": "columns \d+/g, '"formats": "columns 0'))
    const report = await house.publish()
    assert.equal(report.segments.find(({ name }) => name === 'companies-sk')!.made, 'built')
  })

  test('distinguishes a new catalog from the previous one, even if both have the same generation', async () => {
    const house = new House()
    importExample(house.catalog, { rows: { 1: exampleCompany({ name: 'Stará' }) } })
    await house.publish()
    const other = new House()
    other.nowMs += 60_000
    importExample(other.catalog, { rows: { 1: exampleCompany({ name: 'Nová' }) } })
    other.catalog.close()
    house.catalog.close()
    cpSync(join(other.dir, 'catalog.db'), join(house.dir, 'catalog.db'))
    const report = await house.reopened().publish()
    assert.equal(report.segments.find(({ name }) => name === 'companies-sk')!.made, 'built')
  })

  test('rebuilds the segment of a withdrawn record, without any import, and links the others', async () => {
    const house = new House()
    importExample(house.catalog, { rows: rows(3) })
    house.import(CZ_ADDRESSES, { 1: exampleAddress({ country: 'cz' }) })
    await house.publish()
    house.catalog.withdraw(house.catalog.find({ country: 'sk', ico: '00000001' })[0]!, 'asked for')
    const { segments } = await house.publish()
    const made = new Map(segments.map((segment) => [segment.name, segment.made]))
    assert.deepEqual([made.get('companies-sk'), made.get('addresses-cz')], ['built', 'linked'])
    using release = house.current()
    const answer = release.company('sk', '00000001')
    assert.equal(answer.outcome === 'found' ? answer.detail.status : answer.outcome, 'removed')
  })

  test('refuses a release that lost over 1 % of its records, and keeps the current one', async () => {
    const house = new House()
    const points = Array.from({ length: 200 }, (_, i) => [i, exampleAddress({ country: 'cz' })] as const)
    house.import(CZ_ADDRESSES, points)
    const { id } = await house.publish()
    house.import(CZ_ADDRESSES, points.slice(0, 190), { observedOn: '2026-07-01', finish: { allowShrink: true } })
    const message = /^addresses-cz would have 190 active records, the previous release has 200/
    await assert.rejects(house.publish(), { message })
    assert.equal(house.folder.currentId(), id)
    const hidden = readdirSync(house.folder.dir).filter((name) => name.startsWith('.'))
    assert.deepEqual(hidden, [])
    await house.publish({ allowShrink: true })
    assert.notEqual(house.folder.currentId(), id)
  })

  test('of an empty catalog fails with instructions', async () => {
    const message = 'the catalog is empty: there is nothing to publish. Run `regista import` first.'
    await assert.rejects(new House().publish(), { message })
  })

  test('keeps three releases, all that are younger than a day, and the current one', async () => {
    const house = new House()
    importExample(house.catalog, { rows: rows(1) })
    const ids = []
    for (let n = 0; n < 5; n++) ids.push((await house.publish()).id)
    assert.deepEqual(house.folder.ids(), ids)
    house.folder.switchTo(ids[0]!)
    house.nowMs += 2 * DAY_MS
    assert.deepEqual(house.folder.prune(house.nowMs), [ids[1]])
    assert.deepEqual(house.folder.ids(), [ids[0], ids[2], ids[3], ids[4]])
  })

  test('removes the files of a publish that was killed', async () => {
    const house = new House()
    importExample(house.catalog, { rows: rows(1) })
    const left = house.folder.startBuilding(house.nowMs)
    writeFileSync(join(left.dir, 'half'), 'x')
    await house.publish()
    assert.equal(existsSync(left.dir), false)
  })
})

describe('a damaged release', () => {
  async function published(): Promise<{ house: House; dir: string }> {
    const house = new House()
    importExample(house.catalog, { rows: { 1: exampleCompany() } })
    const { id } = await house.publish()
    return { house, dir: house.folder.path(id) }
  }
  test('is refused on opening if a file is truncated or missing', async () => {
    const { dir } = await published()
    const file = join(dir, 'companies-sk.details.db')
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.subarray(0, bytes.length - 1))
    assert.throws(() => Release.open(dir), { message: /has \d+ bytes, the manifest says \d+\. Run `regista publish`/ })
    rmSync(file)
    assert.throws(() => Release.open(dir), { message: /companies-sk\.details\.db is missing/ })
  })
  test('is detected by its hashes if a byte was changed', async () => {
    const { dir } = await published()
    const file = join(dir, 'companies-sk.columns')
    assert.deepEqual(verifyRelease(dir), [])
    const bytes = readFileSync(file)
    bytes[bytes.length - 70]! ^= 1
    writeFileSync(file, bytes)
    assert.deepEqual(verifyRelease(dir), ['companies-sk.columns differs from its hash in the manifest'])
  })
  test('of another format is refused with the command that makes a new one', async () => {
    const { dir } = await published()
    const manifest = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8'))
    writeFileSync(join(dir, 'manifest.json'), JSON.stringify({ ...manifest, format: 99 }))
    const message = /has release format 99; this build reads format 4\. Run `regista publish`/
    assert.throws(() => Release.open(dir), { message })
  })
  for (const change of [{ createdAt: 'yesterday' }, { createdAt: null }, { segments: [] }]) {
    test(`with ${JSON.stringify(change)} in its manifest is refused, and replaced by the next publish`, async () => {
      const { house, dir } = await published()
      const manifest = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8'))
      writeFileSync(join(dir, 'manifest.json'), JSON.stringify({ ...manifest, ...change }))
      const message = /manifest\.json has no file or no time\. Run `regista publish`/
      assert.throws(() => Release.open(dir), { name: 'InputError', message })
      await house.publish()
      house.current()[Symbol.dispose]()
    })
  }
  test('with files of another format is refused, reported, and replaced by the next publish', async () => {
    const { house, dir } = await published()
    const manifest = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')) as Manifest
    const formats = FILE_FORMATS.company
    const segments = manifest.segments.map((one) => ({ ...one, inputs: { ...one.inputs, formats: 'columns 4' } }))
    writeFileSync(join(dir, 'manifest.json'), JSON.stringify({ ...manifest, segments }))
    const what = `companies-sk has the file formats "columns 4"; this build reads "${formats}"`
    const refused = {
      name: 'InputError',
      message: `${dir}: ${what}. Run \`regista publish\` to make a new one, or \`regista rollback\` to the last one that this build reads.`,
    }
    assert.throws(() => Release.open(dir), refused)
    assert.throws(() => house.folder.switchTo(manifest.id), refused)
    assert.deepEqual(verifyRelease(dir), [`${what}; run \`regista publish\``])
    const { id, segments: built } = await house.publish()
    assert.equal(built.find(({ name }) => name === 'companies-sk')!.made, 'built')
    assert.deepEqual(verifyRelease(house.folder.path(id)), [])
    house.current().close()
  })
  test('of another format is passed over by a rollback', async () => {
    const { house, dir } = await published()
    assert.equal(house.folder.earlierId(), null)
    const { id: second } = await house.publish()
    await house.publish()
    assert.equal(house.folder.earlierId(), second)
    const path = join(house.folder.path(second), 'manifest.json')
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), format: 99 }))
    assert.equal(house.folder.earlierId(), basename(dir))
    house.folder.switchTo(basename(dir))
    assert.equal(house.folder.earlierId(), null)
  })
  test('cannot become the current one', async () => {
    const { house } = await published()
    const before = house.folder.currentId()
    assert.throws(() => house.folder.switchTo('2020-01-01T00-00-00Z'), { message: /there is no release/ })
    assert.equal(house.folder.currentId(), before)
  })
})
