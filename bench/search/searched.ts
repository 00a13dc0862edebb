import { AddressIndex, type SharedAddressIndex } from '../../src/engine/addresses/addresses.ts'
import { CompanyIndex } from '../../src/engine/companies/companies.ts'
import { COUNTRIES, type Country } from '../../src/records/country.ts'
import type { Release } from '../../src/release/release.ts'
import { AddressSearch, CompanySearch, explainAddresses } from '../../src/search/search.ts'
import type { AddressQuery } from './address-queries.ts'
import { addressAnswer, companyAnswer } from './answer-bytes.ts'

/** What an answer of the service has at most. */
export const LIMIT = 10

export interface Indexes {
  readonly companies: Readonly<Record<Country, CompanyIndex>>
  readonly addresses: Readonly<Record<Country, AddressIndex>>
}

export interface SharedIndexes {
  readonly companies: Readonly<Record<Country, CompanyIndex['toShare']>>
  readonly addresses: Readonly<Record<Country, SharedAddressIndex>>
}

/** `served`: as a server opens them; `whole`: with all columns, because queries are made from them. */
export function openIndexes(release: Release, columns: 'served' | 'whole'): Indexes {
  const open = columns === 'whole' ? 'explainableCompanyIndex' : 'companyIndex'
  return {
    companies: ofEach((country) => release[open](country)!),
    addresses: ofEach((country) => release.addressIndex(country)!),
  }
}

export function toShare({ companies, addresses }: Indexes): SharedIndexes {
  return {
    companies: ofEach((country) => companies[country].toShare),
    addresses: ofEach((country) => addresses[country].toShare),
  }
}

export function fromShared({ companies, addresses }: SharedIndexes): Indexes {
  return {
    companies: ofEach((country) => CompanyIndex.fromShared(companies[country])),
    addresses: ofEach((country) => AddressIndex.fromShared(addresses[country])),
  }
}

export function ofEach<T>(make: (country: Country) => T): Record<Country, T> {
  return Object.fromEntries(COUNTRIES.map((country) => [country, make(country)])) as Record<Country, T>
}

/** One country's companies or addresses, asked as one thread of the service would. */
export interface Asked {
  /** To numbers. Returns how many. */
  find(query: AddressQuery): number
  /** To the bytes of an answer. */
  answer(query: AddressQuery): Buffer
  /** Would the budget of work end this query early? */
  stopsEarly(query: AddressQuery): boolean
}

export function companySearcher(index: CompanyIndex, country: Country): Asked {
  const search = new CompanySearch(index)
  return {
    find: ({ text }) => search.find(text, { limit: LIMIT }).hits.length,
    answer: ({ text }) => companyAnswer(search.search(text, { limit: LIMIT }), country),
    stopsEarly: ({ text }) => {
      let isStopped = false
      const onEnd = ({ stoppedEarly }: { readonly stoppedEarly: boolean }): void => {
        isStopped = stoppedEarly
      }
      search.find(text, { limit: LIMIT, trace: { onQuery: () => {}, onStep: () => {}, onEnd } })
      return isStopped
    },
  }
}

export function addressSearcher(index: AddressIndex): Asked {
  const search = new AddressSearch(index)
  const options = ({ near }: AddressQuery) => (near === undefined ? { limit: LIMIT } : { limit: LIMIT, near })
  return {
    find: (query) => search.find(query.text, options(query)).hits.length,
    answer: (query) => addressAnswer(search.search(query.text, options(query))),
    stopsEarly: (query) => explainAddresses(search, { query: query.text, ...options(query) }).stoppedEarly,
  }
}
