import { constants, copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CatalogSnapshot, SnapshotDataset, SnapshotRow } from '../catalog/snapshot.ts'
import { SeatPoints } from '../engine/addresses/addresses.ts'
import { buildCompanyIndex, CompanyColumns, CompanyColumnsBuilder } from '../engine/companies/companies.ts'
import type { Country } from '../records/country.ts'
import { COMPANY_RULES } from '../search/ranking.ts'
import type { SegmentCounts } from './build-addresses.ts'
import { type DetailFile, DetailStoreBuilder } from './detail-store.ts'
import { SeatJoiner } from './join-seat.ts'
import { mergeByKey } from './merge-by-key.ts'
import { projectCompany } from './project-company.ts'
import { beginStep, type ReportStep } from './publish-progress.ts'
import type { Reuse } from './reuse.ts'

export interface CompanyBuild {
  readonly country: Country
  /** The datasets of the country's companies. If two have a record with the same key, the first one counts. */
  readonly datasets: readonly SnapshotDataset[]
  readonly files: readonly DetailFile[]
  readonly dir: string
  /** The unchanged part of the previous release. */
  readonly reuse: Reuse | null
  readonly report: ReportStep
}

/** Writes details, columns and index of one country's companies. */
export function buildCompanies(snapshot: CatalogSnapshot, build: CompanyBuild): SegmentCounts {
  const path = join(build.dir, `companies-${build.country}`)
  writeRecords(snapshot, build, path)
  build.report('indexing', 0)
  const columns = CompanyColumns.openForIndexing(`${path}.columns`)
  const { others, ambiguous } = buildCompanyIndex(columns, `${path}.index`, COMPANY_RULES)
  const subjects = { subjectsWithRegistrations: others.size, numbersOfSeveralSubjects: ambiguous }
  return countRecords(columns, subjects)
}

function writeRecords(snapshot: CatalogSnapshot, build: CompanyBuild, path: string): void {
  const { country, datasets, reuse } = build
  const columns = new CompanyColumnsBuilder(country)
  const seats = openSeatJoiner(country, build.dir)
  const details = openDetails(build, `${path}.details.db`)
  const countRecord = beginStep('building', build.report)
  /** Puts the record of the first dataset, with what it takes from that of the second, or the one of the second. */
  const put = (own: SnapshotRow | undefined, other: SnapshotRow | undefined): void => {
    const dataset = own === undefined ? 1 : 0
    const row = own ?? other!
    const [key, file, sha256, body] = row
    const { company, status, joined, seatJoin } = projectCompany(row, own && other, seats)
    details.push({ key, ico: company.ico, dataset, file, sha256, status, body, joined })
    columns.push(key, company, status, seatJoin)
    countRecord()
  }
  const [first, second] = datasets
  if (reuse === null) {
    const others = second === undefined ? [] : snapshot.records(second.id)
    for (const [row, other] of mergeByKey(snapshot.records(first!.id), others)) put(row, other)
  } else {
    const before = CompanyColumns.open(join(reuse.dir, `companies-${country}.columns`))
    const copy = columns.createRowCopier(before)
    let copied = 0
    for (const key of reuse.changed) {
      const place = before.keys.firstNotBelow(key)
      copy(copied, place)
      put(snapshot.record(first!.id, key), second && snapshot.record(second.id, key))
      copied = place < before.length && before.keys.at(place) === key ? place + 1 : place
    }
    copy(copied, before.length)
  }
  details.finish(build.files)
  columns.write(`${path}.columns`)
}

function openDetails({ country, datasets, reuse }: CompanyBuild, path: string): DetailStoreBuilder {
  const sources = datasets.map(({ dataset }) => dataset)
  if (reuse === null) return DetailStoreBuilder.create(path, country, sources)
  copyFileSync(join(reuse.dir, `companies-${country}.details.db`), path, constants.COPYFILE_FICLONE)
  return DetailStoreBuilder.patch(path, country, sources)
}

/** Reads the country's address points if the release has any. */
export function openSeatJoiner(country: Country, dir: string): SeatJoiner {
  const path = join(dir, `addresses-${country}.columns`)
  return new SeatJoiner(country, existsSync(path) ? SeatPoints.open(path) : undefined)
}

/** `subjects`: with several records under their number, and numbers that may mean several subjects. */
function countRecords(columns: CompanyColumns, subjects: Readonly<Record<string, number>>): SegmentCounts {
  const counts: Record<string, number> = {}
  for (const [status, count] of columns.countStatuses()) if (count !== 0) counts[status ?? 'current'] = count
  return {
    records: columns.length,
    living: counts.current ?? 0,
    counts: { ...counts, ...columns.countSeatJoins(), ...subjects },
  }
}
