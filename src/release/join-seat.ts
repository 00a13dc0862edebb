import type { PointMunicipalities, PointMunicipality } from '../engine/addresses/addresses.ts'
import type { SeatJoin } from '../engine/companies/companies.ts'
import type { Seat } from '../records/company.ts'
import { foldPlace } from './municipality-codes.ts'

export interface JoinedSeat {
  readonly join: SeatJoin
  /** The code of the point's municipality, where the seat has none. */
  readonly municipalityCode: string | null
}

const NOT_JOINED: JoinedSeat = { join: 'none', municipalityCode: null }

/**
 * Compares seats with the address points that they name. The value of the company register counts. A point only fills
 * in a missing municipality code, and only if both name the same municipality.
 */
export class SeatJoiner {
  readonly #points: PointMunicipalities | undefined

  /** `points`: undefined if the release has no address points of the country. */
  constructor(points: PointMunicipalities | undefined) {
    this.#points = points
  }

  join(seat: Seat): JoinedSeat {
    if (this.#points === undefined || seat.addressId === null) return NOT_JOINED
    const point = this.#points.of(seat.addressId)
    if (point === undefined) return { join: 'missing', municipalityCode: null }
    if (this.#contradicts(seat, point)) return { join: 'contradictory', municipalityCode: null }
    return seat.municipalityCode === null && point.code !== null
      ? { join: 'filled', municipalityCode: point.code }
      : { join: 'joined', municipalityCode: null }
  }

  #contradicts(seat: Seat, point: PointMunicipality): boolean {
    const { municipality, municipalityCode } = seat
    if (municipalityCode !== null && point.code !== null && municipalityCode !== point.code) return true
    return municipality !== null && point.name !== null && !isSamePlace(municipality, point.name)
  }
}

/** A city does not contradict its borough: "Bratislava" and "Bratislava-Ružinov". */
function isSamePlace(a: string, b: string): boolean {
  if (a === b) return true
  const [x, y] = [foldPlace(a), foldPlace(b)]
  return x === y || x === foldPlace(cityOf(b)) || y === foldPlace(cityOf(a))
}

function cityOf(name: string): string {
  return name.split('-', 1)[0]!
}
