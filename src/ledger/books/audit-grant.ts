import { type Difference, difference } from './difference.ts'
import type { GrantLines } from './equations.ts'
import type { GrantRow, Line, LineStateRow } from './rows.ts'

/** A grant, and its lines as they come by in the journal. */
export interface GrantTally {
  readonly row: GrantRow
  readonly lines: GrantLines
  add(units: number, state: LineStateRow['state'] | undefined): void
  brokenState(state: LineStateRow, line: Line): (Difference | undefined)[]
}

/**
 * A line that nothing is written of is acknowledged if its grant is closed. In an open one the first lines are, up to as many units as the grant says:
 * a node acknowledges in the order it writes.
 */
export function grantTally(row: GrantRow): GrantTally {
  const lines = { acked: 0, posted: 0, held: 0, clipped: 0 }
  return {
    row,
    lines,
    add(units, state) {
      if (state === 'void') return
      if (state === 'hold') lines.held += units
      else if (state === 'clipped') lines.clipped += units
      else if (state === 'charged' || row.state === 'closed') lines.acked += units
      else if (lines.posted === 0 && lines.acked + units <= row.acked) lines.acked += units
      else lines.posted += units
    },
    brokenState(state, line) {
      const { incarnation, seq, requestId } = state
      const { account, period } = row
      const place = { account, period, grant: row.id, batch: { incarnation, seq } }
      const about = `in the state of request ${requestId}`
      const closed = state.state === 'void' ? row.state : 'closed'
      return [
        difference('line state', place, {
          ...{ what: `the grant ${about}`, is: state.grant },
          ...{ against: 'its line says', shouldBe: line.grant },
        }),
        difference('line state', place, {
          ...{ what: `the units ${about}`, is: state.units },
          ...{ against: 'its line says', shouldBe: line.units },
        }),
        difference('line state', place, {
          ...{ what: 'its grant', is: row.state },
          ...{ against: `request ${requestId} is ${state.state}, so it should be`, shouldBe: closed },
        }),
      ]
    },
  }
}
