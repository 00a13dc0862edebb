import { COUNTRIES, type Country } from '../../src/records/country.ts'
import { formatAddress } from '../../src/records/format-address.ts'
import type { Release } from '../../src/release/release.ts'
import { AddressSearch, CompanySearch } from '../../src/search/search.ts'
import { ALL_RULES, type RuleLists } from './rule-lists.ts'
import { companyNames, entityNames, type Searcher, SHOWN } from './searcher.ts'

/** Regista's engine, on the indexes of a release. */
export function registaSearcher(release: Release, rules: RuleLists = ALL_RULES): Searcher {
  const open = (country: Country) => {
    const index = release.explainableCompanyIndex(country)!
    return [
      country,
      {
        rowOf: (document: number) => index.columns.at(index.rows[document]!),
        companies: new CompanySearch(index, rules.companies),
        addresses: new AddressSearch(release.addressIndex(country)!, rules.addresses),
      },
    ] as const
  }
  const searches = new Map(COUNTRIES.map(open))
  return {
    engine: 'Regista',
    async suggest({ kind, country, text, near }) {
      const { companies, addresses, rowOf } = searches.get(country)!
      if (kind === 'companies') {
        return companies
          .search(text, { limit: SHOWN })
          .map(({ document }) => ({ names: companyNames(rowOf(document)) }))
      }
      const hits = addresses.search(text, { limit: SHOWN, ...(near === null ? {} : { near }) })
      return hits.map(({ kind: found, address }) => ({
        names: found === 'point' ? [formatAddress(address)] : entityNames(address),
      }))
    },
    async [Symbol.asyncDispose]() {},
  }
}
