import { readTable } from '../read-table.ts'

export interface Town {
  readonly name: string
  /** LAU1 code of the okres. Empty: Praha has none. */
  readonly county: string
  readonly population: number
  readonly longitude: number
  readonly latitude: number
  readonly postalCode: string
  /** The kód obce or the last six digits of the LAU2 code, where we know the real one. */
  readonly code?: number
}

/**
 * The larger towns with their real places, people to the nearest hundred or so, and main postal codes. The divided
 * cities come first.
 */
export const CZECH_TOWNS = readTowns('czech/towns.tsv')

/** As in Czechia. How many points Bratislava and Košice have is a matter of their parts. */
export const SLOVAK_TOWNS = readTowns('slovak/towns.tsv')

/** The city parts, as the address register writes them. RPO writes the same ones "Košice - mestská časť Sever". */
export const SLOVAK_CITY_PARTS = readTowns('slovak/city-parts.tsv')

function readTowns(file: string): readonly Town[] {
  const columns = ['name', 'county', 'population', 'longitude', 'latitude', 'code', 'postal_code'] as const
  return readTable(file, columns).map(({ name, county, population, longitude, latitude, code, postal_code }) => ({
    name,
    county,
    population: Number(population),
    longitude: Number(longitude),
    latitude: Number(latitude),
    postalCode: postal_code,
    ...(code === '' ? {} : { code: Number(code) }),
  }))
}
