import type { Streams } from '../streams.ts'
import type { County, Place, Region } from './country.ts'

export interface CountryOptions {
  readonly points: number
  /** The largest so many towns; city parts come on top in Slovakia. */
  readonly towns: number
  readonly municipalities: number
  readonly stream: Streams
}

export interface CountyRow {
  readonly lau: string
  readonly name: string
  readonly ruian: number
  readonly longitude: number
  readonly latitude: number
  readonly postal: string
}

export function makeCounty({ lau: code, ...row }: CountyRow, regions: readonly Region[]): County {
  const region = regions.find((one) => code.startsWith(one.code))!
  return { ...row, code, region }
}

/** A municipality with hardly an address. */
export type MilitaryDistrict = readonly [name: string, county: string, longitude: number, latitude: number]

export function makeMilitaryDistrict(
  [name, code, longitude, latitude]: MilitaryDistrict,
  counties: ReadonlyMap<string, County>,
  nextCode: () => number,
): Place {
  const county = counties.get(code)!
  const postalCode = `${county.postal}99`
  const place = { name, county, region: county.region, population: 10, longitude, latitude, postalCode }
  return { ...place, code: nextCode(), kind: 'military' }
}

/** Codes in ascending order, without those that are taken. */
export function codesFrom(first: number, step: number, taken: ReadonlySet<number>): () => number {
  let code = first
  return () => {
    do code += step
    while (taken.has(code))
    return code
  }
}
