import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { Catalog } from '../../catalog/catalog.ts'
import { EXAMPLE_COMPANIES, type ExampleSet, exampleCompany, importExample } from '../../catalog/testing/sets.ts'
import type { Company } from '../../records/company.ts'
import type { Dataset } from '../../records/dataset.ts'
import type { PublishOptions } from '../publish.ts'
import { type PublishReport, publish, Release, ReleaseFolder } from '../release.ts'

const root = mkdtempSync(join(tmpdir(), 'regista-release-'))
after(() => rmSync(root, { recursive: true }))

/** A temporary data folder, and a clock that the test sets. */
export class House {
  nowMs = Date.parse('2026-06-10T10:00:00Z')
  readonly dir: string
  readonly catalog: Catalog
  readonly folder: ReleaseFolder

  constructor(dir = mkdtempSync(join(root, 'data-'))) {
    this.dir = dir
    this.catalog = Catalog.open(join(dir, 'catalog.db'), { nowMs: () => this.nowMs })
    this.folder = new ReleaseFolder(join(dir, 'releases'))
  }

  /** The same folder, opened by another process. */
  reopened(): House {
    const house = new House(this.dir)
    house.nowMs = this.nowMs
    return house
  }

  import(dataset: Dataset, rows: ExampleSet['rows'], more: Partial<ExampleSet> = {}): void {
    importExample(this.catalog, { dataset, rows, ...more })
  }

  publish(options: Partial<PublishOptions> = {}): Promise<PublishReport> {
    this.nowMs += 1000
    return publish(this.catalog, {
      catalogPath: join(this.dir, 'catalog.db'),
      releasesDir: options.releasesDir ?? this.folder.dir,
      clock: { nowMs: () => this.nowMs },
      allowShrink: options.allowShrink === true,
      signal: new AbortController().signal,
      progress: options.progress ?? (() => {}),
    })
  }

  current(): Release {
    return Release.open(this.folder.path(this.folder.currentId()!))
  }
}

const ARES: Dataset = { ...EXAMPLE_COMPANIES, country: 'cz', code: 'ares', keyForm: 'eight-digits' }
const POINTS: Dataset = { ...EXAMPLE_COMPANIES, kind: 'address', keyForm: 'check-character' }
export const CZ_RES: Dataset = { ...ARES, name: 'cz-res', registry: 'cz-res', dataset: 'res' }
export const CZ_VR: Dataset = { ...ARES, name: 'cz-vr', registry: 'cz-vr', dataset: 'vr' }
const CZ_POINTS = { name: 'cz-addresses', registry: 'cz-addresses', keyForm: 'plain' } as const
export const CZ_ADDRESSES: Dataset = { ...CZ_RES, kind: 'address', ...CZ_POINTS }
export const SK_CSV: Dataset = { ...POINTS, name: 'sk-addresses-csv', registry: 'sk-addresses' }
export const SK_RAGEO: Dataset = { ...SK_CSV, name: 'sk-addresses-rageo' }

export function set(dataset: Dataset, rows: ExampleSet['rows'], more: Partial<ExampleSet> = {}): ExampleSet {
  return { dataset, rows, ...more }
}

export const czech = (changes: Partial<Company>): Company => exampleCompany({ country: 'cz', ...changes })
