/** How the seat of a company was joined with the address register. Files store the position in this list. */
export const SEAT_JOINS = [
  /** The seat names no point and has no text that could be read, or the release has no points of its country. */
  'none',
  /** The address register has no point with the key. */
  'missing',
  /** The municipality of the point is another one: nothing was taken from the point. */
  'contradictory',
  'joined',
  /** The seat is a text that ends with a town of the register. */
  'text',
] as const
export type SeatJoin = (typeof SEAT_JOINS)[number]

/** What a seat can take from its point. The numbers of a house are one field: they are only taken together. */
export const SEAT_FIELDS = [
  'municipality',
  'municipalityCode',
  'municipalityPart',
  'street',
  'numbers',
  'postalCode',
] as const
export type SeatField = (typeof SEAT_FIELDS)[number]

/**
 * `own`: the company register has it. `missing`: the seat lacks it, and the point does too or contradicts the seat.
 * `contradictory`: the point has another value.
 */
const FIELD_OUTCOMES = ['own', 'filled', 'missing', 'contradictory'] as const
export type FieldOutcome = (typeof FIELD_OUTCOMES)[number]

export type FieldOutcomes = Readonly<Record<SeatField, FieldOutcome>>

/** The join and, two bits for each field, what became of it. */
export type SeatJoinCode = number

const JOIN_BITS = 3

export function encodeSeatJoin(join: SeatJoin, fields?: FieldOutcomes): SeatJoinCode {
  let code = SEAT_JOINS.indexOf(join)
  if (fields === undefined) return code
  for (let i = 0; i < SEAT_FIELDS.length; i++) {
    code |= FIELD_OUTCOMES.indexOf(fields[SEAT_FIELDS[i]!]) << (JOIN_BITS + 2 * i)
  }
  return code
}

export function joinOf(code: SeatJoinCode): SeatJoin {
  return SEAT_JOINS[code & ((1 << JOIN_BITS) - 1)]!
}

export function outcomeOf(code: SeatJoinCode, field: SeatField): FieldOutcome {
  return FIELD_OUTCOMES[(code >>> (JOIN_BITS + 2 * SEAT_FIELDS.indexOf(field))) & 3]!
}
