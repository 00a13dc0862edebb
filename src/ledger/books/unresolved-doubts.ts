import type { DoubtRow } from './rows.ts'
import type { Rows } from './store.ts'

export function isUnresolved({ resolvedAtMs }: DoubtRow): boolean {
  return resolvedAtMs === null
}

export async function readUnresolvedDoubts(rows: Rows): Promise<DoubtRow[]> {
  return (await rows.doubts()).filter(isUnresolved)
}
