import type { CompanyColumns } from '../../engine/companies/companies.ts'

const SIZES = 64

/** Returns the size band of the company in each row. */
export function createSizes(columns: CompanyColumns): (row: number) => number {
  const { sizes, poolText } = columns.raw
  const bands = new Map<number, number>()
  return (row) => bands.getOrInsertComputed(sizes[row]!, (number) => parseSizeBand(poolText(number)))
}

/** The headcount band as RES codes it, `000` (unknown) to `510`: `110` → 11. Any other text counts as unknown. */
export function parseSizeBand(size: string | null): number {
  return size === null || !/^[0-9]{3}$/.test(size) ? 0 : Math.min(SIZES - 1, Math.floor(Number(size) / 10))
}
