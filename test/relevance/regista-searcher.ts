import { addressText } from '../../src/records/address-text.ts'
import { COUNTRIES, type Country } from '../../src/records/country.ts'
import type { Release } from '../../src/release/release.ts'
import { AddressSearch, CompanySearch } from '../../src/search/search.ts'
import type { Documents } from './documents.ts'
import { entityNames, type Searcher, SHOWN } from './searcher.ts'

/** Our own engine, over the indexes of a release. A hit is named by what it shows; `documents` tell the other names of the same record. */
export function registaSearcher(release: Release, documents: Documents): Searcher {
  const open = (country: Country) =>
    [
      country,
      {
        companies: new CompanySearch(release.companyIndex(country)!),
        addresses: new AddressSearch(release.addressIndex(country)!),
        namesOfKey: new Map(documents[country].companies.map(({ row, names }) => [row.key, names])),
      },
    ] as const
  const searches = new Map(COUNTRIES.map(open))
  return {
    engine: 'Regista',
    async suggest({ kind, country, text, near }) {
      const { companies, addresses, namesOfKey } = searches.get(country)!
      if (kind === 'companies') {
        return companies
          .search(text, { limit: SHOWN })
          .map(({ company }) => ({ names: [company.name, ...namesOfKey.get(company.key)!] }))
      }
      const hits = addresses.search(text, { limit: SHOWN, ...(near === null ? {} : { near }) })
      return hits.map(({ kind: found, address }) => ({
        names: found === 'point' ? [addressText(address)] : entityNames(address),
      }))
    },
    async [Symbol.asyncDispose]() {},
  }
}
