import type { GrantRow, Line, LineStateRow } from '../../src/ledger/books/rows.ts'
import type { History, Request } from './history.ts'
import type { Tally } from './tally.ts'
import { ensure } from './violation.ts'

export type LineEnd = 'posted' | 'acked' | 'void' | 'hold' | 'clipped'

/** A line of the journal and its state, as the checker keeps it. */
export interface CheckedLine {
  readonly requestId: string
  readonly grant: number
  readonly units: number
  end: LineEnd
}

/** The lines of one grant, in the order of the journal. */
export interface GrantLines {
  readonly lines: CheckedLine[]
  /** How many of them were checked for acknowledgement. */
  passed: number
  readonly units: Record<LineEnd, number>
  /** The part of the units that its month counts already. */
  readonly counted: { hold: number; clipped: number; acked: number }
}

/**
 * Keeps the state of every line of the journal and checks E7 and E8. In each grant the first lines without a state
 * row are acknowledged, up to `acked` units.
 */
export class LineBook {
  readonly #history: History
  readonly #reached: Tally
  readonly #grants = new Map<number, GrantLines>()
  readonly #byRequest = new Map<string, CheckedLine[]>()

  constructor(history: History, reached: Tally) {
    this.#history = history
    this.#reached = reached
  }

  linesOf(requestId: string): readonly CheckedLine[] {
    return this.#byRequest.get(requestId) ?? []
  }

  ofGrant(grant: number): GrantLines {
    const known = this.#grants.get(grant)
    if (known !== undefined) return known
    const units = { posted: 0, acked: 0, void: 0, hold: 0, clipped: 0 }
    const fresh: GrantLines = { lines: [], passed: 0, units, counted: { hold: 0, clipped: 0, acked: 0 } }
    this.#grants.set(grant, fresh)
    return fresh
  }

  /** Checks the answer against the lines of the request. */
  compareAnswer({ id, answer }: Request): void {
    const isWithdrawn = answer?.kind === 'failure' && answer.reason === 'withdrawn'
    ensure(!isWithdrawn || this.linesOf(id).length === 0, 'withdrawn', () => `request ${id} was written, and withdrawn`)
    for (const line of this.linesOf(id)) this.#compare(line)
  }

  /** How many lines are neither acknowledged nor void. */
  postedCount(grant: number): number {
    const { lines, passed } = this.ofGrant(grant)
    return lines.slice(passed).filter(({ end }) => end === 'posted').length
  }

  write({ requestId, grant, units }: Line): void {
    const line: CheckedLine = { requestId, grant, units, end: 'posted' }
    const ofGrant = this.ofGrant(grant)
    ofGrant.lines.push(line)
    ofGrant.units.posted += units
    const same = this.#byRequest.get(requestId)
    if (same === undefined) this.#byRequest.set(requestId, [line])
    else same.push(line)
    const counting = this.linesOf(requestId).filter(({ end }) => end !== 'void')
    ensure(counting.length <= 1, 'E7', () => `request ${requestId} is charged twice`)
    const answer = this.#history.requests.get(requestId)?.answer
    const isWithdrawn = answer?.kind === 'failure' && answer.reason === 'withdrawn'
    ensure(!isWithdrawn, 'withdrawn', () => `request ${requestId} was withdrawn, and is written`)
    this.#compare(line)
  }

  setState({ requestId, grant, state }: LineStateRow): void {
    const line = this.linesOf(requestId).find((one) => one.grant === grant)
    ensure(line !== undefined, 'E4', () => `line ${requestId} has a state and does not exist`)
    const from = line.end
    if (state === 'charged') {
      ensure(from === 'hold' || from === 'clipped', 'E6', () => `line ${requestId} was ${from} and is charged`)
      this.#move(line, 'acked')
      return
    }
    ensure(from !== 'acked', 'E9', () => `line ${requestId} was acknowledged and became ${state}`)
    ensure(from !== 'void' || state === 'void', 'E4', () => `line ${requestId} was void and became ${state}`)
    this.#move(line, state)
  }

  /** Marks lines as acknowledged, up to the units that the grant says. */
  acknowledge({ id, acked }: GrantRow): void {
    const grant = this.ofGrant(id)
    while (grant.units.acked < acked) {
      const line = grant.lines[grant.passed++]
      ensure(line !== undefined, 'E4', () => `grant ${id} acknowledges ${acked} units and has lines of fewer`)
      if (line.end === 'posted') this.#move(line, 'acked')
    }
    ensure(grant.units.acked === acked, 'E4', () => `grant ${id} acknowledges ${acked} units: no whole number of lines`)
  }

  #move(line: CheckedLine, end: LineEnd): void {
    const { units } = this.ofGrant(line.grant)
    if (line.end !== 'posted' || end !== 'acked') this.#reached.add(`${line.end} → ${end}`)
    units[line.end] -= line.units
    units[end] += line.units
    line.end = end
    this.#compare(line)
  }

  /** Compares a line with the answer that its client got. */
  #compare({ requestId, end, units, grant }: CheckedLine): void {
    const request = this.#history.requests.get(requestId)
    ensure(request !== undefined, 'E4', () => `line ${requestId} belongs to no request`)
    ensure(request.units === units, 'E7', () => `request ${requestId} of ${request.units} units has a line of ${units}`)
    if (request.answer === undefined) return
    const { kind } = request.answer
    ensure(kind !== 'success' || end !== 'void', 'E7', () => `request ${requestId} succeeded, its line is void`)
    // With two processes at one data folder, the later one has settled what the earlier one had not ended.
    if (request.isOfTwin) {
      if (kind === 'failure' && end === 'acked') this.#reached.add('a failed request of a twin is charged')
      return
    }
    ensure(kind !== 'failure' || end !== 'acked', 'E8', () => {
      return `request ${requestId} failed and its line is acknowledged, grant ${grant}`
    })
  }
}
