import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Company, EMPTY_SEAT } from '../../records/company.ts'
import type { RecordStatus } from '../../records/status.ts'
import { BARE_COMPANY } from '../../records/testing/bare-records.ts'
import { COMPANY_RULES } from '../../search/ranking.ts'
import { CompanyColumns, CompanyColumnsBuilder } from '../companies/company-columns.ts'
import { buildCompanyIndex, CompanyIndex } from '../companies/company-index.ts'

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

/** Writes columns and index as a release does. The keys are the positions in the list. */
export function writeExampleCompanies(path: string, examples: readonly ExampleCompany[]): CompanyColumns {
  const record = (example: ExampleCompany, key: number): CompanyRecord => {
    return { key, company: companyOf(example), status: example.status ?? null }
  }
  return writeRecords(path, examples.map(record))
}

function writeRecords(path: string, records: readonly CompanyRecord[]): CompanyColumns {
  const builder = new CompanyColumnsBuilder('cz')
  for (const { key, company, status } of records) builder.push(key, company, status)
  builder.write(`${path}.columns`)
  const columns = CompanyColumns.open(`${path}.columns`)
  buildCompanyIndex(CompanyColumns.openForIndexing(`${path}.columns`), `${path}.index`, COMPANY_RULES)
  return columns
}

/** The same, read back. No file is left. */
export function exampleCompanyIndex(examples: readonly ExampleCompany[]): CompanyIndex {
  return readBack((path) => writeExampleCompanies(path, examples))
}

export function companyIndexOf(records: readonly CompanyRecord[]): CompanyIndex {
  return readBack((path) => writeRecords(path, records))
}

function readBack(write: (path: string) => CompanyColumns): CompanyIndex {
  const dir = mkdtempSync(join(tmpdir(), 'regista-companies-'))
  try {
    const path = join(dir, 'companies')
    const columns = write(path)
    return CompanyIndex.open(`${path}.index`, columns)
  } finally {
    rmSync(dir, { recursive: true })
  }
}

function companyOf({ status, municipality = null, ...example }: ExampleCompany): Company {
  return { ...BARE_COMPANY, ...example, seat: { ...EMPTY_SEAT, municipality } }
}
