import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CatalogSnapshot, SnapshotDataset } from '../catalog/snapshot.ts'
import { CompanyColumns } from '../engine/companies/companies.ts'
import { COMPANY_FIELDS, decodeCompany } from '../records/canonical.ts'
import { InputError } from '../stdx/input-error.ts'
import { sortedIndexOf } from '../stdx/sorted-search.ts'
import { MunicipalityCodes } from './municipality-codes.ts'
import type { Reuse } from './reuse.ts'

/**
 * Collects the municipality codes in the Slovak company register. Codes that seats got from address points do not
 * count, because the points get theirs from here.
 */
export function collectCompanyCodes(
  snapshot: CatalogSnapshot,
  companies: readonly SnapshotDataset[],
  reuse: Reuse | null,
): MunicipalityCodes {
  const codes = new MunicipalityCodes()
  const before = reuse === null ? null : openSound(join(reuse.dir, 'companies-sk.columns'))
  for (const { id } of companies) {
    if (before === null)
      for (const [municipality, code] of snapshot.fieldPairs(
        id,
        COMPANY_FIELDS.municipality,
        COMPANY_FIELDS.municipalityCode,
      ))
        codes.note(municipality, code)
    else {
      for (const key of reuse!.changed) {
        const row = snapshot.record(id, key)
        if (row === undefined) continue
        const { seat } = decodeCompany(row[3])
        codes.note(seat.municipality, seat.municipalityCode)
      }
    }
  }
  if (before !== null) {
    for (const [municipality, code] of before.ownMunicipalityCodes(
      (row) => sortedIndexOf(reuse!.changed, before.keys.at(row)) < 0,
    ))
      codes.note(municipality, code)
  }
  return codes
}

/** Null if the file is missing or damaged. */
function openSound(path: string): CompanyColumns | null {
  try {
    return existsSync(path) ? CompanyColumns.open(path) : null
  } catch (error) {
    if (error instanceof InputError) return null
    throw error
  }
}
