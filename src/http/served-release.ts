import type { Country } from '../records/country.ts'
import { OFFICIAL_URLS, type UrlTemplates } from '../records/public-url.ts'
import { type Manifest, type Release, WithdrawnRecords } from '../release/release.ts'
import { AddressSearch, CompanySearch } from '../search/search.ts'
import type { ByteString } from '../stdx/byte-string.ts'
import { type SourcesMeta, sourcesMeta } from './meta/sources-meta.ts'
import { AddressWriter } from './suggestions/address-writer.ts'
import { CompanyWriter } from './suggestions/company-writer.ts'

type CompanyIndex = NonNullable<ReturnType<Release['companyIndex']>>
type AddressIndex = NonNullable<ReturnType<Release['addressIndex']>>

/** A release as a thread opens it. Threads share the indexes, and each opens the details for itself. */
export interface ReleaseParts {
  readonly manifest: Manifest
  company: Release['company']
  companyIndex(country: Country): CompanyIndex | undefined
  addressIndex(country: Country): AddressIndex | undefined
}

/** Searches one country and writes the hits as a JSON array, without the withdrawn ones. */
export type Suggest<Search extends { find(text: string, options: never): unknown }> = (
  text: string,
  options: Parameters<Search['find']>[1],
) => ByteString

/** A release with its searches and writers. One response uses one release. */
export interface ServedRelease {
  readonly manifest: Manifest
  readonly urls: UrlTemplates
  /** Undefined: no company of the country was ever imported. */
  companies(country: Country): Suggest<CompanySearch> | undefined
  addresses(country: Country): Suggest<AddressSearch> | undefined
  company: Release['company']
  /** `nowMs` decides whether the data is stale. */
  sources(of: { readonly country: Country; readonly kind: 'company' | 'address'; readonly nowMs: number }): SourcesMeta
}

export function serveRelease(
  parts: ReleaseParts,
  urls: UrlTemplates = OFFICIAL_URLS,
  withdrawn = new WithdrawnRecords(),
): ServedRelease {
  const { manifest } = parts
  const companies = byCountry((country): Suggest<CompanySearch> | undefined => {
    const index = parts.companyIndex(country)
    if (index === undefined) return undefined
    const search = new CompanySearch(index)
    const writer = new CompanyWriter(country, manifest, { index, urlTemplate: urls.companies[country] })
    return (text, options) =>
      writer.write(
        searchServed(
          withdrawn,
          (limit) => search.find(text, { ...options, limit }),
          options.limit,
          (hit) => withdrawn.has(country, 'company', writer.sourceIdOf(hit)),
        ),
      )
  })
  const addresses = byCountry((country): Suggest<AddressSearch> | undefined => {
    const index = parts.addressIndex(country)
    if (index === undefined) return undefined
    const search = new AddressSearch(index)
    const writer = new AddressWriter(country, manifest, { index, urlTemplate: urls.addresses[country] })
    return (text, options) =>
      writer.write(
        searchServed(
          withdrawn,
          (limit) => search.find(text, { ...options, limit }),
          options.limit,
          (hit) => withdrawn.has(country, 'address', writer.sourceIdOf(hit)),
        ),
      )
  })
  return {
    manifest,
    urls,
    companies: (country) => companies[country],
    addresses: (country) => addresses[country],
    company: (country, ico) => parts.company(country, ico),
    sources: (of) => sourcesMeta(manifest, of),
  }
}

function byCountry<T>(make: (country: Country) => T): Readonly<Record<Country, T>> {
  return { sk: make('sk'), cz: make('cz') }
}

/** The best hits that are not withdrawn. While the list is empty, no hit is looked up in it. */
function searchServed<Hit>(
  withdrawn: WithdrawnRecords,
  search: (limit: number) => readonly Hit[],
  limit: number,
  isWithdrawn: (hit: Hit) => boolean,
): readonly Hit[] {
  if (withdrawn.isEmpty) return search(limit)
  for (let wanted = limit; ; wanted *= 2) {
    const hits = search(wanted)
    const served = hits.filter((hit) => !isWithdrawn(hit))
    if (limit <= served.length || hits.length < wanted) return served.slice(0, limit)
  }
}
