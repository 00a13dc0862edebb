import type { Release } from '../../src/release/release.ts'

type CompanyColumns = NonNullable<ReturnType<Release['companyColumns']>>
export type CompanyRow = ReturnType<CompanyColumns['at']>

type AddressColumns = NonNullable<ReturnType<Release['addressColumns']>>
export type AddressRow = ReturnType<AddressColumns['at']>

/**
 * Every company that may be suggested, the most sought for first: living ones; the larger; companies before natural persons; the older; the shorter name.
 * This is the rule as it is written down, in its plainest form; the engine has its own.
 */
export function companiesByRank(columns: CompanyColumns): CompanyRow[] {
  const rows = Array.from({ length: columns.length }, (_, i) => columns.at(i)).filter(
    ({ status }) => status !== 'removed',
  )
  return rows.sort(
    (a, b) =>
      Number(a.status !== null) - Number(b.status !== null) ||
      headcount(b) - headcount(a) ||
      Number(a.naturalPerson) - Number(b.naturalPerson) ||
      compare(a.establishedOn ?? '9999', b.establishedOn ?? '9999') ||
      a.name.length - b.name.length ||
      a.key - b.key,
  )
}

/** The band of RES as a number that grows with it: 000 is "not stated", 110 nobody, 120 the first with employees. */
function headcount({ size }: CompanyRow): number {
  return size === null ? 0 : Number(size)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a === b ? 0 : 1
}

export function allPoints(columns: AddressColumns): AddressRow[] {
  return Array.from({ length: columns.length }, (_, i) => columns.at(i))
}

/** A street of a municipality, a part of a municipality, or a municipality, with how many points lie there. */
export interface Entity {
  readonly street: string | null
  readonly municipality: string
  readonly municipalityPart: string | null
  readonly postalDistrict: string | null
  readonly county: string | null
  readonly points: number
  /** How much it is sought for: a place by its points, a street by the square root of its own times those of its municipality. */
  readonly weight: number
}

/** The streets and places that the points lie in, the most sought for first. */
export function entitiesByRank(points: readonly AddressRow[]): Entity[] {
  const counted = new Map<string, { entity: Omit<Entity, 'points' | 'weight'>; town: string; points: number }>()
  const count = (town: string, street: string | null, municipalityPart: string | null, row: AddressRow): void => {
    const key = JSON.stringify([town, street, municipalityPart, street === null ? null : row.postalDistrict])
    const one = counted.get(key)
    if (one !== undefined) one.points++
    else {
      const { municipality, county } = row
      const postalDistrict = street === null ? null : row.postalDistrict
      counted.set(key, { entity: { street, municipality, municipalityPart, postalDistrict, county }, town, points: 1 })
    }
  }
  for (const row of points) {
    const town = row.municipalityCode ?? `${row.municipality} ${row.county}`
    count(town, null, null, row)
    if (row.municipalityPart !== null && row.municipalityPart !== row.municipality)
      count(town, null, row.municipalityPart, row)
    if (row.street !== null) count(town, row.street, null, row)
  }
  const sizeOf = (town: string): number => counted.get(JSON.stringify([town, null, null, null]))!.points
  return [...counted.values()]
    .map(({ entity, town, points }) => ({
      ...entity,
      points,
      weight: entity.street === null ? points : Math.sqrt(points * sizeOf(town)),
    }))
    .sort((a, b) => b.weight - a.weight)
}
