import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { decodeCompany } from '../../records/canonical.ts'
import type { Company } from '../../records/company.ts'
import { Catalog } from '../catalog.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-catalog-'))
after(() => rmSync(dir, { recursive: true }))
let databases = 0
export const clock = { nowMs: () => Date.parse('2026-06-10T10:00:00Z') }

/** For tests: an empty catalog in a folder that goes away with the test file. */
export function openTestCatalog(): { catalog: Catalog; path: string } {
  const path = join(dir, `${databases++}.db`)
  return { catalog: Catalog.open(path, clock), path }
}

export interface RecordState {
  readonly company: Company
  readonly retired: boolean
  readonly withdrawn: boolean
}

/** Every record as it stands. */
export function readRecords(catalog: Catalog): Map<number, RecordState> {
  using snapshot = catalog.snapshot()
  const found = new Map<number, RecordState>()
  for (const { id } of snapshot.datasets()) {
    for (const [key, , , body, , retired, withdrawn] of snapshot.records(id)) {
      found.set(key, { company: decodeCompany(body), retired: retired !== null, withdrawn: withdrawn === 1 })
    }
  }
  return found
}
