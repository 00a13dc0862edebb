import type { DoubtRow, Rows } from './rows.ts'

export function isStanding({ resolvedAtMs }: DoubtRow): boolean {
  return resolvedAtMs === null
}

export async function standingDoubts(rows: Rows): Promise<DoubtRow[]> {
  return (await rows.doubts()).filter(isStanding)
}
