import { join } from 'node:path'
import type { CatalogSnapshot, SnapshotDataset } from '../catalog/snapshot.ts'
import { AddressColumns, AddressColumnsBuilder, buildAddressIndex } from '../engine/addresses/addresses.ts'
import type { Address } from '../records/address.ts'
import { ADDRESS_FIELDS, decodeAddress } from '../records/canonical.ts'
import type { Country } from '../records/country.ts'
import { compareEntities } from '../search/ranking.ts'
import { mergeByKey } from './merge-by-key.ts'
import { foldPlace, type MunicipalityCodes } from './municipality-codes.ts'
import { beginStep, type ReportStep } from './publish-progress.ts'

export interface AddressBuild {
  readonly country: Country
  readonly datasets: readonly SnapshotDataset[]
  /** The segment's dataset names. A point stores the index of its own. */
  readonly datasetNames: readonly string[]
  /** The municipality codes that the country's companies name. */
  readonly codes: MunicipalityCodes
  readonly dir: string
  readonly report: ReportStep
}

/** How many records a segment has, how many of them are current, and its other counts. */
export interface SegmentCounts {
  readonly records: number
  readonly living: number
  readonly counts: Readonly<Record<string, number>>
}

/**
 * Writes the columns of one country's address points. The points of regional files replace the national ones of their
 * regions. National points without codes get them from the regional files and from companies.
 */
export function buildAddresses(snapshot: CatalogSnapshot, build: AddressBuild): SegmentCounts {
  const path = join(build.dir, `addresses-${build.country}`)
  const counts = writeColumns(snapshot, build, `${path}.columns`)
  build.report('indexing', 0)
  const columns = AddressColumns.open(`${path}.columns`)
  buildAddressIndex(columns, `${path}.index`, compareEntities)
  return { records: columns.length, living: columns.length, counts }
}

function writeColumns(snapshot: CatalogSnapshot, build: AddressBuild, path: string): SegmentCounts['counts'] {
  const regional = build.datasets.find(({ observedOn }) => !('' in observedOn))
  const national = build.datasets.find(({ observedOn }) => '' in observedOn)
  const codes = build.codes.copy()
  const columns = new AddressColumnsBuilder(build.country, build.datasets[0]!.dataset.keyForm)
  const byDataset: Record<string, number> = {}
  const regions = new Set<string>()
  let missing = 0
  if (regional !== undefined) {
    for (const [, address] of readLiving(snapshot, regional, () => true)) {
      regions.add(foldRegion(address.region))
      codes.note(address.municipality, address.municipalityCode)
      codes.noteOkres(address.county, address.municipalityCode)
    }
  }
  if (national !== undefined && build.country === 'sk')
    codes.deriveOkresy(snapshot.fieldPairs(national.id, ADDRESS_FIELDS.municipality, ADDRESS_FIELDS.county))
  const regionalRows = regional === undefined ? [] : readLiving(snapshot, regional, () => true)
  const nationalRows =
    national === undefined ? [] : readLiving(snapshot, national, (address) => !regions.has(foldRegion(address.region)))
  const numberOf = (source: SnapshotDataset | undefined): number =>
    source === undefined ? -1 : build.datasetNames.indexOf(source.dataset.name)
  const numbers = { regional: numberOf(regional), national: numberOf(national) }
  const countRecord = beginStep('building', build.report)
  // If both have a point, because it moved between regions, the regional one counts.
  for (const [ofRegional, ofNational] of mergeByKey(regionalRows, nationalRows)) {
    const [key, point] = ofRegional ?? ofNational!
    const number = ofRegional === undefined ? numbers.national : numbers.regional
    const address = build.country === 'sk' ? withCodes(point, codes) : point
    if (address.municipalityCode === null) missing += 1
    columns.push(key, address, number)
    const name = build.datasetNames[number]!
    byDataset[name] = (byDataset[name] ?? 0) + 1
    countRecord()
  }
  columns.write(path)
  return { ...byDataset, municipalityCodesMissing: missing }
}

/** Points that are neither retired nor withdrawn, filtered by `wanted`. */
function* readLiving(
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
