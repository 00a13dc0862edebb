import type { Country } from '../records/country.ts'
import { OFFICIAL_URLS, type UrlTemplates } from '../records/public-url.ts'
import { type Manifest, type Release, WithdrawnRecords } from '../release/release.ts'
import type { CompanyAnswer } from '../release/shared-release.ts'
import { AddressSearch, type AnyRule, CompanySearch, type Found, type LeftOut } from '../search/search.ts'
import type { ByteString } from '../stdx/byte-string.ts'
import { type SourcesMeta, sourcesMeta } from './sources-meta.ts'
import { AddressWriter } from './suggestions/address-writer.ts'
import { CompanyWriter } from './suggestions/company-writer.ts'

type CompanyIndex = NonNullable<ReturnType<Release['companyIndex']>>
type AddressIndex = NonNullable<ReturnType<Release['addressIndex']>>

/** A release as a thread opens it. Threads share the indexes, and other threads read the details. */
export interface ReleaseParts {
  readonly manifest: Manifest
  company(country: Country, ico: string): CompanyAnswer | Promise<CompanyAnswer>
  companyIndex(country: Country): CompanyIndex | undefined
  addressIndex(country: Country): AddressIndex | undefined
}

/** Searches one country and writes the hits, without the withdrawn ones. */
export type Suggest<Search extends { find(text: string, options: never): unknown }> = (
  text: string,
  options: Parameters<Search['find']>[1],
) => Suggestions

export interface Suggestions {
  /** A JSON array. */
  readonly hits: ByteString
  /** The parts of the text that the search left out, as warnings. */
  readonly leftOut: readonly LeftOut[]
  /** `typed`, `nothing`, or the name of the rule that found the hits otherwise. The metrics count it. */
  readonly found: string
}

/** A release with its searches and writers. One response uses one release. */
export interface ServedRelease {
  readonly manifest: Manifest
  readonly urls: UrlTemplates
  /** Undefined: no company of the country was ever imported. */
  companies(country: Country): Suggest<CompanySearch> | undefined
  addresses(country: Country): Suggest<AddressSearch> | undefined
  company: ReleaseParts['company']
  /** `nowMs` decides whether the data is stale. */
  sources(of: { readonly country: Country; readonly kind: 'company' | 'address'; readonly nowMs: number }): SourcesMeta
}

export function serveRelease(
  parts: ReleaseParts,
  urls: UrlTemplates = OFFICIAL_URLS,
  withdrawn = new WithdrawnRecords(),
): ServedRelease {
  const { manifest } = parts
  const companies = byCountry((country) => {
    const index = parts.companyIndex(country)
    if (index === undefined) return undefined
    const writer = new CompanyWriter(country, manifest, { index, urlTemplate: urls.companies[country] })
    return suggestServed(new CompanySearch(index), writer, { withdrawn, country, kind: 'company' })
  })
  const addresses = byCountry((country) => {
    const index = parts.addressIndex(country)
    if (index === undefined) return undefined
    const writer = new AddressWriter(country, manifest, { index, urlTemplate: urls.addresses[country] })
    return suggestServed(new AddressSearch(index), writer, { withdrawn, country, kind: 'address' })
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

interface Searching<Hit, Options> {
  find(text: string, options: Options): Found<Hit, Pick<AnyRule, 'name' | 'when' | 'leavesOut'>>
}

interface Writing<Hit> {
  write(hits: readonly Hit[]): ByteString
  sourceIdOf(hit: Hit): string
}

interface Served {
  readonly withdrawn: WithdrawnRecords
  readonly country: Country
  readonly kind: 'company' | 'address'
}

/** Writes the best hits that are not withdrawn. While no record is, no hit is looked up. */
function suggestServed<Hit, Options extends { readonly limit: number }>(
  search: Searching<Hit, Options>,
  writer: Writing<Hit>,
  { withdrawn, country, kind }: Served,
): (text: string, options: Options) => Suggestions {
  const write = ({ hits, rule }: ReturnType<typeof search.find>): Suggestions => ({
    hits: writer.write(hits),
    leftOut: hits.length === 0 ? [] : (rule?.leavesOut ?? []),
    found: hits.length === 0 ? 'nothing' : rule?.when === undefined ? 'typed' : rule.name,
  })
  return (text, options) => {
    if (withdrawn.isEmpty) return write(search.find(text, options))
    for (let limit = options.limit; ; limit *= 2) {
      const { hits, rule } = search.find(text, { ...options, limit })
      const served = hits.filter((hit) => !withdrawn.has(country, kind, writer.sourceIdOf(hit)))
      if (options.limit <= served.length || hits.length < limit)
        return write({ hits: served.slice(0, options.limit), rule })
    }
  }
}
