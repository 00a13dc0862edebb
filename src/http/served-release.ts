import type { Country } from '../records/country.ts'
import { OFFICIAL_URLS, type UrlTemplates } from '../records/public-url.ts'
import type { Manifest, Release } from '../release/release.ts'
import { AddressSearch, CompanySearch } from '../search/search.ts'
import { type SourcesMeta, sourcesMeta } from './meta/sources-meta.ts'
import { AddressWriter } from './suggestions/address-writer.ts'
import { CompanyWriter } from './suggestions/company-writer.ts'

type CompanyIndex = NonNullable<ReturnType<Release['companyIndex']>>
type AddressIndex = NonNullable<ReturnType<Release['addressIndex']>>

/** A release in one thread, ready to answer: indexes are shared by the threads of a process, details are opened by each. */
export interface ReleaseParts {
  readonly manifest: Manifest
  company: Release['company']
  companyIndex(country: Country): CompanyIndex | undefined
  addressIndex(country: Country): AddressIndex | undefined
}

export interface Suggester<Search, Writer> {
  readonly search: Search
  readonly writer: Writer
}

/** One release as it is served. A request takes it once and holds it to its end, so an answer is of one release. */
export interface ServedRelease {
  readonly manifest: Manifest
  readonly urls: UrlTemplates
  /** Undefined if nothing of it was ever imported. */
  companies(country: Country): Suggester<CompanySearch, CompanyWriter> | undefined
  addresses(country: Country): Suggester<AddressSearch, AddressWriter> | undefined
  company: Release['company']
  /** As of a day: data grow old while they are served. */
  sources(of: { readonly country: Country; readonly kind: 'company' | 'address'; readonly nowMs: number }): SourcesMeta
}

export function serveRelease(parts: ReleaseParts, urls: UrlTemplates = OFFICIAL_URLS): ServedRelease {
  const { manifest } = parts
  const companies = byCountry((country) => {
    const index = parts.companyIndex(country)
    const writer = () => new CompanyWriter(country, manifest, urls.companies[country])
    return index && { search: new CompanySearch(index), writer: writer() }
  })
  const addresses = byCountry((country) => {
    const index = parts.addressIndex(country)
    const writer = () => new AddressWriter(country, manifest, urls.addresses[country])
    return index && { search: new AddressSearch(index), writer: writer() }
  })
  return {
    ...{ manifest, urls },
    companies: (country) => companies[country],
    addresses: (country) => addresses[country],
    company: (country, ico) => parts.company(country, ico),
    sources: (of) => sourcesMeta(manifest, of),
  }
}

function byCountry<T>(make: (country: Country) => T): Readonly<Record<Country, T>> {
  return { sk: make('sk'), cz: make('cz') }
}
