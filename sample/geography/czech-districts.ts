import { readTable } from '../read-table.ts'

/**
 * A městský obvod or městská část of a divided city, with the části obce that lie in it. A část obce may lie in
 * several.
 */
export interface CzechDistrict {
  readonly name: string
  /** People in thousands, roughly: how the city's points are shared out. */
  readonly weight: number
  readonly postalCode: string
  readonly parts: readonly string[]
  /** Praha only: 1 to 10. "Praha 7" in a postal address is this one. */
  readonly obvod?: number
  /** Kód MOMC, where we know the real one. */
  readonly code?: number
}

const COLUMNS = ['city', 'name', 'weight', 'obvod', 'code', 'postal_code', 'parts'] as const
const ROWS = readTable('czech/districts.tsv', COLUMNS)

/** The cities that are divided, by name. Nowhere else is there a Kód MOMC. */
export const CZECH_DISTRICTS: ReadonlyMap<string, readonly CzechDistrict[]> = new Map(
  [...Map.groupBy(ROWS, ({ city }) => city)].map(([city, rows]) => [city, rows.map(toDistrict)]),
)

function toDistrict({ name, weight, obvod, code, postal_code, parts }: (typeof ROWS)[number]): CzechDistrict {
  return {
    name,
    weight: Number(weight),
    postalCode: postal_code,
    parts: parts.split(', '),
    ...(obvod === '' ? {} : { obvod: Number(obvod) }),
    ...(code === '' ? {} : { code: Number(code) }),
  }
}

/**
 * RÚIAN codes of Prague's obvody 1 to 10: the same numbers as some regions have, codes are unique only within a kind.
 */
export const PRAHA_OBVOD_CODES: readonly number[] = [19, 27, 35, 43, 51, 60, 78, 86, 94, 108]
