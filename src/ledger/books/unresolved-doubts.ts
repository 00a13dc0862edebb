import type { DoubtRow, Rows } from './rows.ts'

export function isUnresolved({ resolvedAtMs }: DoubtRow): boolean {
  return resolvedAtMs === null
}

export async function readUnresolvedDoubts(rows: Rows): Promise<DoubtRow[]> {
  return (await rows.doubts()).filter(isUnresolved)
}
