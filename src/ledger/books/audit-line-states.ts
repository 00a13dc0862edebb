import { type Difference, makeDifference } from './difference.ts'
import type { BatchKey, LineStateRow } from './rows.ts'

/** The state rows of lines. The audit takes each when it reads its line. */
export interface LineStateIndex {
  of(batch: BatchKey): { take(requestId: string): LineStateRow | undefined } | undefined
  /** Reports the rows that no line has taken. Their account is not known here. */
  withoutLine(): Iterable<Difference>
}

export function indexLineStates(rows: readonly LineStateRow[]): LineStateIndex {
  const byBatch = new Map<string, Map<string, LineStateRow>>()
  for (const row of rows) {
    const batch = byBatch.get(keyOf(row))
    if (batch === undefined) byBatch.set(keyOf(row), new Map([[row.requestId, row]]))
    else batch.set(row.requestId, row)
  }
  return {
    of(batch) {
      const states = byBatch.get(keyOf(batch))
      if (states === undefined) return undefined
      return {
        take(requestId) {
          const row = states.get(requestId)
          states.delete(requestId)
          return row
        },
      }
    },
    *withoutLine() {
      for (const states of byBatch.values()) {
        for (const { incarnation, seq, requestId, grant, state } of states.values()) {
          const comparison = {
            what: `the line of request ${requestId}`,
            is: 'missing',
            against: `it is ${state}, so it should be`,
          }
          yield makeDifference(
            'line state',
            { grant, batch: { incarnation, seq } },
            { ...comparison, shouldBe: 'present' },
          )
        }
      }
    },
  }
}

function keyOf({ incarnation, seq }: BatchKey): string {
  return `${incarnation}/${seq}`
}
