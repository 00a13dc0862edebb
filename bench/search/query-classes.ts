import { COUNTRIES, type Country } from '../../src/records/country.ts'
import { seededRandom } from '../../src/stdx/random.ts'
import { ADDRESS_CLASSES, type AddressQuery, addressQueries } from './address-queries.ts'
import { COMPANY_CLASSES, companyQueries } from './company-queries.ts'
import type { Indexes } from './searched.ts'

/** The same queries in every run over the same records. */
const SEED = 20_260_610

export interface QueryClass {
  readonly name: string
  readonly of: 'companies' | 'addresses'
  readonly queries: readonly CountryQuery[]
}

export interface CountryQuery extends AddressQuery {
  readonly country: Country
}

/** Half of each class's queries are one country's, half the other's, by turns. */
export function queryClasses(indexes: Indexes, perClass: number): QueryClass[] {
  const count = Math.ceil(perClass / COUNTRIES.length)
  const companies = COMPANY_CLASSES.map((queryClass, i): QueryClass => {
    const make = (country: Country): AddressQuery[] =>
      companyQueries(queryClass, indexes.companies[country], { random: seededRandom(SEED + i), count }).map((text) => ({
        text,
      }))
    return { name: queryClass.name, of: 'companies', queries: byTurns(make) }
  })
  const addresses = ADDRESS_CLASSES.map((queryClass, i): QueryClass => {
    const make = (country: Country): AddressQuery[] =>
      addressQueries(queryClass, indexes.addresses[country], { random: seededRandom(SEED - 1 - i), count })
    return { name: queryClass.name, of: 'addresses', queries: byTurns(make) }
  })
  return [...companies, ...addresses]
}

function byTurns(make: (country: Country) => AddressQuery[]): CountryQuery[] {
  const lists = COUNTRIES.map((country) => make(country).map((query) => ({ ...query, country })))
  return lists[0]!.flatMap((_, i) => lists.map((list) => list[i]!))
}
