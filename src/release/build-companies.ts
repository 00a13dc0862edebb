import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CatalogSnapshot, SnapshotDataset, SnapshotRow } from '../catalog/catalog.ts'
import { buildCompanyIndex, CompanyColumns, CompanyColumnsBuilder, PointMunicipalities } from '../engine/engine.ts'
import type { Country } from '../records/country.ts'
import { type DetailFile, DetailStoreBuilder } from './detail-store.ts'
import { MunicipalityCodes, writeMunicipalityCodes } from './municipality-codes.ts'
import { projectCompany } from './project-company.ts'

export interface CompanyBuild {
  readonly country: Country
  /** The datasets of the country's companies; where two have a record of one key, the first one is the record. */
  readonly datasets: readonly SnapshotDataset[]
  readonly files: readonly DetailFile[]
  readonly dir: string
}

export interface CompanyCounts {
  readonly records: number
  readonly byStatus: Readonly<Record<string, number>>
  /** Seats with an address key that the address register of the release lacks. */
  readonly municipalityCodesMissing: number
}

/** Writes details and columns of one country's companies. Slovak ones also leave behind which municipality has which code. */
export function buildCompanies(snapshot: CatalogSnapshot, build: CompanyBuild): CompanyCounts {
  const { country, dir } = build
  const columns = new CompanyColumnsBuilder(country)
  const details = new DetailStoreBuilder(join(dir, `companies-${country}.details.db`), country)
  const pointsPath = join(dir, 'addresses-cz.columns')
  const points = country === 'cz' && existsSync(pointsPath) ? PointMunicipalities.open(pointsPath) : undefined
  const codes = new MunicipalityCodes()
  const byStatus: Record<string, number> = {}
  let missing = 0
  for (const { dataset, row, other } of merged(snapshot, build.datasets)) {
    const [key, file, sha256, body] = row
    const { company, status, joined } = projectCompany(row, other, points)
    if (company.seat.addressId !== null && company.seat.municipalityCode === null && points !== undefined) missing += 1
    details.push({
      key,
      ico: company.ico,
      dataset: dataset.dataset.name,
      keyForm: dataset.dataset.keyForm,
      file,
      sha256,
      status,
      body,
      joined,
    })
    columns.push(key, company, status)
    if (country === 'sk') codes.note(company.seat.municipality, company.seat.municipalityCode)
    byStatus[status ?? 'current'] = (byStatus[status ?? 'current'] ?? 0) + 1
  }
  details.finish(build.files)
  const path = join(dir, `companies-${country}`)
  columns.write(`${path}.columns`)
  buildCompanyIndex(CompanyColumns.open(`${path}.columns`), `${path}.index`)
  if (country === 'sk') writeMunicipalityCodes(dir, codes)
  return { records: columns.length, byStatus, municipalityCodesMissing: missing }
}

interface MergedRow {
  readonly dataset: SnapshotDataset
  readonly row: SnapshotRow
  /** The record of the other dataset with the same key. */
  readonly other: SnapshotRow | undefined
}

/** One or two datasets, both in key order, as one list in key order. */
function* merged(snapshot: CatalogSnapshot, datasets: readonly SnapshotDataset[]): Generator<MergedRow> {
  const [first, second] = datasets
  if (first === undefined) return
  const others = second === undefined ? undefined : snapshot.records(second.id)[Symbol.iterator]()
  const nextOther = (): SnapshotRow | undefined => {
    const next = others?.next()
    return next === undefined || next.done === true ? undefined : next.value
  }
  let other = nextOther()
  for (const row of snapshot.records(first.id)) {
    while (other !== undefined && other[0] < row[0]) {
      yield { dataset: second!, row: other, other: undefined }
      other = nextOther()
    }
    const same = other !== undefined && other[0] === row[0]
    yield { dataset: first, row, other: same ? other : undefined }
    if (same) other = nextOther()
  }
  while (other !== undefined) {
    yield { dataset: second!, row: other, other: undefined }
    other = nextOther()
  }
}
