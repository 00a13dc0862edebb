import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressIndex } from '../../engine/addresses/addresses.ts'
import { CompanyIndex } from '../../engine/companies/companies.ts'
import { type ExamplePoint, indexPoints } from '../../engine/testing/address-columns.ts'
import {
  type CompanyRecord,
  type ExampleCompany,
  exampleRecord,
  writeCompanies,
} from '../../engine/testing/companies.ts'
import { COMPANY_RULES, compareEntities } from '../ranking.ts'

/** Indexes in the order of the search. No file is left. */
export function exampleIndex(points: readonly ExamplePoint[]): AddressIndex {
  return indexPoints(points, compareEntities)
}

export function exampleCompanyIndex(examples: readonly ExampleCompany[]): CompanyIndex {
  return companyIndexOf(examples.map(exampleRecord))
}

export function companyIndexOf(records: readonly CompanyRecord[]): CompanyIndex {
  const dir = mkdtempSync(join(tmpdir(), 'regista-companies-'))
  try {
    const path = join(dir, 'companies')
    const columns = writeCompanies(path, records, COMPANY_RULES)
    return CompanyIndex.open(`${path}.index`, columns)
  } finally {
    rmSync(dir, { recursive: true })
  }
}
