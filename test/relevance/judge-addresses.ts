import type { Asked } from './asked.ts'
import { BestRecords, firstFound } from './best-records.ts'
import { numbersOf, placeWords } from './place-names.ts'
import type { SeededCase } from './recipe.ts'
import { entityKeyName, entityNames, pointNames } from './searcher.ts'
import type { AddressRow, Entity } from './static-rank.ts'

/*
 * The address that comes first among all that match the query, found by comparing all of them: a street or place of
 * exactly this name, one that begins so, one that has the words; the number at the door before that of the building;
 * in a place its own houses before those of its parts; a house without a street before one with a street, but by its
 * number at the door; then the more sought for.
 */

type HouseCase = Extract<Asked, { form: 'house' }>

interface House {
  readonly asked: HouseCase
  readonly road: readonly string[]
  readonly town: readonly string[]
  readonly best: BestRecords
}

/**
 * For each case of addresses the names of the records that may come first: one, or several equal ones.
 */
export function judgeAddresses(
  { points, entities }: { readonly points: Iterable<AddressRow>; readonly entities: Iterable<Entity> },
  cases: readonly SeededCase[],
): Map<SeededCase, readonly string[]> {
  const readings = new Map<SeededCase, BestRecords[]>()
  const houses = new Map<string, House[]>()
  const streets: { road: readonly string[]; town: readonly string[]; best: BestRecords }[] = []
  for (const one of cases) {
    const { asked } = one
    if (asked.form === 'street') {
      const best = new BestRecords()
      readings.set(one, [best])
      streets.push({ road: placeWords(asked.road), town: placeWords(asked.town), best })
    }
    if (asked.form !== 'house') continue
    // A typo is forgiven only if nothing matches the typed text.
    const own = [...new Set([asked.road, asked.meantRoad])].map((road) => ({
      asked,
      road: placeWords(road),
      town: placeWords(asked.town),
      best: new BestRecords(),
    }))
    readings.set(
      one,
      own.map(({ best }) => best),
    )
    const number = asked.number.toLowerCase()
    houses.set(number, [...(houses.get(number) ?? []), ...own])
  }
  const ranks = new Map<string, number>()
  for (const entity of entities) {
    const name = entityNames(entity).at(-1)!
    if (!ranks.has(name)) ranks.set(name, -entity.weight)
    for (const { road, town, best } of streets) {
      const key = entity.street === null ? undefined : roadTier(road, entity.street)
      if (key !== undefined && areWordsOf(town, entity, false))
        best.offer([key, -entity.weight], () => entityKeyName(entity))
    }
  }
  for (const row of points) {
    for (const [number] of numbersOf(row)) {
      for (const house of houses.get(number.toLowerCase()) ?? []) {
        const key = houseKey(house, row, ranks)
        if (key !== undefined) house.best.offer(key, () => pointNames(row)[0]!)
      }
    }
  }
  return new Map([...readings].map(([one, own]) => [one, firstFound(own)]))
}

/** Undefined: the point does not match. */
function houseKey(
  { asked, road, town }: House,
  row: AddressRow,
  ranks: ReadonlyMap<string, number>,
): number[] | undefined {
  if (!areWordsOf(town, row, asked.isTownBegun)) return undefined
  if (asked.postalCode !== null && asked.postalCode !== row.postalCode) return undefined
  if (asked.okres !== null && asked.okres !== row.county) return undefined
  const { street, municipality } = row
  const part = row.municipalityPart ?? municipality
  const rankOf = (entity: Parameters<typeof entityNames>[0]): number => ranks.get(entityNames(entity).at(-1)!) ?? 0
  const ofStreet = street === null ? undefined : roadTier(road, street)
  if (ofStreet !== undefined) {
    const grade = gradeOf(asked.number, row)
    return [ofStreet, grade, 0, grade === 0 ? 0 : 1, rankOf({ ...row, municipalityPart: null })]
  }
  // With the name of its place a house has the number of the building, which is unique in the place.
  if (street !== null && asked.number !== row.registrationNumber) return undefined
  const ofPart = roadTier(road, part)
  const place = { ...row, street: null, postalDistrict: null }
  const inStreet = street === null ? 0 : 1
  if (ofPart !== undefined) {
    return [ofPart, 0, 0, inStreet, rankOf({ ...place, municipalityPart: part === municipality ? null : part })]
  }
  const ofTown = roadTier(road, municipality)
  return ofTown === undefined ? undefined : [ofTown, 0, 1, inStreet, rankOf({ ...place, municipalityPart: null })]
}

/** The number at the door comes before that of the building, and this before an evidence number. */
export function gradeOf(
  number: string,
  { registrationNumber, evidenceNumber }: Pick<AddressRow, 'registrationNumber' | 'evidenceNumber'>,
): number {
  if (evidenceNumber !== null) return 2
  return number === registrationNumber ? 1 : 0
}

/** 0: exactly these words; 1: begins with them; 2: has them all; 3: has them all, the last one as a beginning. */
export function roadTier(typed: readonly string[], name: string): number | undefined {
  const words = placeWords(name)
  const last = typed.length - 1
  if (!typed.every((word, i) => words.includes(word) || (i === last && words.some((one) => one.startsWith(word))))) {
    return undefined
  }
  if (!words.includes(typed[last]!)) return 3
  if (!typed.every((word, i) => word === words[i])) return 2
  return typed.length === words.length ? 0 : 1
}

function areWordsOf(
  town: readonly string[],
  {
    municipality,
    municipalityPart,
    postalDistrict,
  }: Pick<AddressRow, 'municipality' | 'municipalityPart' | 'postalDistrict'>,
  isBegun: boolean,
): boolean {
  if (town.length === 0) return true
  const words = [
    ...placeWords(municipality),
    ...(municipalityPart === null ? [] : placeWords(municipalityPart)),
    ...(postalDistrict === null ? [] : placeWords(postalDistrict)),
  ]
  return town.every((word, i) =>
    isBegun && i === town.length - 1 ? words.some((one) => one.startsWith(word)) : words.includes(word),
  )
}
