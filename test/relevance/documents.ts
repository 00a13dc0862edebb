import { COUNTRIES, type Country } from '../../src/records/country.ts'
import type { Release } from '../../src/release/release.ts'
import { type List, lazyList } from './list.ts'
import { companyNames, entityNames, pointNames } from './searcher.ts'
import {
  type AddressRow,
  allPoints,
  type CompanyRow,
  companiesByRank,
  type Entity,
  entitiesByRank,
} from './static-rank.ts'

interface Document<Row> {
  readonly row: Row
  /** See `Suggestion`. */
  readonly names: readonly string[]
}

/**
 * The records of a country as the baselines index them and the recipe picks them: each list has the most sought for
 * first.
 */
export interface Indexed {
  readonly companies: List<Document<CompanyRow>>
  readonly entities: List<Document<Entity>>
  readonly points: List<Document<AddressRow>>
}

export type Documents = Readonly<Record<Country, Indexed>>

export function documentsOf(release: Release): Documents {
  const ofCountry = (country: Country): Indexed => {
    const points = allPoints(release.addressColumns(country)!)
    return {
      companies: named(companiesByRank(release.companyColumns(country)!), companyNames),
      entities: entitiesByRank(points).map((row) => ({ row, names: entityNames(row) })),
      points: named(points, pointNames),
    }
  }
  return Object.fromEntries(COUNTRIES.map((country) => [country, ofCountry(country)])) as unknown as Documents
}

function named<Row>(rows: List<Row>, names: (row: Row) => readonly string[]): List<Document<Row>> {
  return lazyList(rows.length, (i) => {
    const row = rows.at(i)!
    return { row, names: names(row) }
  })
}

/** All names of a record that an expectation may use. */
export function collectNames({ companies, entities, points }: Indexed): ReadonlySet<string> {
  const known = new Set<string>()
  for (const list of [companies, entities, points])
    for (const { names } of list) for (const name of names) known.add(name)
  return known
}

/** Digits, with or without spaces between: a search for an ICO. */
export const ICO_QUERY = /^\s*\d[\d ]*$/

/** What stands for the number of a point in a text index: `5346`, `1b`, `1`, `5346/1b` becomes two words anyway. */
export function numberForms(row: AddressRow): string[] {
  const orientation = row.orientationNumber === null ? null : `${row.orientationNumber}${row.orientationLetter ?? ''}`
  const letterApart = row.orientationLetter === null ? null : row.orientationNumber
  return [row.registrationNumber, row.evidenceNumber, orientation, letterApart].filter((one) => one !== null)
}
