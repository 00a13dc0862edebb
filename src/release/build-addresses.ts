import { join } from 'node:path'
import type { CatalogSnapshot, SnapshotDataset } from '../catalog/catalog.ts'
import { AddressColumns, AddressColumnsBuilder, buildAddressIndex } from '../engine/engine.ts'
import type { Address } from '../records/address.ts'
import { ADDRESS_MUNICIPALITY, decodeAddress } from '../records/canonical.ts'
import type { Country } from '../records/country.ts'
import { foldPlace, type MunicipalityCodes } from './municipality-codes.ts'

export interface AddressBuild {
  readonly country: Country
  readonly datasets: readonly SnapshotDataset[]
  /** The segment's list of dataset names: a point remembers its own by its place there. */
  readonly datasetNames: readonly string[]
  /** The municipality codes that the country's companies name. */
  readonly codes: MunicipalityCodes
  readonly dir: string
}

export interface AddressCounts {
  readonly records: number
  readonly living: number
  readonly counts: Readonly<Record<string, number>>
}

/**
 * Writes the columns of one country's address points. Of two datasets of one source the more specific one, the regional files, comes first;
 * the national one fills the regions for which there is no regional file, and gets its codes from what the others know.
 */
export function buildAddresses(snapshot: CatalogSnapshot, build: AddressBuild): AddressCounts {
  const path = join(build.dir, `addresses-${build.country}`)
  const counts = writeColumns(snapshot, build, `${path}.columns`)
  const columns = AddressColumns.open(`${path}.columns`)
  buildAddressIndex(columns, `${path}.index`)
  return { records: columns.length, living: columns.length, counts }
}

function writeColumns(snapshot: CatalogSnapshot, build: AddressBuild, path: string): AddressCounts['counts'] {
  const regional = build.datasets.find(({ observedOn }) => !('' in observedOn))
  const national = build.datasets.find(({ observedOn }) => '' in observedOn)
  const codes = build.codes.copy()
  const columns = new AddressColumnsBuilder(build.country, build.datasets[0]!.dataset.keyForm)
  const byDataset: Record<string, number> = {}
  const regions = new Set<string>()
  let missing = 0
  if (regional !== undefined) {
    for (const [, address] of living(snapshot, regional, () => true)) {
      regions.add(foldRegion(address.region))
      codes.note(address.municipality, address.municipalityCode)
      codes.noteOkres(address.county, address.municipalityCode)
    }
  }
  if (national !== undefined && build.country === 'sk')
    codes.deriveOkresy(snapshot.fieldPairs(national.id, ...ADDRESS_MUNICIPALITY))
  const regionalRows = regional === undefined ? [] : living(snapshot, regional, () => true)
  const nationalRows =
    national === undefined ? [] : living(snapshot, national, (address) => !regions.has(foldRegion(address.region)))
  const numberOf = (source: SnapshotDataset | undefined): number =>
    source === undefined ? -1 : build.datasetNames.indexOf(source.dataset.name)
  const numbers = { regional: numberOf(regional), national: numberOf(national) }
  for (const [key, point, from] of merge(regionalRows, nationalRows)) {
    const address = build.country === 'sk' ? withCodes(point, codes) : point
    if (address.municipalityCode === null) missing += 1
    columns.push(key, address, numbers[from])
    const name = build.datasetNames[numbers[from]]!
    byDataset[name] = (byDataset[name] ?? 0) + 1
  }
  columns.write(path)
  return { ...byDataset, municipalityCodesMissing: missing }
}

/** Points that the source has, the operator did not withdraw, and somebody wants. */
function* living(
  snapshot: CatalogSnapshot,
  { id }: SnapshotDataset,
  wanted: (address: Address) => boolean,
): Generator<[number, Address]> {
  for (const [key, , , body, , retired, withdrawn] of snapshot.records(id)) {
    if (retired !== null || withdrawn === 1) continue
    const address = decodeAddress(body)
    if (wanted(address)) yield [key, address]
  }
}

/** Two lists in key order as one. A point that stands in both, because it moved between regions, counts once, as the regional file has it. */
function* merge(
  regional: Iterable<[number, Address]>,
  national: Iterable<[number, Address]>,
): Generator<[key: number, address: Address, from: 'regional' | 'national']> {
  const first = regional[Symbol.iterator]()
  let next = first.next()
  let lastKey = Number.NEGATIVE_INFINITY
  for (const [key, address] of national) {
    for (; !next.done && next.value[0] <= key; next = first.next()) {
      lastKey = next.value[0]
      yield [next.value[0], next.value[1], 'regional']
    }
    if (lastKey !== key) yield [key, address, 'national']
  }
  for (; !next.done; next = first.next()) yield [next.value[0], next.value[1], 'regional']
}

function withCodes(address: Address, codes: MunicipalityCodes): Address {
  const municipalityCode = address.municipalityCode ?? codes.codeOf(address.municipality, address.county)
  if (municipalityCode === null) return address
  return {
    ...address,
    municipalityCode,
    countyCode: address.countyCode ?? municipalityCode.slice(0, 6),
    regionCode: address.regionCode ?? municipalityCode.slice(0, 5),
  }
}

/** "Bratislavský kraj" and "Bratislavský" are one region. */
export function foldRegion(region: string | null): string {
  return foldPlace(region ?? '').replace(/kraj$/, '')
}
