import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import {
  EXAMPLE_COMPANIES,
  type ExampleSet,
  exampleAddress,
  exampleCompany,
  importExample,
} from '../catalog/testing/sets.ts'
import type { Address } from '../records/address.ts'
import { type Company, EMPTY_SEAT } from '../records/company.ts'
import type { Dataset } from '../records/dataset.ts'
import { deriveRecordId } from '../records/record-id.ts'
import { formatSourceKey } from '../records/source-key.ts'
import { type Random, seededRandom } from '../stdx/random.ts'
import { openSqlite } from '../storage/storage.ts'
import { type PublishReport, ReleaseFolder } from './release.ts'
import { SEGMENTS } from './segment.ts'
import { CZ_ADDRESSES, CZ_RES, CZ_VR, House, SK_CSV, SK_RAGEO } from './testing/house.ts'

/**
 * What a details file holds, whatever the layout of its pages. A linked one lacks files that changed nothing: they are
 * not compared.
 */
function detailsOf(path: string): string[] {
  using database = openSqlite(path, { use: 'frozen' })
  assert.deepEqual(database.prepare('pragma integrity_check').all(), [['ok']])
  return [
    'select * from dataset order by 1',
    'select * from file where id in (select file from detail) order by 1',
    'select * from detail order by 1',
    'select ico, key from detail indexed by detail_by_ico where 0 <= ico order by 1, 2',
    'select id_start, key from detail indexed by detail_by_id where 0 <= id_start order by 1, 2',
  ].flatMap((sql) =>
    database
      .prepare(sql)
      .all()
      .map((row) => row.map(printable).join('|')),
  )
}

const printable = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)

/** Publishes the catalog once more, without any release to take over from, and compares every file. */
async function assertLikeFromScratch(house: House, report: PublishReport): Promise<void> {
  const scratch = join(house.dir, 'scratch')
  const { id } = await house.publish({ releasesDir: scratch, allowShrink: true })
  const [patched, full] = [house.folder.path(report.id), new ReleaseFolder(scratch).path(id)]
  const segments = (dir: string) =>
    (JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')) as PublishReport).segments.map(
      ({ files, ...rest }) => rest,
    )
  assert.deepEqual(segments(patched), segments(full))
  for (const name of SEGMENTS.flatMap(({ files }) => files)) {
    assert.equal(existsSync(join(patched, name)), existsSync(join(full, name)), name)
    if (!existsSync(join(full, name))) continue
    if (name.endsWith('.db')) assert.deepEqual(detailsOf(join(patched, name)), detailsOf(join(full, name)), name)
    else assert(readFileSync(join(patched, name)).equals(readFileSync(join(full, name))), name)
  }
  rmSync(scratch, { recursive: true })
}

/** Names that stand with several codes: a code counts only while some company has it. */
const MUNICIPALITIES = [
  ['Horné Vzorky', 'SK0101500001'],
  ['Horné Vzorky', 'SK0101500004'],
  ['Dolné Vzorky', 'SK0101500002'],
  ['Vzorov', 'SK0202500003'],
  ['Vzorov', 'SK0202500005'],
] as const
const one = <T>(random: Random, values: readonly T[]): T => values[random.below(values.length)]!

/** Of Slovak points some have a flawed key, which is negative, and some one beyond 32 bits. */
function keyOf({ keyForm }: Dataset, nth: number): number {
  return keyForm === 'check-character' ? [nth, -200 - nth, 2 ** 33 + nth][nth % 3]! : nth
}

const publishedKey = (dataset: Dataset, nth: number): string => formatSourceKey(keyOf(dataset, nth), dataset.keyForm)

function randomCompany(random: Random, country: 'sk' | 'cz'): Company {
  const [municipality, code] = one(random, MUNICIPALITIES)
  const isNamed = random.below(5) !== 0
  return exampleCompany({
    country,
    ico: random.below(6) === 0 ? null : String(random.below(40)).padStart(8, '0'),
    name: `${one(random, ['Vzorka', 'Ukážka', 'Príklad'])} ${random.below(9)} s.r.o.`,
    otherNames: random.below(3) === 0 ? [`Stará ${random.below(9)}`] : [],
    naturalPerson: random.below(4) === 0,
    size: one(random, [null, '110', '240']),
    register: random.below(2) === 0 ? null : { code: 'OR', name: null, codelist: null },
    establishedOn: one(random, [null, '2001-02-03', '1999-01-01']),
    dissolvedOn: random.below(6) === 0 ? '2020-02-02' : null,
    updatedOn: `2026-01-${String(1 + random.below(28)).padStart(2, '0')}`,
    ...(random.below(9) === 0 ? { inconsistent: true } : undefined),
    seat: {
      ...EMPTY_SEAT,
      municipality: isNamed ? municipality : null,
      municipalityPart: one(random, [null, 'Časť']),
      postalCode: one(random, [null, '12345']),
      unstructured: country === 'sk' ? null : one(random, [null, `č.p. 5, 12345 ${municipality}`]),
      municipalityCode: country === 'sk' && random.below(isNamed ? 15 : 2) === 0 ? code : null,
      addressId:
        random.below(3) === 0 ? null : publishedKey(country === 'sk' ? SK_CSV : CZ_ADDRESSES, random.below(12)),
    },
  })
}

function randomAddress(random: Random, dataset: Dataset): Address {
  const [municipality, code] = one(random, MUNICIPALITIES)
  return exampleAddress({
    country: dataset.country,
    municipality,
    municipalityCode: dataset === SK_CSV ? null : code,
    county: code.slice(0, 6),
    region: dataset === SK_RAGEO ? 'West' : one(random, ['West', 'East', 'North']),
    street: `Ulica ${random.below(5)}`,
    postalCode: one(random, ['12345', null]),
  })
}

type Registers = Map<Dataset, Map<number, Company | Address>>

/** A data folder whose registers change a little from day to day. */
class ChangingRegisters {
  house = new House()
  readonly #random: Random
  #records: Registers = new Map()
  #backup: Registers | undefined
  #day = 1

  constructor(random: Random) {
    this.#random = random
  }

  create(dataset: Dataset, count: number): void {
    const rows = new Map(
      Array.from({ length: count }, (_, nth) => [keyOf(dataset, nth), this.#invent(dataset)] as const),
    )
    this.#records.set(dataset, rows)
    this.#import({ dataset, rows, scope: dataset === SK_RAGEO ? 'SK010' : '' })
  }

  /** One thing that changes a dataset, a release, or nothing. */
  change(): void {
    const random = this.#random
    const kind = random.below(12)
    if (kind === 0) this.#withdrawOrRestore()
    else if (kind === 1) this.create(one(random, [CZ_VR, SK_CSV, SK_RAGEO, CZ_ADDRESSES]), 10 + random.below(3))
    else if (kind === 3) this.#damageCurrent()
    else if (kind === 4) this.house.folder.switchTo(this.house.folder.ids()[0]!)
    else if (kind === 5) this.#backUpOrRestore()
    else if (kind !== 2) {
      const companies = [...this.#records.keys()].filter((dataset) => dataset.kind === 'company')
      this.#changeSome(one(random, companies))
    }
  }

  #changeSome(dataset: Dataset): void {
    const random = this.#random
    const all = this.#records.get(dataset)!
    const changed = new Map<number, Company | Address | string>()
    for (let n = random.below(6); 0 <= n; n--) {
      const key = random.below(all.size + 3)
      if (dataset.name === 'sk-rpo' && all.has(key) && random.below(4) === 0) changed.set(key, '2026-03-03')
      else changed.set(key, this.#invent(dataset))
    }
    for (const [key, record] of changed) if (typeof record !== 'string') all.set(key, record)
    if (dataset.name === 'sk-rpo' && random.below(3) !== 0) {
      this.#import({ dataset, rows: changed, coverage: 'changes', allowGap: true })
      return
    }
    // A full set: what it lacks is gone from the source, and may return another day.
    const rows = new Map([...all].filter(() => random.below(30) !== 0))
    this.#import({ dataset, rows })
  }

  #withdrawOrRestore(): void {
    const random = this.#random
    const [dataset, rows] = one(random, [...this.#records])
    const key = one(random, [...rows.keys()])
    const id = deriveRecordId(dataset.country, dataset.kind, formatSourceKey(key, dataset.keyForm))
    for (const target of this.house.catalog.find({ id })) {
      if (target.withdrawn) this.house.catalog.restore(target)
      else this.house.catalog.withdraw(target, 'asked for')
    }
  }

  /** One bit of a file of the release that is served. Its length stays, so it can still be switched to. */
  #damageCurrent(): void {
    const { dir, manifest } = this.house.folder.current()!
    const file = one(
      this.#random,
      manifest.segments.flatMap(({ files }) => files),
    )
    const bytes = readFileSync(join(dir, file.name))
    bytes[this.#random.below(bytes.length)]! ^= 1
    // Another release may have a link to the same file.
    rmSync(join(dir, file.name))
    writeFileSync(join(dir, file.name), bytes)
  }

  /** The catalog as it once was, under releases of a later one. */
  #backUpOrRestore(): void {
    const copied = (): Registers => new Map([...this.#records].map(([dataset, rows]) => [dataset, new Map(rows)]))
    const [catalog, backup] = ['catalog.db', 'backup.db'].map((name) => join(this.house.dir, name)) as [string, string]
    if (this.#backup === undefined) {
      this.#backup = copied()
      copyFileSync(catalog, backup)
      return
    }
    this.house.catalog.close()
    copyFileSync(backup, catalog)
    this.#records = this.#backup
    this.#backup = undefined
    this.house = this.house.reopened()
  }

  #invent(dataset: Dataset): Company | Address {
    return dataset.kind === 'company'
      ? randomCompany(this.#random, dataset.country)
      : randomAddress(this.#random, dataset)
  }

  #import(what: Pick<ExampleSet, 'rows' | 'coverage' | 'allowGap' | 'scope'> & { dataset: Dataset }): void {
    this.#day += 1
    this.house.nowMs += 1000
    const observedOn = new Date(Date.UTC(2026, 5, this.#day)).toISOString().slice(0, 10)
    const { outcome } = importExample(this.house.catalog, { ...what, observedOn, finish: { allowShrink: true } })
    assert.equal(outcome, 'imported')
  }
}

describe('a release made from the previous one', () => {
  const made: Record<string, number> = { linked: 0, patched: 0, built: 0 }
  for (let seed = 1; seed <= 3; seed++) {
    test(`equals one made from the catalog alone, whatever changed (seed ${seed})`, async () => {
      const registers = new ChangingRegisters(seededRandom(seed))
      registers.create(CZ_RES, 90)
      registers.create(EXAMPLE_COMPANIES, 80)
      if (seed % 3 !== 0) registers.create(SK_CSV, 10)
      if (seed % 2 === 0) registers.create(SK_RAGEO, 4)
      if (seed % 3 === 0) registers.create(CZ_ADDRESSES, 10)
      await registers.house.publish()
      for (let day = 0; day < 4; day++) {
        registers.change()
        const { house } = registers
        const report = await house.publish({ allowShrink: true })
        for (const segment of report.segments) made[segment.made]! += 1
        await assertLikeFromScratch(house, report)
      }
    })
  }
  test('is mostly patched or linked, and sometimes built', () => {
    assert(8 <= made.linked!, `${made.linked} linked`)
    assert(4 <= made.patched!, `${made.patched} patched`)
    assert(2 <= made.built!, `${made.built} built`)
  })
})
