import { readTable } from '../read-table.ts'

/** Seats abroad: an address as one line has it, the country's name in Slovak and Czech, its ISO numeric code. */
export interface ForeignPlace {
  readonly city: string
  readonly streets: readonly string[]
  readonly slovak: string
  readonly czech: string
  readonly code: string
}

export const FOREIGN_PLACES: readonly ForeignPlace[] = readTable('foreigners/places.tsv', [
  'city',
  'streets',
  'slovak',
  'czech',
  'code',
]).map((place) => ({ ...place, streets: place.streets.split(', ') }))
