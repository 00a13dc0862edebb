import { compareText } from '../../stdx/compare-text.ts'
import { entitySourceId, identityByName } from './place-identity.ts'
import type { SpotTable } from './spot-table.ts'

/**
 * Streets and places are suggested before a number is typed. The position in this list is stored in the index.
 */
export const ENTITY_KINDS = ['street', 'municipality', 'part'] as const
export type EntityKind = (typeof ENTITY_KINDS)[number]

/** What decides which of two streets or places comes first. */
export interface RankedEntity {
  readonly kind: EntityKind
  readonly sourceId: string
  /** Its name, folded. */
  readonly name: string
  readonly municipality: RankedEntity | null
  readonly points: number
}

export type CompareEntities = (a: RankedEntity, b: RankedEntity) => number

export interface AddressEntity extends RankedEntity {
  readonly municipality: AddressEntity | null
  /** The spots of its points. */
  readonly spots: number[]
  points: number
}

/**
 * A group is the smallest area in which registration numbers are unique: a part of a municipality, or the rest of it
 * that is in no part. The groups of a municipality are adjacent, the one with its own name first.
 */
export interface AddressGroups {
  readonly count: number
  readonly ofSpot: Uint32Array
  /** The groups of each place, [first, end). */
  readonly rangeOf: ReadonlyMap<AddressEntity, GroupRange>
}

export interface GroupRange {
  readonly first: number
  readonly end: number
  /** The first group is in no part, or in the part that has the place's name. */
  readonly isFirstOwn: boolean
}

export interface AddressEntities {
  /** In rank order, the best first. */
  readonly ranked: readonly AddressEntity[]
  /** The street of each spot. */
  readonly streetOfSpot: readonly (AddressEntity | null)[]
  readonly groups: AddressGroups
}

export function findAddressEntities(spots: SpotTable, compare: CompareEntities): AddressEntities {
  const entities = new Map<string, AddressEntity>()
  const names = new Map<string, string>()
  const streetOfSpot: (AddressEntity | null)[] = []
  const placeOfSpot: AddressEntity[] = []
  for (let spot = 0; spot < spots.count; spot++) {
    const identity =
      spots.text(spot, 'municipalityCode') ??
      identityByName({ name: spots.name(spot, 'municipality'), county: spots.name(spot, 'county') })
    const take = (kind: EntityKind, name: string, municipality: AddressEntity | null): AddressEntity => {
      const sourceId = entitySourceId(kind === 'street' ? 'street' : 'place', identity, name)
      const begin = (): AddressEntity => ({ kind, sourceId, name, municipality, spots: [], points: 0 })
      const entity = entities.getOrInsertComputed(sourceId, begin)
      entity.spots.push(spot)
      entity.points += spots.pointsOf[spot]!
      return entity
    }
    // If a code comes with two names, the first one counts.
    const town = names.getOrInsertComputed(identity, () => spots.name(spot, 'municipality'))
    const municipality = take('municipality', town, null)
    const part = spots.name(spot, 'municipalityPart')
    const street = spots.name(spot, 'street')
    placeOfSpot.push(part === '' || part === municipality.name ? municipality : take('part', part, municipality))
    streetOfSpot.push(street === '' ? null : take('street', street, municipality))
  }
  return { ranked: [...entities.values()].sort(compare), streetOfSpot, groups: groupPlaces(placeOfSpot) }
}

function groupPlaces(placeOfSpot: readonly AddressEntity[]): AddressGroups {
  const townOf = (place: AddressEntity): AddressEntity => place.municipality ?? place
  const places = [...new Set(placeOfSpot)].sort(
    (a, b) =>
      compareText(townOf(a).sourceId, townOf(b).sourceId) ||
      Number(b === townOf(b)) - Number(a === townOf(a)) ||
      compareText(a.sourceId, b.sourceId),
  )
  const numbers = new Map(places.map((place, i) => [place, i]))
  const rangeOf = new Map<AddressEntity, { first: number; end: number; isFirstOwn: boolean }>()
  for (const [i, place] of places.entries()) {
    const town = townOf(place)
    if (place !== town) rangeOf.set(place, { first: i, end: i + 1, isFirstOwn: true })
    const range = rangeOf.get(town)
    if (range === undefined) rangeOf.set(town, { first: i, end: i + 1, isFirstOwn: place === town })
    else range.end = i + 1
  }
  return { count: places.length, ofSpot: Uint32Array.from(placeOfSpot, (place) => numbers.get(place)!), rangeOf }
}
