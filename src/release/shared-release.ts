import { statSync } from 'node:fs'
import { join } from 'node:path'
import { AddressIndex, type SharedAddressIndex } from '../engine/addresses/addresses.ts'
import { CompanyIndex, type SharedCompanyIndex } from '../engine/companies/companies.ts'
import { COUNTRIES, type Country } from '../records/country.ts'
import { InputError } from '../stdx/input-error.ts'
import type { Manifest, ManifestSegment } from './manifest.ts'
import { Release, verifyRelease } from './open-release.ts'
import type { WithdrawnRecords } from './withdrawals.ts'

/** A release in plain values and shared memory, which can be sent to other threads. */
export interface SharedRelease {
  readonly dir: string
  readonly manifest: Manifest
  readonly companies: Readonly<Partial<Record<Country, SharedCompanyIndex>>>
  readonly addresses: Readonly<Partial<Record<Country, SharedAddressIndex>>>
}

/**
 * Verifies a release and reads it into memory. Takes seconds of CPU time: not for a thread that serves requests. What
 * a publication took over from the previous release is neither verified nor read again: `before` has it in memory.
 */
export function loadRelease(dir: string, before?: SharedRelease): SharedRelease {
  using release = Release.open(dir)
  const { manifest } = release
  const kept = manifest.segments.filter((segment) => before !== undefined && isIn(before, dir, segment))
  const differing = verifyRelease(dir, new Set(kept.flatMap(({ files }) => files.map(({ name }) => name))))
  if (0 < differing.length) throw new InputError(`${dir}: ${differing.join(', ')}`)
  const keptNames = new Set(kept.map(({ name }) => name))
  const companiesOf = (country: Country): SharedCompanyIndex | undefined =>
    keptNames.has(`companies-${country}`) ? before?.companies[country] : release.companyIndex(country)?.toShare
  const addressesOf = (country: Country): SharedAddressIndex | undefined =>
    keptNames.has(`addresses-${country}`) ? before?.addresses[country] : release.addressIndex(country)?.toShare
  return { dir, manifest, companies: mapCountries(companiesOf), addresses: mapCountries(addressesOf) }
}

/** Whether the release before has the very same files of a segment. A publication links what has not changed. */
function isIn(before: SharedRelease, dir: string, { name, files }: ManifestSegment): boolean {
  const earlier = before.manifest.segments.find((segment) => segment.name === name)
  if (files.length !== earlier?.files.length) return false
  return files.every(
    (file, i) =>
      file.sha256 === earlier.files[i]!.sha256 && isSameFile(join(dir, file.name), join(before.dir, file.name)),
  )
}

function isSameFile(path: string, other: string): boolean {
  const [one, two] = [path, other].map((name) => statSync(name, { bigint: true, throwIfNoEntry: false }))
  return one !== undefined && one.ino === two?.ino && one.dev === two.dev
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
