import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { writeSample } from '../sample/sample.ts'
import { Catalog } from '../src/catalog/catalog.ts'
import { startService } from '../src/http/testing/service.ts'
import { deriveRecordId } from '../src/records/record-id.ts'
import { type AddressDetail, Release, ReleaseFolder } from '../src/release/release.ts'
import { systemClock } from '../src/stdx/clock.ts'
import { regista } from './testing/regista.ts'

/*
 * Keys with a check character on their whole way: from the files of the smallest sample through import and publish to
 * answers and commands. The expected values come from splitting the lines of the files.
 */

const dir = mkdtempSync(join(tmpdir(), 'regista-keys-'))
after(() => rmSync(dir, { recursive: true }))
const data = join(dir, 'data')

interface Row {
  readonly key: string
  readonly municipality: string
  readonly street: string
  readonly registration: string
  readonly orientation: string
}

/** What the command prints of one set. */
interface SetReport {
  readonly dataset: string
  readonly outcome: string
  readonly counts: {
    readonly rejected: number
    readonly added: number
    readonly retired: number
    readonly not_retired: string | null
    readonly missing_by: Readonly<Record<string, number>>
    readonly skipped_by: Readonly<Record<string, number>>
  }
}

async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await regista([...args, '--data', data, '--json'])
  assert.equal(code, 0, stderr)
  return stdout
}

const out = join(dir, 'sample')
await writeSample({ scale: 'tiny', seed: 5, outDir: out, today: '2026-11-21', only: ['sk-addresses'] })
const files = readdirSync(join(out, 'sk-addresses')).map((name) => join(out, 'sk-addresses', name))
const csv = readFileSync(files.find((path) => path.endsWith('.csv'))!, 'utf8')
const rows = csv
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [key, , , municipality, , street, registration, orientation] = line.split(';') as string[]
    return { key, municipality, street, registration, orientation } as Row
  })
const rageo = files
  .filter((path) => path.endsWith('.geojson'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('')
const report: { readonly sets: readonly SetReport[] } = JSON.parse(await run('import', 'sk-addresses', ...files))
await run('publish')

function openRelease(): Release {
  const folder = new ReleaseFolder(join(data, 'releases'))
  return Release.open(folder.path(folder.currentId()!))
}

const hasNumber = ({ registration, orientation }: Row): boolean => registration !== '0' || orientation !== ''
const isOdd = (key: string): boolean => {
  const number = key.slice(0, -1)
  return key.startsWith('0') || BigInt(number) % 11n !== BigInt(key.endsWith('A') ? 10 : key.slice(-1))
}
const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length

describe('the import of Slovak addresses', () => {
  test('rejects no key, and counts unusual keys under their own label', () => {
    const [csv, ...regions] = report.sets
    assert.equal(csv!.dataset, 'sk-addresses-csv')
    const { rejected, missing_by, skipped_by, added } = csv!.counts
    const imported = rows.filter(hasNumber)
    assert.deepEqual([rejected, added], [0, imported.length])
    const odd = imported.filter(({ key }) => isOdd(key))
    const zeros = odd.filter(({ key }) => key.startsWith('0')).length
    const noted = {
      'key has a leading zero': zeros,
      'key has a wrong check character': odd.length - zeros,
      'SUPISNE_CISLO is 0, which means none': imported.filter(({ registration }) => registration === '0').length,
    }
    assert.deepEqual(missing_by, noted)
    assert.deepEqual(skipped_by, {
      'registration number 0 and no orientation number': rows.length - imported.length,
    })
    for (const many of [...Object.values(noted), rows.length - imported.length]) assert.notEqual(many, 0)

    const inRegions = (label: string): number =>
      regions.reduce((sum, { counts }) => sum + (counts.missing_by[label] ?? 0), 0)
    for (const [label, pattern] of [
      ['validfrom is 1000-01-01, which means an unknown day', /"validfrom":"1000-01-01Z"/g],
      ['validfrom is 1800-01-01, which means an unknown day', /"validfrom":"1800-01-01Z"/g],
      [
        'propertyregistrationnumber is 0, which means none',
        /"orientationnumber":"[^"]+","propertyregistrationnumber":"0"/g,
      ],
    ] as const) {
      assert.notEqual(inRegions(label), 0, label)
      assert.equal(inRegions(label), count(rageo, pattern), label)
    }
    for (const { counts } of regions) assert.equal(counts.rejected, 0)
  })

  test('recognises the same files', async () => {
    const again: typeof report = JSON.parse(await run('import', 'sk-addresses', ...files))
    for (const { outcome } of again.sets) assert.equal(outcome, 'already_imported')
  })
})

describe('a release of Slovak addresses', () => {
  test('has each key once and as published', () => {
    using release = openRelease()
    const columns = release.addressColumns('sk')!
    const keys = Array.from({ length: columns.length }, (_, i) => columns.sourceKeyAt(i))
    assert.deepEqual(
      keys.toSorted(),
      rows
        .filter(hasNumber)
        .map(({ key }) => key)
        .toSorted(),
    )
    assert(keys.filter((key) => key.endsWith('A')).length > keys.length / 20)
  })

  test('has the ids of the published keys, and finds points by them', () => {
    using release = openRelease()
    for (const { key } of rows.filter(hasNumber)) {
      assert.equal(release.addressById(deriveRecordId('sk', 'address', key))?.sourceKey, key)
    }
  })

  test('answers over HTTP with keys as published', async () => {
    await using service = await startService({ release: openRelease() })
    const customer = await service.customer()
    const wanted = rows.filter((row) => hasNumber(row) && row.street !== '' && !row.street.includes('"'))
    const withA = wanted.find((row) => row.key.endsWith('A') && /^[0-9]+$/.test(row.orientation))!
    const odd = wanted.find((row) => isOdd(row.key) && /^[0-9]+$/.test(row.orientation))!
    for (const { key, municipality, street, orientation } of [withA, odd]) {
      const q = `${street} ${orientation}, ${municipality}`
      const { json } = await service.ask({ path: '/v1/autocomplete/addresses', query: { q }, key: customer.key })
      const found = json.data.find(({ source }: AddressDetail) => source.id === key) as AddressDetail | undefined
      assert(found !== undefined, `${q} finds ${key}`)
      assert.equal(found.id, deriveRecordId('sk', 'address', key))
      assert.equal(found.address.source_id, key)
      assert.equal(found.source.url, `https://data.gov.sk/id/physical-address/${key}`)
    }
  })
})

describe('a single Slovak point', () => {
  const kinds: readonly (readonly [string, (key: string) => boolean])[] = [
    ['whose key ends in A', (key) => key.endsWith('A') && !isOdd(key)],
    ['whose key has a wrong check character', (key) => isOdd(key) && !key.startsWith('0')],
    ['whose key has a leading zero', (key) => key.startsWith('0')],
  ]
  for (const [what, fits] of kinds) {
    test(`${what} is shown, withdrawn and restored by its id`, async () => {
      const { key } = rows.find((row) => hasNumber(row) && fits(row.key))!
      const id = deriveRecordId('sk', 'address', key)
      const shown: AddressDetail = JSON.parse(await run('record', 'show', id))
      assert.deepEqual([shown.id, shown.source.id, shown.address.source_id], [id, key, key])

      await run('record', 'remove', id, '--why', 'a test')
      await run('publish')
      const gone = await regista(['record', 'show', id, '--data', data])
      assert.equal(gone.code, 1)
      assert.match(gone.stderr, /no record/)

      await run('record', 'restore', id)
      await run('import', 'sk-addresses', ...files)
      await run('publish')
      assert.deepEqual(JSON.parse(await run('record', 'show', id)), shown)
    })
  }
})

test('a rejected row does not retire the record of its key; a missing row does', async () => {
  const path = files.find((one) => one.endsWith('.csv'))!
  const [kept, oddKept, missing] = [
    rows.find(({ key }) => key.endsWith('A'))!,
    rows.find(({ key }) => key.startsWith('0'))!,
    rows.findLast(({ key }) => key.endsWith('A'))!,
  ].map(({ key }) => key)
  const lines = readFileSync(path, 'utf8').split('\n')
  const changed = lines.flatMap((line) => {
    const fields = line.split(';')
    if (fields[0] === missing) return []
    return fields[0] === kept || fields[0] === oddKept ? fields.with(3, '').join(';') : line
  })
  const newer = join(dir, 'adresy_sr_2026-12-21.csv')
  writeFileSync(newer, changed.join('\n'))
  copyFileSync(join(dir, 'sample/regista-sample.json'), join(dir, 'regista-sample.json'))
  const { sets }: typeof report = JSON.parse(await run('import', 'sk-addresses', newer))
  const { rejected, retired, not_retired } = sets[0]!.counts
  assert.deepEqual({ rejected, retired, not_retired }, { rejected: 2, retired: 1, not_retired: null })
  const ids = [kept, oddKept, missing].map((key) => deriveRecordId('sk', 'address', key!))
  using catalog = Catalog.open(join(data, 'catalog.db'), systemClock)
  using snapshot = catalog.snapshot()
  const csv = snapshot.datasets().find(({ dataset }) => dataset.name === 'sk-addresses-csv')!
  const isRetired = ids.map((id) => {
    const { key } = catalog.find({ id }).find(({ datasetId }) => datasetId === csv.id)!
    return snapshot.record(csv.id, key)![5] !== null
  })
  assert.deepEqual(isRetired, [false, false, true])
})
