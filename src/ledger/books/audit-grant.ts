import { type Difference, findDifference } from './difference.ts'
import type { GrantLines } from './equations.ts'
import type { GrantRow, Line, LineStateRow } from './rows.ts'

/** The units of final lines, by what became of them. Void lines count nowhere. */
export interface FinalUnits {
  readonly acked: number
  readonly held: number
  readonly clipped: number
}

export const NO_UNITS: FinalUnits = { acked: 0, held: 0, clipped: 0 }

export type LineKind = keyof GrantLines | 'void'

/** A grant, with the sums of its lines as the audit reads them. */
export class GrantTally {
  readonly row: GrantRow
  /** `below`: an earlier audit has folded the grant into its month. */
  readonly place: 'above' | 'below'
  readonly lines: { -readonly [Kind in keyof GrantLines]: number }
  /** The part of `lines` that is in the leading batches whose lines are all final. */
  readonly final: { -readonly [Kind in keyof FinalUnits]: number }

  /** `verified`: the sums of its lines below the checkpoint, if the audit does not read them again. */
  constructor(row: GrantRow, { place = 'above', verified = NO_UNITS }: Partial<GrantTallyStart> = {}) {
    const { acked, held, clipped } = verified
    this.row = row
    this.place = place
    this.lines = { acked, posted: 0, held, clipped }
    this.final = { acked, held, clipped }
  }

  /**
   * A line without a state row is acknowledged if its grant is closed. In an open grant the first lines are, up to
   * `acked` units: a node acknowledges in the order in which it writes.
   */
  classifyLine(units: number, state: LineStateRow['state'] | undefined): LineKind {
    if (state === 'void') return 'void'
    if (state === 'hold') return 'held'
    if (state === 'clipped') return 'clipped'
    if (state === 'charged' || this.row.state === 'closed') return 'acked'
    const isAcked = this.lines.posted === 0 && this.lines.acked + units <= this.row.acked
    return isAcked ? 'acked' : 'posted'
  }

  checkLineState(state: LineStateRow, line: Line): (Difference | undefined)[] {
    const { row } = this
    const { incarnation, seq, requestId } = state
    const { account, period } = row
    const place = { account, period, grant: row.id, batch: { incarnation, seq } }
    const about = `in the state of request ${requestId}`
    const closed = state.state === 'void' ? row.state : 'closed'
    return [
      findDifference('line state', place, {
        ...{ what: `the grant ${about}`, is: state.grant },
        ...{ against: 'its line says', shouldBe: line.grant },
      }),
      findDifference('line state', place, {
        ...{ what: `the units ${about}`, is: state.units },
        ...{ against: 'its line says', shouldBe: line.units },
      }),
      findDifference('line state', place, {
        ...{ what: 'its grant', is: row.state },
        ...{ against: `request ${requestId} is ${state.state}, so it should be`, shouldBe: closed },
      }),
    ]
  }
}

interface GrantTallyStart {
  readonly place: GrantTally['place']
  readonly verified: FinalUnits
}
