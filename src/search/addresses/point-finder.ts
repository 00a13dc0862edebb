import type { AddressIndex, NumberRange, NumberTable } from '../../engine/addresses/addresses.ts'
import type { Budget } from '../../engine/engine.ts'
import {
  EVIDENCE,
  ORIENTATION,
  ORIENTATION_BEGINS,
  ORIENTATION_LETTER,
  type PointCollector,
  REGISTRATION,
  REGISTRATION_BEGINS,
  REGISTRATION_LETTER,
  WITH_STREET,
  WITHOUT_STREET,
} from './point-collector.ts'
import type { PreparedNumber } from './prepared-number.ts'
import { offerSlashPoints } from './slash-points.ts'

/**
 * Whether a street or place may have points that are still wanted. Most streets of a frequent name do not have the
 * number, and are ruled out here.
 */
export function mayOfferPoints(
  index: AddressIndex,
  document: number,
  { wanted: { number, second }, beginnings }: PreparedNumber,
  collector: PointCollector,
): boolean {
  const { possible } = index.houses
  if (second !== null) return possible.mayHave(document, number)
  const orientation = possible.greatestOrientationOf(document)
  if (possible.mayHave(document, number)) {
    if (number <= orientation) return true
    const street = index.kindOf(document) === 'street' ? WITH_STREET : WITHOUT_STREET
    if (!collector.isFull(REGISTRATION, street)) return true
  }
  if (beginnings.length === 0) return false
  if (10 * number <= orientation) return !collector.isFull(ORIENTATION_BEGINS)
  return 10 * number <= possible.greatestOf(document) && !collector.isFull(REGISTRATION_BEGINS)
}

/** Offers the points of a street or place that match the number. Returns false if the budget is spent. */
export function offerPoints(
  index: AddressIndex,
  document: number,
  number: PreparedNumber,
  collector: PointCollector,
  budget: Budget,
): boolean {
  if (!budget.spend(1)) return false
  if (index.kindOf(document) !== 'street') {
    return number.wanted.second !== null || offerPlacePoints(index, document, number, collector, budget)
  }
  if (number.wanted.second !== null) return offerSlashPoints(index, document, number, collector, budget)
  return offerStreetPoints(index, document, number, collector, budget)
}

function offerStreetPoints(
  { houses }: AddressIndex,
  street: number,
  { wanted, exact, exactRegistration, exactEvidence, longer, beginnings }: PreparedNumber,
  collector: PointCollector,
  budget: Budget,
): boolean {
  const { orientations, ofStreets, possible } = houses
  const greatestOrientation = wanted.kind === 'any' ? possible.greatestOrientationOf(street) : -1
  const greatest = possible.greatestOf(street)
  const offer = (table: NumberTable, range: NumberRange | null, grade: number): boolean => {
    const last = isExactHouse(grade) ? WITH_STREET : WITHOUT_STREET
    if (range === null || collector.isFull(grade, last)) return true
    if ((table === orientations ? greatestOrientation : greatest) < range.lowest) return true
    let isPaid = true
    table.visit(street, range, (row) => (isPaid = budget.spend(1)) && collector.offer(grade, row, last))
    return isPaid
  }
  if (!offer(orientations, exact, ORIENTATION)) return false
  if (!offer(ofStreets, exactRegistration, REGISTRATION)) return false
  if (!offer(ofStreets, exactEvidence, EVIDENCE)) return false
  if (!offer(orientations, longer, ORIENTATION_LETTER)) return false
  if (!offer(ofStreets, longer, REGISTRATION_LETTER)) return false
  for (const range of beginnings) {
    if (!offer(orientations, range, ORIENTATION_BEGINS)) return false
    if (!offer(ofStreets, range, REGISTRATION_BEGINS)) return false
  }
  return true
}

/** The grades in which points without a street come first. */
function isExactHouse(grade: number): boolean {
  return grade === REGISTRATION || grade === EVIDENCE
}

/** Registration and evidence numbers only: an orientation number identifies nothing without its street. */
function offerPlacePoints(
  index: AddressIndex,
  place: number,
  { exactRegistration, exactEvidence, longer, beginnings }: PreparedNumber,
  collector: PointCollector,
  budget: Budget,
): boolean {
  const offer = (range: NumberRange | null, grade: number): boolean =>
    range === null || offerFromGroups(index, place, { range, grade }, collector, budget)
  if (!offer(exactRegistration, REGISTRATION)) return false
  if (!offer(exactEvidence, EVIDENCE)) return false
  if (!offer(longer, REGISTRATION_LETTER)) return false
  for (const range of beginnings) if (!offer(range, REGISTRATION_BEGINS)) return false
  return true
}

/**
 * Offers the houses of all groups of a place. Each group is sorted, so the first houses of each are enough. Houses in
 * the group of the place's own name come first: "Kostelec 16" is the house in Kostelec of Kostelec, and rather that of
 * another Kostelec than of a part with another name.
 */
function offerFromGroups(
  index: AddressIndex,
  place: number,
  { range, grade }: GradedRange,
  collector: PointCollector,
  budget: Budget,
): boolean {
  const table = index.houses.ofGroups
  const first = index.firstGroupOf(place)
  const end = index.endGroupOf(place)
  const own = index.ownGroupOf(place)
  const found: FoundInGroup[] = []
  let isEnough = collector.isFull(grade)
  for (let group = first; group < end && !isEnough; group++) {
    if (!budget.spend(1)) return false
    if (table.maxNumberOf(group) < range.lowest) continue
    const rows: number[] = []
    let firsts = 0
    let isPaid = true
    table.visit(group, range, (row, entry) => {
      if (!(isPaid = budget.spend(1))) return false
      if (collector.isHit(row) || rows.includes(row)) return true
      rows.push(row)
      found.push({ row, entry, isOwn: group === own })
      if (group === own && collector.isFirst(row)) firsts += 1
      return (group === own ? firsts : rows.length) < collector.limit
    })
    if (!isPaid) return false
    isEnough = collector.limit <= firsts
  }
  if (first + 1 < end) sortByNumber(index, found)
  for (const { row, isOwn } of found) {
    const street = isExactHouse(grade) && hasStreet(index, row) ? WITH_STREET : WITHOUT_STREET
    if (!isOwn) collector.offerLater(grade, row, street)
    else if (!collector.offer(grade, row, street)) break
  }
  return true
}

interface GradedRange {
  readonly range: NumberRange
  readonly grade: number
}

interface FoundInGroup {
  readonly row: number
  readonly entry: number
  readonly isOwn: boolean
}

function hasStreet({ columns }: AddressIndex, row: number): boolean {
  return columns.spotTextNumber(columns.spots[row]!, 'street') !== 0
}

function sortByNumber(index: AddressIndex, found: FoundInGroup[]): void {
  const { ofGroups } = index.houses
  const street = (row: number): number => (hasStreet(index, row) ? 1 : 0)
  found.sort(
    (a, b) =>
      ofGroups.numberAt(a.entry) - ofGroups.numberAt(b.entry) ||
      ofGroups.suffixAt(a.entry) - ofGroups.suffixAt(b.entry) ||
      street(a.row) - street(b.row) ||
      a.row - b.row,
  )
}
