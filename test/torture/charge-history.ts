import assert from 'node:assert/strict'
import { parseRequestId } from './request-id.ts'

/** A line of the journal, with what its grant says of it. */
export interface JournalLine {
  readonly requestId: string
  /** Its place in the list of accounts. */
  readonly account: number
  readonly period: string
  readonly units: number
  readonly isVoid: boolean
}

/** The debits of one run that had no outcome when it ended. */
export interface EndedRun {
  readonly unanswered: number
  /** Those of them that are in the journal. */
  readonly unansweredWritten: number
}

/**
 * The outcome of each request that a client received, as far as the parent has read it. Runs that were checked are
 * reduced to their sums, so memory does not grow with the trial.
 */
export class ChargeHistory {
  /** By account: the units of acknowledged requests. */
  readonly ackedUnits: number[]
  acknowledged = 0
  readonly #runs = new Map<number, RunHistory>()
  readonly #periods: string[] = []

  constructor(accounts: number) {
    this.ackedUnits = Array.from({ length: accounts }, () => 0)
  }

  begin(run: number): void {
    this.#runs.set(run, new RunHistory())
  }

  noteSent(run: number, thread: number, counter: number): void {
    const known = this.#runs.get(run)!.states(thread, counter)
    assert.equal(known[counter], NEVER_SENT)
    known[counter] = SENT
  }

  noteCharged(run: number, thread: number, debit: { counter: number; account: number; units: number; period: string }) {
    if (!this.#periods.includes(debit.period)) this.#periods.push(debit.period)
    this.#noteOutcome(run, thread, debit.counter, DEBITED + this.#periods.indexOf(debit.period))
    this.ackedUnits[debit.account]! += debit.units
    this.acknowledged++
  }

  noteFailed(run: number, thread: number, counter: number): void {
    this.#noteOutcome(run, thread, counter, FAILED)
  }

  noteUnknown(run: number, thread: number, counter: number): void {
    this.#noteOutcome(run, thread, counter, UNKNOWN)
  }

  #noteOutcome(run: number, thread: number, counter: number, outcome: number): void {
    const known = this.#runs.get(run)!.states(thread, counter)
    assert.equal(known[counter]! & ~SEEN, SENT, 'a request is answered once')
    known[counter]! = outcome | (known[counter]! & SEEN)
  }

  /** Whether a debit of this run has no outcome yet. */
  isInFlight(run: number): boolean {
    return this.#runs
      .get(run)!
      .all()
      .some((states) => states.some((state) => state === SENT))
  }

  /** Compares a line of an ended run with the outcome of its request. */
  compare(line: JournalLine): void {
    const request = parseRequestId(line.requestId)
    assert(request !== undefined, `request ${line.requestId} is in the journal, and no process sent it`)
    const run = this.#runs.get(request.run)
    const about = `request ${JSON.stringify(request)}`
    assert(run !== undefined, `DOUBLE: ${about} is in the journal once more, after its run was settled`)
    const states = run.states(request.thread, request.counter)
    const state = states[request.counter]!
    assert.notEqual(state, NEVER_SENT, `${about} is in the journal, and no process sent it`)
    assert.equal(state & SEEN, 0, `DOUBLE: ${about} is in the journal twice`)
    states[request.counter] = state | SEEN
    assert.deepEqual(
      { account: line.account, units: line.units },
      { account: request.account, units: request.units },
      `${about}: the journal differs`,
    )
    if (line.isVoid) assert(state < DEBITED, `LOST: ${about} was acknowledged and is void`)
    else assert.notEqual(state, FAILED, `CHARGED: ${about} was refused and is charged`)
    if (DEBITED <= state) assert.equal(line.period, this.#periods[state - DEBITED], `${about} is in another month`)
  }

  /** Called after every line of this run was compared. */
  endRun(run: number): EndedRun {
    const ended = { unanswered: 0, unansweredWritten: 0 }
    this.#runs
      .get(run)!
      .all()
      .forEach((states, thread) => {
        states.forEach((state, counter) => {
          const outcome = state & ~SEEN
          if (outcome === SENT) ended.unanswered++
          if (state === (SENT | SEEN)) ended.unansweredWritten++
          if (outcome < DEBITED) return
          assert.notEqual(state, outcome, `LOST: run ${run}, thread ${thread}, request ${counter} was acknowledged`)
        })
      })
    this.#runs.delete(run)
    return ended
  }
}

const NEVER_SENT = 0
const SENT = 1
const FAILED = 2
const UNKNOWN = 3
/** Plus the index of the month. */
const DEBITED = 4
const SEEN = 0x80

/** One byte per request. */
class RunHistory {
  readonly #threads: Uint8Array[] = []

  all(): readonly Uint8Array[] {
    return this.#threads
  }

  /** Returns an array that is long enough for this counter. */
  states(thread: number, counter: number): Uint8Array {
    while (this.#threads.length <= thread) this.#threads.push(new Uint8Array(FIRST_LENGTH))
    const states = this.#threads[thread]!
    if (counter < states.length) return states
    const longer = new Uint8Array(Math.max(counter + 1, 2 * states.length))
    longer.set(states)
    this.#threads[thread] = longer
    return longer
  }
}

const FIRST_LENGTH = 4096
