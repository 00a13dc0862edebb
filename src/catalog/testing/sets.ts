import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import type { Address } from '../../records/address.ts'
import { encodeRecord } from '../../records/canonical.ts'
import { type Company, EMPTY_SEAT } from '../../records/company.ts'
import type { Dataset } from '../../records/dataset.ts'
import { BARE_ADDRESS, BARE_COMPANY } from '../../records/testing/bare-records.ts'
import { type Catalog, computeFingerprint, type ImportPlan } from '../catalog.ts'
import type { ImportFinish } from '../set-writer.ts'

/** Invented datasets, records and imports for tests. */
export const EXAMPLE_COMPANIES: Dataset = {
  name: 'sk-rpo',
  registry: 'sk-rpo',
  country: 'sk',
  kind: 'company',
  code: 'rpo',
  dataset: 'rpo',
  url: 'https://example.org/rpo',
  attribution: 'Example',
  license: 'CC BY 4.0',
  licenseUrl: 'https://example.org/license',
  notice: '',
  rhythmDays: 3,
  keyForm: 'plain',
}

export function exampleCompany(changes: Partial<Company> = {}): Company {
  return {
    ...BARE_COMPANY,
    country: 'sk',
    ico: '00000001',
    name: 'Vzorka s.r.o.',
    establishedOn: '2001-02-03',
    legalForm: { code: '112', name: 'Spoločnosť s ručením obmedzeným', codelist: 'CL000056' },
    updatedOn: '2026-01-02',
    seat: { ...EMPTY_SEAT, municipality: 'Horné Vzorky', postalCode: '99901' },
    ...changes,
  }
}

export function exampleAddress(changes: Partial<Address> = {}): Address {
  return {
    ...BARE_ADDRESS,
    country: 'sk',
    street: 'Vzorová',
    municipality: 'Horné Vzorky',
    postalCode: '99901',
    registrationNumber: '12',
    orientationNumber: '3',
    orientationLetter: 'B',
    county: 'Vzorky',
    region: 'Vzorový',
    latitude: 48.7,
    longitude: 19.1,
    ...changes,
  }
}

/** A text is an ending on that day, an empty text an ending on an unknown day. */
type ExampleRow = Company | Address | string

export interface ExampleSet extends Partial<Omit<ImportPlan, 'files'>> {
  readonly rows: Iterable<readonly [number, ExampleRow]> | Readonly<Record<number, ExampleRow>>
  readonly rejected?: number
  readonly spared?: readonly number[]
  readonly gone?: readonly number[]
  readonly allowGap?: boolean
  readonly finish?: Partial<ImportFinish>
}

/** The content of the file that a set stands for. */
function contentOf(set: ExampleSet): string {
  return JSON.stringify([set.observedOn ?? null, linesOf(set)])
}

export function exampleFileHash(set: ExampleSet): string {
  return hash('sha256', contentOf(set))
}

/** What an import of this set is to do. */
export function examplePlan(set: ExampleSet): ImportPlan {
  const bytes = contentOf(set).length
  return {
    dataset: EXAMPLE_COMPANIES,
    scope: '',
    coverage: 'full',
    complete: true,
    observedOn: '2026-06-06',
    projectionVersion: '1',
    invented: false,
    files: [{ name: 'file', bytes, sha256: exampleFileHash(set), fetchedAt: '2026-06-07T00:00:00.000Z' }],
    ...set,
  }
}

function linesOf(set: ExampleSet): { key: number; text: string; ending: boolean }[] {
  const rows = Symbol.iterator in set.rows ? [...set.rows] : Object.entries(set.rows)
  return rows.map(([key, row]) => {
    const ending = typeof row === 'string'
    return { key: Number(key), text: ending ? row : encodeRecord(row), ending }
  })
}

/** Imports a set as the command does, with the rows themselves as the file. Returns the outcome, or the counts. */
export function importExample(catalog: Catalog, set: ExampleSet) {
  const lines = linesOf(set)
  const begun = catalog.beginImport(examplePlan(set), { allowGap: set.allowGap === true })
  if (begun.outcome !== 'begun') return begun
  const { running } = begun
  const known = running.dependenciesBefore === 'none' ? running.knownRows : undefined
  let unchanged = 0
  const fresh = lines.filter(({ key, text, ending }) => {
    const met = known?.meet(rowFingerprint(key, text, ending)) === 'known'
    if (met) unchanged += 1
    return !met
  })
  for (const endings of [false, true]) {
    const batch = fresh.filter(({ ending }) => ending === endings)
    if (batch.length === 0) continue
    running.write({
      file: 0,
      keys: Float64Array.from(batch, ({ key }) => key),
      fingerprints: Float64Array.from(batch, ({ key, text, ending }) => rowFingerprint(key, text, ending)),
      bodies: batch.map(({ text }) => text).join('\n'),
      endings,
    })
  }
  const reader = {
    unchanged,
    rejected: set.rejected ?? 0,
    skippedBy: {},
    missingBy: {},
    sparedKeys: set.spared ?? [],
    goneKeys: set.gone ?? [],
    rejectedWithoutKey: 0,
    dependencies: 'none',
  }
  const { counts, generation } = running.finish(reader, {
    allowShrink: false,
    rejectShareMax: 0.01,
    onDuplicates: () => {},
    ...set.finish,
  })
  return { outcome: 'imported' as const, counts, generation }
}

/** Imports a set that the catalog must accept. Returns its counts and generation. */
export function importWhole(catalog: Catalog, set: ExampleSet) {
  const result = importExample(catalog, set)
  assert(result.outcome === 'imported', result.outcome)
  return result
}

function rowFingerprint(key: number, text: string, ending: boolean): number {
  return computeFingerprint(Buffer.from(`${key} ${ending} ${text}`))
}
