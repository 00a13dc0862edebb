import { statSync } from 'node:fs'
import { join } from 'node:path'
import { AddressIndex, type SharedAddressIndex } from '../engine/addresses/addresses.ts'
import { CompanyIndex } from '../engine/companies/companies.ts'
import { COUNTRIES, type Country } from '../records/country.ts'
import { InputError } from '../stdx/input-error.ts'
import type { Manifest, ManifestSegment } from './manifest.ts'
import { Release, verifyRelease } from './open-release.ts'
import type { SegmentName } from './segment.ts'
import type { WithdrawnRecords } from './withdrawals.ts'

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

/** The same release in one thread, which opens only the detail files itself. */
export class JoinedRelease {
  readonly manifest: Manifest
  readonly #from: SharedRelease
  readonly #release: Release

  constructor(from: SharedRelease, withdrawn: WithdrawnRecords) {
    this.#from = from
    this.#release = Release.open(from.dir, withdrawn)
    this.manifest = from.manifest
  }

  company(country: Country, ico: string): ReturnType<Release['company']> {
    return this.#release.company(country, ico)
  }

  companyIndex(country: Country): CompanyIndex | undefined {
    const index = this.#from.companies[country]
    return index && CompanyIndex.fromShared(index)
  }

  addressIndex(country: Country): AddressIndex | undefined {
    const index = this.#from.addresses[country]
    return index && AddressIndex.fromShared(index)
  }

  close(): void {
    this.#release.close()
  }
}
