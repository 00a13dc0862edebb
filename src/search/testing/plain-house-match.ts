import type { Address } from '../../records/address.ts'
import { isMarkedWord, splitPlaceName } from '../../text/address-words.ts'
import { maxTypos, prefixEditDistance } from '../../text/edit-distance.ts'
import { type HouseNumber, parseHouseNumber } from '../../text/house-number.ts'
import type { AddressReading, WantedNumber } from '../addresses/address-reading.ts'
import type { AddressTierName } from '../addresses/address-tiers.ts'
import type { PlainEntity, PlainPoint } from './plain-address-entities.ts'
import { isShortTypo } from './plain-address-tier.ts'

interface Fit {
  readonly grade: number
  /** 1: after the others of its grade. */
  readonly later: number
  /** 1: an exact registration or evidence number of a point with a street. */
  readonly street: 0 | 1
  readonly entity: number
  readonly order: readonly [number: number, suffix: string, evidence: number, hasStreet: number]
  readonly point: PlainPoint
}

/**
 * The points of these streets and places that fit the number of the reading, and whether exactly; if it has none, all
 * that have a number.
 */
export function plainHouses(
  entities: readonly PlainEntity[],
  reading: AddressReading,
  tier: AddressTierName | 'numbers',
): { readonly point: PlainPoint; readonly isExact: boolean }[] {
  const fits: Fit[] = []
  const district = reading?.words.find((word) => word.startsWith('#'))
  const isInDistrict = (a: Address): boolean =>
    district === undefined || splitPlaceName(a.postalDistrict ?? a.district ?? '').includes(district)
  for (const [entity, one] of entities.entries()) {
    if (!['numbers', 'exact', 'begins'].includes(tier) && !isNamed(one, reading, tier)) continue
    for (const point of one.points) {
      const of = one.kind === 'street' ? streetFits : placeFits
      const later = isInDistrict(point.address) && one.isOwnGroup(point.address) ? 0 : 1
      for (const fit of of(point.address, reading.number)) fits.push({ ...fit, later, entity, point })
    }
  }
  fits.sort(
    (a, b) =>
      a.grade - b.grade ||
      a.later - b.later ||
      a.street - b.street ||
      a.entity - b.entity ||
      a.order[0] - b.order[0] ||
      (a.order[1] < b.order[1] ? -1 : a.order[1] === b.order[1] ? 0 : 1) ||
      a.order[2] - b.order[2] ||
      a.order[3] - b.order[3] ||
      a.point.key - b.point.key,
  )
  const seen = new Set<PlainPoint>()
  return fits.flatMap(({ point, grade }) => {
    if (seen.has(point)) return []
    seen.add(point)
    return [{ point, isExact: grade < 3 }]
  })
}

/** Grades by how the number fits: exactly, with more letters, as a beginning. */
const ORIENTATION = [0, 3, 5] as const
/** The grades of registration numbers, then of evidence numbers. */
const HOUSE = [
  [1, 4, 6],
  [2, 4, 6],
] as const

type BareFit = Omit<Fit, 'later' | 'entity' | 'point'>

function streetFits(a: Address, wanted: WantedNumber | null): BareFit[] {
  const orientation =
    a.orientationNumber === null ? undefined : parseHouseNumber(a.orientationNumber, a.orientationLetter)
  if (wanted !== null && wanted.second !== null) return slashFits(a, orientation, wanted, wanted.second)
  const found: BareFit[] = []
  if (orientation !== undefined && (wanted === null || wanted.kind === 'any')) {
    const fit = fitOf(orientation, wanted)
    if (0 <= fit)
      found.push({ grade: ORIENTATION[fit]!, street: 0, order: [orientation.number, orientation.suffix, 0, 0] })
  }
  for (const { number, evidence } of houses(a, wanted)) {
    const fit = fitOf(number, wanted)
    const street = fit === 0 ? 1 : 0
    const order = [number.number, number.suffix, evidence, 0] as const
    if (0 <= fit) found.push({ grade: HOUSE[evidence][fit]!, street, order })
  }
  return found
}

function placeFits(a: Address, wanted: WantedNumber | null): BareFit[] {
  if (wanted !== null && wanted.second !== null) return []
  const hasStreet = a.street === null ? 0 : 1
  return houses(a, wanted).flatMap(({ number, evidence }) => {
    const fit = fitOf(number, wanted)
    if (fit < 0) return []
    const order = [number.number, number.suffix, evidence, hasStreet] as const
    return [{ grade: HOUSE[evidence][fit]!, street: fit === 0 ? hasStreet : (0 as const), order }]
  })
}

function slashFits(
  a: Address,
  orientation: HouseNumber | undefined,
  first: WantedNumber,
  second: HouseNumber,
): BareFit[] {
  if (orientation === undefined) return []
  const same = (one: HouseNumber): boolean => one.number === first.number && one.suffix === first.suffix
  const found: BareFit[] = []
  const note = (behind: HouseNumber, grades: readonly number[]): void => {
    const fit = fitOf(behind, second)
    if (0 <= fit) found.push({ grade: grades[fit]!, street: 0, order: [behind.number, behind.suffix, 0, 0] })
  }
  for (const { number } of houses(a, first)) if (same(number)) note(orientation, ORIENTATION)
  if (first.kind === 'any' && same(orientation)) for (const { number } of houses(a, first)) note(number, HOUSE[0])
  return found
}

function houses(a: Address, wanted: WantedNumber | null): { number: HouseNumber; evidence: 0 | 1 }[] {
  const of = (text: string | null, evidence: 0 | 1) => {
    const number = text === null ? undefined : parseHouseNumber(text, null)
    return number === undefined ? [] : [{ number, evidence }]
  }
  const kind = wanted?.kind ?? 'any'
  return [
    ...(kind === 'evidence' ? [] : of(a.registrationNumber, 0)),
    ...(kind === 'registration' ? [] : of(a.evidenceNumber, 1)),
  ]
}

/** 0: it is the wanted number; 1: with more letters; 2: it begins with the wanted digits; -1: neither. */
function fitOf({ number, suffix }: HouseNumber, wanted: HouseNumber | null): number {
  if (wanted === null) return 2
  if (number === wanted.number) {
    if (suffix === wanted.suffix) return 0
    return suffix.startsWith(wanted.suffix) ? 1 : -1
  }
  return wanted.suffix === '' && wanted.number !== 0 && String(number).startsWith(String(wanted.number)) ? 2 : -1
}

/** Whether a typed word is in its own name: "Košice 12" finds no house of a street in Košice. */
function isNamed(
  { names, around }: PlainEntity,
  { words }: AddressReading,
  tier: AddressTierName | 'numbers',
): boolean {
  const own = names.flat()
  const typed = words.filter((word) => !isMarkedWord(word) && (own.includes(word) || !around.includes(word)))
  if (typed.some((word) => own.some((one) => one.startsWith(word)))) return true
  if (tier === 'shortTypo') return typed.some((word) => own.some((one) => isShortTypo(word, one)))
  if (tier !== 'oneTypo' && tier !== 'twoTypos') return false
  return typed.some((word) =>
    own.some((one) => {
      const allowed = maxTypos(word)
      return 0 < allowed && prefixEditDistance(word, /^[a-z]*/.exec(one)![0], 2) <= allowed
    }),
  )
}
