import { statSync } from 'node:fs'
import { join } from 'node:path'
import { AddressIndex, type SharedAddressIndex } from '../engine/addresses/addresses.ts'
import { CompanyIndex } from '../engine/companies/companies.ts'
import { COUNTRIES, type Country } from '../records/country.ts'
import { InputError } from '../stdx/input-error.ts'
import type { StoredDetail } from './detail-rows.ts'
import type { Manifest, ManifestSegment } from './manifest.ts'
import { Release, verifyRelease } from './open-release.ts'
import { DetailReader } from './read-detail.ts'
import type { SegmentName } from './segment.ts'
import { WithdrawnRecords } from './withdrawals.ts'

/** A release in plain values and shared memory, which can be sent to other threads. */
export interface SharedRelease {
  readonly dir: string
  readonly manifest: Manifest
  /** The files that were verified, as `identifyFiles` describes them. */
  readonly verified: ReadonlyMap<SegmentName, string>
  readonly companies: Readonly<Partial<Record<Country, CompanyIndex['toShare']>>>
  readonly addresses: Readonly<Partial<Record<Country, SharedAddressIndex>>>
}

/**
 * Verifies a release and reads it into memory. Takes seconds of CPU time: not for a thread that serves requests. What
 * a publication took over from the previous release is neither verified nor read again: `before` has it in memory.
 */
export function loadRelease(dir: string, before?: SharedRelease): SharedRelease {
  using release = Release.open(dir)
  const { manifest } = release
  // Before the files are read, so that a later change of a file is seen.
  const verified = new Map(manifest.segments.map((segment) => [segment.name, identifyFiles(dir, segment)]))
  const kept = new Set([...verified.keys()].filter((name) => verified.get(name) === before?.verified.get(name)))
  const differing = verifyRelease(dir, kept)
  if (0 < differing.length) throw new InputError(`${dir}: ${differing.join(', ')}`)
  const companiesOf = (country: Country): CompanyIndex['toShare'] | undefined =>
    kept.has(`companies-${country}`) ? before?.companies[country] : release.companyIndex(country)?.toShare
  const addressesOf = (country: Country): SharedAddressIndex | undefined =>
    kept.has(`addresses-${country}`) ? before?.addresses[country] : release.addressIndex(country)?.toShare
  return { dir, manifest, verified, companies: mapCountries(companiesOf), addresses: mapCountries(addressesOf) }
}

/** Two releases with equal texts for a segment have the very same files: a publication links what has not changed. */
function identifyFiles(dir: string, { files }: ManifestSegment): string {
  const texts = files.map(({ name, sha256 }) => {
    const { dev, ino, mtimeNs } = statSync(join(dir, name), { bigint: true })
    return `${name} ${sha256} ${dev} ${ino} ${mtimeNs}`
  })
  return texts.join(', ')
}

function mapCountries<Index>(of: (country: Country) => Index | undefined): Partial<Record<Country, Index>> {
  return Object.fromEntries(
    COUNTRIES.flatMap((country) => {
      const index = of(country)
      return index === undefined ? [] : [[country, index]]
    }),
  )
}

/** Asks another thread for the rows of one ICO. */
export interface DetailSource {
  read(ico: string): Promise<readonly StoredDetail[] | 'unreadable'>
}

/** The file with the details of each country that the release has companies of. */
export function detailFiles({ dir, manifest }: SharedRelease): ReadonlyMap<Country, string> {
  return new Map(
    COUNTRIES.flatMap((country) => {
      const files = manifest.segments.find(({ name }) => name === `companies-${country}`)?.files ?? []
      const file = files.find(({ name }) => name.endsWith('.details.db'))
      return file === undefined ? [] : [[country, join(dir, file.name)]]
    }),
  )
}

/** The same release in one thread, which reads no file itself: a volume that hangs would hold all its requests. */
export class JoinedRelease {
  readonly manifest: Manifest
  readonly #from: SharedRelease
  readonly #details: ReadonlyMap<Country, DetailSource>
  readonly #readers: Readonly<Record<Country, DetailReader>>

  constructor(from: SharedRelease, details: ReadonlyMap<Country, DetailSource>, withdrawn = new WithdrawnRecords()) {
    this.#from = from
    this.#details = details
    this.#readers = { sk: new DetailReader('sk', withdrawn), cz: new DetailReader('cz', withdrawn) }
    this.manifest = from.manifest
  }

  async company(country: Country, ico: string): Promise<CompanyAnswer> {
    const rows = await this.#details.get(country)?.read(ico)
    if (rows === undefined) return { outcome: 'not_imported' }
    return rows === 'unreadable' ? { outcome: 'unreadable' } : this.#readers[country].choose(rows)
  }

  companyIndex(country: Country): CompanyIndex | undefined {
    const index = this.#from.companies[country]
    return index && CompanyIndex.fromShared(index)
  }

  addressIndex(country: Country): AddressIndex | undefined {
    const index = this.#from.addresses[country]
    return index && AddressIndex.fromShared(index)
  }
}

/** `unreadable`: the file was not read in time. */
export type CompanyAnswer = ReturnType<Release['company']> | { readonly outcome: 'unreadable' }
