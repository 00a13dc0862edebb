import { AddressIndex, type SharedAddressIndex } from '../engine/addresses/addresses.ts'
import { CompanyIndex, type SharedCompanyIndex } from '../engine/companies/companies.ts'
import { COUNTRIES, type Country } from '../records/country.ts'
import { InputError } from '../stdx/input-error.ts'
import type { Manifest } from './manifest.ts'
import { Release, verifyRelease } from './open-release.ts'
import type { WithdrawnRecords } from './withdrawals.ts'

/** A release in plain values and shared memory, which can be sent to other threads. */
export interface SharedRelease {
  readonly dir: string
  readonly manifest: Manifest
  readonly companies: Readonly<Partial<Record<Country, SharedCompanyIndex>>>
  readonly addresses: Readonly<Partial<Record<Country, SharedAddressIndex>>>
}

/** Verifies a release and reads it into memory. Takes seconds of CPU time: not for a thread that serves requests. */
export function loadRelease(dir: string): SharedRelease {
  using release = Release.open(dir)
  const differing = verifyRelease(dir)
  if (0 < differing.length) throw new InputError(`${dir}: ${differing.join(', ')}`)
  return {
    ...{ dir, manifest: release.manifest },
    companies: mapCountries((country) => release.companyIndex(country)?.toShare),
    addresses: mapCountries((country) => release.addressIndex(country)?.toShare),
  }
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
