import { type Company, EMPTY_SEAT } from '../../records/company.ts'
import type { RecordStatus } from '../../records/status.ts'
import { BARE_COMPANY } from '../../records/testing/bare-records.ts'
import { CompanyColumns, CompanyColumnsBuilder } from '../companies/company-columns.ts'
import { buildCompanyIndex, type CompanyRules } from '../companies/company-index.ts'

/** The fields of a company that a search test sets. */
export interface ExampleCompany {
  readonly name: string
  readonly otherNames?: readonly string[]
  readonly ico?: string | null
  readonly municipality?: string | null
  readonly status?: RecordStatus
  readonly legalForm?: Company['legalForm']
  readonly size?: string | null
  readonly naturalPerson?: boolean
  readonly establishedOn?: string | null
}

/** A company as a builder of columns takes it. Keys ascend. */
export interface CompanyRecord {
  readonly key: number
  readonly company: Company
  readonly status: RecordStatus
}

/** The order of rows, the living first, without short names. The tests of the engine need no other. */
export const BY_ROW: CompanyRules = {
  sort: (columns, hidden) => {
    const rows = Array.from({ length: columns.length }, (_, row) => row).filter(
      (row) => columns.statusAt(row) !== 'removed' && !hidden.has(row),
    )
    const [living = [], others = []] = [true, false].map((is) =>
      rows.filter((row) => (columns.statusAt(row) === null) === is),
    )
    return { rows: Uint32Array.of(...living, ...others), living: living.length }
  },
  createShortNames: () => () => [],
}

/** Writes columns and index as a release does. The keys are the positions in the list. */
export function writeExampleCompanies(path: string, examples: readonly ExampleCompany[]): CompanyColumns {
  return writeCompanies(path, examples.map(exampleRecord), BY_ROW)
}

export function writeCompanies(path: string, records: readonly CompanyRecord[], rules: CompanyRules): CompanyColumns {
  const builder = new CompanyColumnsBuilder('cz')
  for (const { key, company, status } of records) builder.push(key, company, status)
  builder.write(`${path}.columns`)
  const columns = CompanyColumns.open(`${path}.columns`)
  buildCompanyIndex(CompanyColumns.openForIndexing(`${path}.columns`), `${path}.index`, rules)
  return columns
}

export function exampleRecord(
  { status = null, municipality = null, ...example }: ExampleCompany,
  key: number,
): CompanyRecord {
  return { key, company: { ...BARE_COMPANY, ...example, seat: { ...EMPTY_SEAT, municipality } }, status }
}
