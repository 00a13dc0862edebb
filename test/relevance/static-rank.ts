import { findSubjectRows } from '../../src/engine/companies/subject-rows.ts'
import type { Release } from '../../src/release/release.ts'
import { type List, lazyList } from './list.ts'

type CompanyColumns = NonNullable<ReturnType<Release['companyColumns']>>
export type CompanyRow = ReturnType<CompanyColumns['at']>

type AddressColumns = NonNullable<ReturnType<Release['addressColumns']>>
export type AddressRow = ReturnType<AddressColumns['at']>

/**
 * Every company that may be suggested, in the order of the written rule: active ones; larger ones; likelier
 * kinds; older ones; shorter names. The engine has its own implementation. A subject with several registrations is one
 * company, and the names of the others are further names of it.
 */
export function companiesByRank(columns: CompanyColumns): List<CompanyRow> {
  const ranks: RankKeys = {
    dissolved: new Uint8Array(columns.length),
    size: new Uint32Array(columns.length),
    kind: new Uint8Array(columns.length),
    established: new Uint32Array(columns.length),
    nameLength: new Uint32Array(columns.length),
    key: new Float64Array(columns.length),
  }
  const { others, hidden } = findSubjectRows(columns)
  const order: number[] = []
  for (let i = 0; i < columns.length; i++) {
    const row = columns.at(i)
    if (row.status === 'removed' || hidden.has(i)) continue
    order.push(i)
    const key = companyRankKey(row)
    for (const [n, name] of RANK_NAMES.entries()) ranks[name][i] = key[n]!
    ranks.key[i] = row.key
  }
  const sorted = Uint32Array.from(order).sort((a, b) => {
    for (const name of RANK_NAMES) {
      const difference = ranks[name][a]! - ranks[name][b]!
      if (difference !== 0) return difference
    }
    return ranks.key[a]! - ranks.key[b]!
  })
  return lazyList(sorted.length, (i) => {
    const row = columns.at(sorted[i]!)
    const more = (others.get(sorted[i]!) ?? []).map((other) => columns.at(other))
    if (more.length === 0) return row
    return { ...row, otherNames: [...row.otherNames, ...more.flatMap((one) => [one.name, ...one.otherNames])] }
  })
}

const RANK_NAMES = ['dissolved', 'size', 'kind', 'established', 'nameLength'] as const
type RankKeys = Readonly<Record<(typeof RANK_NAMES)[number], Uint8Array | Uint32Array>> & { readonly key: Float64Array }

/** Compared number by number, the smaller comes first. Companies with the same numbers may stand in any order. */
export function companyRankKey(row: CompanyRow): number[] {
  const { status, size, establishedOn, name } = row
  return [
    status === null ? 0 : 1,
    // The band of RES grows with its number: 000 is "not stated", 110 no employees, 120 the first with employees.
    1000 - (size === null ? 0 : Number(size)),
    kindOf(row),
    Number((establishedOn ?? '9999').replaceAll('-', '').padEnd(8, '9')),
    name.length,
  ]
}

/** Joint-stock companies and the state first, persons last. */
export function kindOf({ naturalPerson, legalFormCode }: CompanyRow): number {
  return naturalPerson ? 4 : (KINDS.get(legalFormCode ?? '') ?? 2)
}

/** Joint-stock companies, the state and municipalities; limited companies; others; clubs, foundations and churches. */
const KINDS: ReadonlyMap<string, number> = new Map([
  ...'121 301 321 325 361 601 801 804 932'.split(' ').map((form): [string, number] => [form, 0]),
  ['112', 1],
  ...'117 118 701 706 721 736 751'.split(' ').map((form): [string, number] => [form, 3]),
])

export function allPoints(columns: AddressColumns): List<AddressRow> {
  return lazyList(columns.length, (i) => columns.at(i))
}

/** A street of a municipality, a part of a municipality, or a municipality, with its number of points. */
export interface Entity {
  readonly street: string | null
  readonly municipality: string
  readonly municipalityPart: string | null
  readonly postalDistrict: string | null
  readonly county: string | null
  readonly points: number
  /**
   * The rank: the number of points of a place; for a street the square root of its own times those of its municipality.
   */
  readonly weight: number
}

/** The streets and places of the points, the highest rank first. */
export function entitiesByRank(points: Iterable<AddressRow>): Entity[] {
  const counted = new Map<string, { entity: Omit<Entity, 'points' | 'weight'>; town: string; points: number }>()
  const count = (town: string, street: string | null, municipalityPart: string | null, row: AddressRow): void => {
    const key = entityKey(town, street, municipalityPart, row.postalDistrict)
    const one = counted.get(key)
    if (one !== undefined) one.points++
    else {
      const { municipality, county } = row
      const postalDistrict = street === null ? null : row.postalDistrict
      counted.set(key, { entity: { street, municipality, municipalityPart, postalDistrict, county }, town, points: 1 })
    }
  }
  for (const row of points) {
    const town = townKey(row)
    count(town, null, null, row)
    if (row.municipalityPart !== null && row.municipalityPart !== row.municipality)
      count(town, null, row.municipalityPart, row)
    if (row.street !== null) count(town, row.street, null, row)
  }
  const sizeOf = (town: string): number => counted.get(entityKey(town, null, null, null))!.points
  return [...counted.values()]
    .map(({ entity, town, points }) => ({
      ...entity,
      points,
      weight: entity.street === null ? points : Math.sqrt(points * sizeOf(town)),
    }))
    .sort((a, b) => b.weight - a.weight)
}

function townKey({ municipalityCode, municipality, county }: AddressRow): string {
  return municipalityCode ?? `${municipality} ${county}`
}

function entityKey(town: string, street: string | null, part: string | null, postalDistrict: string | null): string {
  return `${town}\t${street ?? ''}\t${part ?? ''}\t${street === null ? '' : (postalDistrict ?? '')}`
}
