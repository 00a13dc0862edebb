import { statSync } from 'node:fs'
import { join } from 'node:path'
import { AddressColumns, AddressIndex } from '../engine/addresses/addresses.ts'
import { CompanyColumns, CompanyIndex } from '../engine/companies/companies.ts'
import type { Address } from '../records/address.ts'
import { COUNTRIES, type Country } from '../records/country.ts'
import { deriveRecordId } from '../records/record-id.ts'
import { hashFileSync } from '../stdx/hash-file.ts'
import { DetailStore } from './detail-store.ts'
import { findOtherFormat, type Manifest, type ManifestSource, readManifest, refuseUnreadable } from './manifest.ts'
import type { Detail, DetailAnswer } from './read-detail.ts'
import { findSegment, type SegmentName } from './segment.ts'
import { type WithdrawnKey, WithdrawnRecords } from './withdrawals.ts'

/** A published release, open for reading. It never changes; a new one is opened beside it. */
export class Release {
  readonly manifest: Manifest
  readonly #dir: string
  readonly #details = new Map<Country, DetailStore>()

  /** Checks that every file is there in its full length and format; `verifyRelease` looks at the bytes too. */
  static open(dir: string, withdrawn = new WithdrawnRecords()): Release {
    const manifest = readManifest(dir)
    refuseUnreadable(dir, manifest)
    return new Release(dir, manifest, withdrawn)
  }

  private constructor(dir: string, manifest: Manifest, withdrawn: WithdrawnRecords) {
    this.#dir = dir
    this.manifest = manifest
    for (const { name, files } of manifest.segments) {
      const file = files.find((one) => one.name.endsWith('.details.db'))
      if (file === undefined) continue
      const country = name === 'companies-sk' ? 'sk' : 'cz'
      this.#details.set(country, new DetailStore(join(dir, file.name), country, withdrawn))
    }
  }

  /** `not_imported`: this release has no companies of the country at all. */
  company(country: Country, ico: string): DetailAnswer | { readonly outcome: 'not_imported' } {
    return this.#details.get(country)?.byIco(ico) ?? { outcome: 'not_imported' }
  }

  companyById(id: string): Detail | undefined {
    for (const details of this.#details.values()) {
      const detail = details.byId(id)
      if (detail !== undefined) return detail
    }
    return undefined
  }

  /** The other records of the same subject. */
  registrationsBeside(detail: Detail): readonly Detail[] {
    return this.#details.get(detail.company.country)!.registrationsBeside(detail)
  }

  /** Lists the numbers of these companies that have both withdrawn and visible records. */
  partlyWithdrawn(list: readonly WithdrawnKey[]): readonly { readonly country: Country; readonly ico: string }[] {
    const numbers = new Map<string, { readonly country: Country; readonly ico: string }>()
    for (const { country, kind, sourceKey } of list) {
      const details = this.#details.get(country)
      if (kind !== 'company' || details === undefined) continue
      const ico = details.byId(deriveRecordId(country, kind, sourceKey))?.company.ico
      if (ico && details.isPartlyWithdrawn(ico)) numbers.set(`${country} ${ico}`, { country, ico })
    }
    return [...numbers.values()]
  }

  /** Reads every key: for commands, not for requests. */
  addressById(
    id: string,
  ): { readonly address: Address; readonly sourceKey: string; readonly source: ManifestSource } | undefined {
    for (const country of COUNTRIES) {
      const columns = this.addressColumns(country)
      if (columns === undefined) continue
      const index = pointWithId(columns, id)
      if (index < 0) continue
      const dataset = findSegment(`addresses-${country}`).datasets[columns.datasetAt(index)]
      const source = this.manifest.sources.find((one) => one.dataset.name === dataset)!
      return { address: columns.at(index), sourceKey: columns.sourceKeyAt(index), source }
    }
    return undefined
  }

  companyColumns(country: Country): CompanyColumns | undefined {
    return this.#has(`companies-${country}`)
      ? CompanyColumns.open(join(this.#dir, `companies-${country}.columns`))
      : undefined
  }

  /** Reads the whole index and the columns that suggestions need: for the start of a server. */
  companyIndex(country: Country): CompanyIndex | undefined {
    return this.#companyIndex(country, CompanyColumns.openForLists)
  }

  /** The same with all columns, to say why a company ranks where it does. */
  explainableCompanyIndex(country: Country): CompanyIndex | undefined {
    return this.#companyIndex(country, CompanyColumns.open)
  }

  #companyIndex(country: Country, openColumns: (path: string) => CompanyColumns): CompanyIndex | undefined {
    const path = join(this.#dir, `companies-${country}`)
    return this.#has(`companies-${country}`)
      ? CompanyIndex.open(`${path}.index`, openColumns(`${path}.columns`))
      : undefined
  }

  addressColumns(country: Country): AddressColumns | undefined {
    return this.#has(`addresses-${country}`)
      ? AddressColumns.open(join(this.#dir, `addresses-${country}.columns`))
      : undefined
  }

  /** Reads the whole index and its columns: for the start of a server. */
  addressIndex(country: Country): AddressIndex | undefined {
    const columns = this.addressColumns(country)
    return columns === undefined ? undefined : AddressIndex.open(join(this.#dir, `addresses-${country}.index`), columns)
  }

  close(): void {
    for (const details of this.#details.values()) details.close()
  }

  [Symbol.dispose](): void {
    this.close()
  }

  #has(segment: string): boolean {
    return this.manifest.segments.some(({ name, files }) => name === segment && files.length !== 0)
  }
}

function pointWithId(columns: AddressColumns, id: string): number {
  for (let i = 0; i < columns.length; i++) {
    if (deriveRecordId(columns.country, 'address', columns.sourceKeyAt(i)) === id) return i
  }
  return -1
}

/**
 * Compares every file with its hash in the manifest and with the formats of this build. Returns the differences.
 * `verified`: segments whose files were compared before.
 */
export function verifyRelease(dir: string, verified: ReadonlySet<SegmentName> = new Set()): string[] {
  const manifest = readManifest(dir)
  const other = findOtherFormat(manifest)
  const differing = other === null ? [] : [`${other}; run \`regista publish\``]
  const segments = manifest.segments.filter(({ name }) => !verified.has(name))
  for (const file of segments.flatMap(({ files }) => files)) {
    const path = join(dir, file.name)
    if (statSync(path, { throwIfNoEntry: false }) === undefined) differing.push(`${file.name} is missing`)
    else if (hashFileSync(path) !== file.sha256) differing.push(`${file.name} differs from its hash in the manifest`)
  }
  return differing
}
