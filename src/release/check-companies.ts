import { hash } from 'node:crypto'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { SnapshotRow } from '../catalog/snapshot.ts'
import { CompanyColumns, CompanyIndex, CompanyIndexCheck, type CompanyRow } from '../engine/companies/companies.ts'
import { formatSeat } from '../records/format-address.ts'
import { toRegistration } from '../records/subject.ts'
import { COMPANY_RULES } from '../search/ranking.ts'
import { InputError } from '../stdx/input-error.ts'
import { openSeatJoiner } from './build-companies.ts'
import { DetailStore } from './detail-store.ts'
import { type ProjectedCompany, projectCompany } from './project-company.ts'
import { beginStep } from './publish-progress.ts'
import { createCheckError, readBack, type SegmentCheck, selectOwnDatasets } from './read-back.ts'

export function checkCompanies(check: SegmentCheck): number {
  const { segment, snapshot, dir } = check
  const [first, second] = selectOwnDatasets(check)
  const columns = CompanyColumns.open(join(dir, `${segment.name}.columns`))
  const details = new DetailStore(join(dir, `${segment.name}.details.db`), segment.country)
  const seats = openSeatJoiner(segment.country, dir)
  try {
    const expected = snapshot.count(first!.id) + (second === undefined ? 0 : snapshot.countBeyond(second.id, first!.id))
    if (details.count() !== expected || columns.length !== expected) {
      throw new InputError(
        `${segment.name}: the catalog has ${expected} records, the release ${details.count()} details and ${columns.length} rows. It was not published.`,
      )
    }
    if (check.since === null) compareAllBodies(check, details)
    const index = new CompanyIndexCheck(CompanyIndex.open(join(dir, `${segment.name}.index`), columns), COMPANY_RULES)
    return readBack(check, (row, source) => {
      const key = row[0]
      // If both datasets have the key, the record of the first is published, with the register of the second.
      const own = source.id === first!.id ? row : (snapshot.record(first!.id, key) ?? row)
      const other = own === row && source.id !== first!.id ? undefined : second && snapshot.record(second.id, key)
      const projected = projectCompany(own, other, seats)
      compareDetail({ check, details }, own, projected)
      const place = columns.keys.indexOf(key)
      if (place < 0) throw createCheckError(check, key, 'is missing in the columns')
      compareColumns(check, columns.at(place), projected)
      const registration = toRegistration(key, projected.company, projected.status)
      if (!isDeepStrictEqual(columns.registrationAt(place), registration))
        throw createCheckError(check, key, 'differs in what makes it a subject')
      const join = columns.seatJoinAt(place)
      if (join !== projected.seatJoin)
        throw createCheckError(check, key, `has a seat joined in another way than the catalog and the points say`)
      const problem = index.problemOf(place)
      if (problem !== null) throw createCheckError(check, key, problem)
    })
  } finally {
    details.close()
  }
}

/** Without a previous release every body is compared with its hash. */
function compareAllBodies(check: SegmentCheck, details: DetailStore): void {
  const countRecord = beginStep('hashing', check.report)
  for (const [key, sha256, body] of details.bodies()) {
    countRecord()
    if (!hash('sha256', body, 'buffer').equals(sha256)) throw createCheckError(check, key, 'does not have its hash')
  }
}

function compareDetail(
  { check, details }: { readonly check: SegmentCheck; readonly details: DetailStore },
  [key, , sha256, body]: SnapshotRow,
  { company, status }: ProjectedCompany,
): void {
  const detail = details.byKey(key)
  if (detail === undefined) throw createCheckError(check, key, 'is missing')
  const hex = Buffer.from(sha256).toString('hex')
  if (hash('sha256', body, 'hex') !== hex) throw createCheckError(check, key, 'does not have its hash in the catalog')
  if (detail.origin.recordSha256 !== hex) throw createCheckError(check, key, 'is another version than the catalog has')
  if (detail.status !== status) throw createCheckError(check, key, `has status ${detail.status}, not ${status}`)
  if (!isDeepStrictEqual(detail.company, company)) throw createCheckError(check, key, 'differs from the catalog')
  const answer = company.ico === null ? undefined : details.byIco(company.ico)
  if (answer?.outcome === 'not_found') throw createCheckError(check, key, 'is not found by its ICO')
  if (details.byId(detail.id)?.origin.sourceKey !== detail.origin.sourceKey) {
    throw createCheckError(check, key, 'is not found by its id')
  }
}

function compareColumns(check: SegmentCheck, row: CompanyRow, { company, status }: ProjectedCompany): void {
  const expected: CompanyRow = {
    key: row.key,
    ico: company.ico,
    name: company.name,
    otherNames: company.otherNames,
    address: formatSeat(company.country, company.seat),
    municipality: company.seat.municipality,
    municipalityCode: company.seat.municipalityCode,
    status,
    legalFormCode: company.legalForm?.code ?? null,
    naturalPerson: company.naturalPerson,
    size: company.size,
    establishedOn: company.establishedOn,
    updatedOn: company.updatedOn,
  }
  if (!isDeepStrictEqual(row, expected)) throw createCheckError(check, row.key, 'differs in the columns')
}
