/**
 * An invented country: real regions and towns, invented villages, streets and numbers of points. Written once, read by
 * all writers of that country.
 */
export interface CountryModel {
  readonly regions: readonly Region[]
  readonly municipalities: readonly Municipality[]
  /** All areas in the order of their points. */
  readonly areas: readonly Area[]
  readonly points: number
  /** Which area a point lies in. */
  areaOf(point: number): Area
}

export interface Region {
  /** NUTS3 */
  readonly code: string
  readonly name: string
  /** RÚIAN codes of kraj and region soudržnosti; 0 in Slovakia. */
  readonly ruian: number
  readonly cohesion: number
}

export interface County {
  /** LAU1 */
  readonly code: string
  readonly name: string
  readonly region: Region
  /** RÚIAN code; 0 in Slovakia. */
  readonly ruian: number
  readonly longitude: number
  readonly latitude: number
  /** The first three digits of postal codes. */
  readonly postal: string
}

export interface Place {
  readonly name: string
  /** Six digits. */
  readonly code: number
  /** Null for Praha alone. */
  readonly county: County | null
  readonly region: Region
  readonly population: number
  readonly longitude: number
  readonly latitude: number
  readonly postalCode: string
  readonly kind: 'city' | 'town' | 'village' | 'military'
}

export interface Municipality extends Place {
  /** Position among its country's municipalities. */
  readonly index: number
  readonly firstPoint: number
  readonly points: number
  readonly areas: readonly Area[]
}

/**
 * Where numbers are given together: a časť obce, in a divided city as much of it as lies in one district. Its points
 * are consecutive.
 */
export interface Area {
  readonly municipality: Municipality
  readonly part: Named | null
  readonly district: Named | null
  /** Prague's obvod, 1 to 10; else 0. */
  readonly obvod: number
  readonly postalCode: string
  readonly firstPoint: number
  readonly points: number
  /** None: the houses of the area have one number and no street. */
  readonly streets: readonly Street[]
  /** Where each street's points begin, counted from the area's first. */
  readonly streetStarts: Int32Array
  /** Metres east and north of the municipality's centre. */
  readonly east: number
  readonly north: number
}

export interface Named {
  readonly name: string
  readonly code: number
}

export interface Street extends Named {
  /** Metres east and north of the area's centre, and the direction in which numbers grow. */
  readonly east: number
  readonly north: number
  readonly cosine: number
  readonly sine: number
  /** Blocks of flats: so many entrances share a house. */
  readonly entrances: number
}

/** LAU2: the okres and six digits. The same code as RPO has for a municipality. */
export function lau2(municipality: Municipality): string {
  return municipality.county!.code + String(municipality.code).padStart(6, '0')
}
