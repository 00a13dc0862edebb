import type { Address } from '../../src/records/address.ts'
import type { Country } from '../../src/records/country.ts'
import { formatAddress } from '../../src/records/format-address.ts'
import type { CompanyRow } from './static-rank.ts'

export const KINDS = ['companies', 'addresses'] as const
export type Kind = (typeof KINDS)[number]

export interface Position {
  readonly latitude: number
  readonly longitude: number
}

export interface Query {
  readonly kind: Kind
  readonly country: Country
  readonly text: string
  readonly near: Position | null
}

/** One line of the list that a user sees. */
export interface Suggestion {
  /** The displayed text, then every other text by which a case may name the record. */
  readonly names: readonly string[]
}

/** The number of suggestions that a user sees. */
export const SHOWN = 10

/** An engine, of Regista or a baseline, for the suite. */
export interface Searcher {
  readonly engine: string
  /** At most `SHOWN`, the best first. */
  suggest(query: Query): Promise<readonly Suggestion[]>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * A company is named by its name, by its ICO, or, where several of a name are told apart by their towns, by both; at
 * last by its key alone.
 */
export function companyNames(row: Pick<CompanyRow, 'name' | 'ico' | 'municipality' | 'key'>): string[] {
  const { name, ico, municipality } = row
  const own = [name, ...(ico === null ? [] : [ico]), ...(municipality === null ? [] : [`${name}, ${municipality}`])]
  return [...own, companyKeyName(row)]
}

/** A unique name of a company. */
export function companyKeyName({ name, key }: Pick<CompanyRow, 'name' | 'key'>): string {
  return `${name} #${key}`
}

/** A point is named by its line. */
export function pointNames(address: Address): string[] {
  return [formatAddress(address)]
}

type Entity = Pick<Address, 'street' | 'municipality' | 'municipalityPart' | 'postalDistrict' | 'county'>

/**
 * A street or a place is named without its postcode, which it may have or not: `Hlavná, Prešov`; `Kalinná, Zlaté
 * Moravce`; `Prešov`; `Dukelských hrdinů, Praha 7`. Where several are called the same, the okres tells them apart:
 * `Kostelec (Zlín)`.
 */
export function entityNames({ street, municipality, municipalityPart, postalDistrict, county }: Entity): string[] {
  const part = municipalityPart === municipality ? null : municipalityPart
  const head = street ?? part
  const towns = [municipality, ...(postalDistrict === null ? [] : [postalDistrict])]
  const names = head === null ? towns.slice(0, 1) : towns.map((town) => `${head}, ${town}`)
  return [...names, ...(county === null ? [] : names.map((name) => `${name} (${county})`))]
}

/**
 * A street or place with its okres, as far as it has one: a street of Lhota may else be that of any of eighty. A street
 * of several postal districts is shown once for its city, so the district is left out.
 */
export function entityKeyName(entity: Entity): string {
  const { county } = entity
  const [name] = entityNames({ ...entity, postalDistrict: null })
  return county === null ? name! : `${name} (${county})`
}
