import type { AddressIndex } from '../../engine/addresses/addresses.ts'
import type { Budget } from '../../engine/engine.ts'
import type { HouseNumber } from '../../text/house-number.ts'
import {
  ORIENTATION,
  ORIENTATION_BEGINS,
  ORIENTATION_LETTER,
  type PointCollector,
  REGISTRATION,
  REGISTRATION_BEGINS,
  REGISTRATION_LETTER,
} from './point-collector.ts'
import type { PreparedNumber } from './prepared-number.ts'

interface SlashMatch {
  readonly grade: number
  readonly row: number
  /** The number after the slash sorts points of one grade. */
  readonly second: HouseNumber
}

/**
 * Offers houses of a street for "1143/79": registration and orientation number, or the reverse. The number after the
 * slash may be unfinished.
 */
export function offerSlashPoints(
  { houses }: AddressIndex,
  street: number,
  { wanted, exact }: PreparedNumber,
  collector: PointCollector,
  budget: Budget,
): boolean {
  if (exact === null) return true
  const fits: SlashMatch[] = []
  let isPaid = true
  const note = (row: number, second: HouseNumber | undefined, grades: readonly [number, number, number]): void => {
    const fit = second === undefined ? undefined : compareSecond(second, wanted.second!)
    if (fit !== undefined) fits.push({ grade: grades[fit], row, second: second! })
  }
  houses.ofStreets.visit(street, exact, (row) => {
    if ((isPaid = budget.spend(1)))
      note(row, houses.readOrientation(row), [ORIENTATION, ORIENTATION_LETTER, ORIENTATION_BEGINS])
    return isPaid
  })
  if (isPaid && wanted.kind === 'any') {
    houses.orientations.visit(street, exact, (row) => {
      if (!(isPaid = budget.spend(1))) return false
      for (const house of houses.readHouses(row))
        note(row, house, [REGISTRATION, REGISTRATION_LETTER, REGISTRATION_BEGINS])
      return true
    })
  }
  fits.sort((a, b) => a.grade - b.grade || compare(a.second, b.second) || a.row - b.row)
  for (const { grade, row } of fits) collector.offer(grade, row)
  return isPaid
}

/** 0: equal; 1: with more letters; 2: it begins with the wanted digits; undefined: no match. */
function compareSecond({ number, suffix }: HouseNumber, wanted: HouseNumber): 0 | 1 | 2 | undefined {
  if (number === wanted.number) return suffix === wanted.suffix ? 0 : suffix.startsWith(wanted.suffix) ? 1 : undefined
  return wanted.suffix === '' && 0 < wanted.number && String(number).startsWith(String(wanted.number)) ? 2 : undefined
}

function compare(a: HouseNumber, b: HouseNumber): number {
  return a.number - b.number || (a.suffix < b.suffix ? -1 : a.suffix === b.suffix ? 0 : 1)
}
