import type { Random } from '../../src/stdx/random.ts'
import { pick } from '../pick.ts'
import { readTable } from '../read-table.ts'

/** An address abroad as one line has it, the country's name in Slovak and Czech, its ISO numeric code. */
export interface ForeignSeat {
  readonly line: string
  readonly slovak: string
  readonly czech: string
  readonly code: string
}

const PLACES = readTable('foreigners/places.tsv', ['city', 'streets', 'slovak', 'czech', 'code']).map((place) => ({
  ...place,
  streets: place.streets.split(', '),
}))

export function foreignSeat(random: Random): ForeignSeat {
  const { city, streets, slovak, czech, code } = pick(random, PLACES)
  return { line: `${pick(random, streets)} ${1 + random.below(120)}, ${city}`, slovak, czech, code }
}
