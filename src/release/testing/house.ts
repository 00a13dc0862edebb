import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { Catalog } from '../../catalog/catalog.ts'
import { EXAMPLE_COMPANIES, type ExampleSet, exampleCompany } from '../../catalog/testing/sets.ts'
import type { Address } from '../../records/address.ts'
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

  publish(
    options: Partial<Pick<PublishOptions, 'allowShrink' | 'releasesDir' | 'progress'>> = {},
  ): Promise<PublishReport> {
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

export const CZ_RES: Dataset = {
  ...EXAMPLE_COMPANIES,
  name: 'cz-res',
  registry: 'cz-res',
  country: 'cz',
  code: 'ares',
  dataset: 'res',
  keyForm: 'eight-digits',
}
export const CZ_VR: Dataset = { ...CZ_RES, name: 'cz-vr', registry: 'cz-vr', dataset: 'vr' }
export const CZ_ADDRESSES: Dataset = {
  ...CZ_RES,
  name: 'cz-addresses',
  registry: 'cz-addresses',
  kind: 'address',
  keyForm: 'plain',
}
export const SK_CSV: Dataset = {
  ...EXAMPLE_COMPANIES,
  name: 'sk-addresses-csv',
  registry: 'sk-addresses',
  kind: 'address',
  keyForm: 'check-character',
}
export const SK_RAGEO: Dataset = { ...SK_CSV, name: 'sk-addresses-rageo' }

export function set(
  dataset: Dataset,
  rows: readonly (readonly [number, Company | Address])[],
  more: Partial<ExampleSet> = {},
): ExampleSet {
  return { dataset, rows: new Map(rows), ...more }
}

export const czech = (changes: Partial<Company>): Company => exampleCompany({ country: 'cz', ...changes })
