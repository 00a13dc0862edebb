import type { BatchKey, LineStateRow } from './rows.ts'

/** The state rows of lines by batch and request id. The audit removes each when it reads its line. */
export type LineStateIndex = ReadonlyMap<string, Map<string, LineStateRow>>

export function indexLineStates(rows: readonly LineStateRow[]): LineStateIndex {
  const index = new Map<string, Map<string, LineStateRow>>()
  for (const row of rows) index.getOrInsertComputed(batchName(row), () => new Map()).set(row.requestId, row)
  return index
}

export function batchName({ incarnation, seq }: BatchKey): string {
  return `${incarnation}/${seq}`
}
