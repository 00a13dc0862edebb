import assert from 'node:assert/strict'
import { chargeRequest } from './sold-request.ts'

/** A line of the journal, with what its grant says of it. */
export interface JournalLine {
  readonly requestId: string
  /** Its place in the list of accounts. */
  readonly account: number
  readonly period: string
  readonly units: number
  readonly isVoid: boolean
}

/** What became of the debits of one life that had ended. */
export interface EndedLife {
  /** Under way when it ended. */
  readonly untold: number
  /** Those of them that are in the journal. */
  readonly untoldWritten: number
}

/**
 * What clients were told, request by request, as far as the parent has read it. A life that is over and checked is
 * forgotten but for its sums, so that memory does not grow with the run.
 */
export class SoldHistory {
  /** By account: units that clients were told are theirs. */
  readonly ackedUnits: number[]
  acknowledged = 0
  readonly #lives = new Map<number, LifeHistory>()
  readonly #periods: string[] = []

  constructor(accounts: number) {
    this.ackedUnits = Array.from({ length: accounts }, () => 0)
  }

  begin(life: number): void {
    this.#lives.set(life, new LifeHistory())
  }

  sent(life: number, thread: number, counter: number): void {
    const known = this.#lives.get(life)!.states(thread, counter)
    assert.equal(known[counter], NEVER_SENT)
    known[counter] = SENT
  }

  debited(life: number, thread: number, debit: { counter: number; account: number; units: number; period: string }) {
    if (!this.#periods.includes(debit.period)) this.#periods.push(debit.period)
    this.#tell(life, thread, debit.counter, DEBITED + this.#periods.indexOf(debit.period))
    this.ackedUnits[debit.account]! += debit.units
    this.acknowledged++
  }

  failed(life: number, thread: number, counter: number): void {
    this.#tell(life, thread, counter, FAILED)
  }

  unknown(life: number, thread: number, counter: number): void {
    this.#tell(life, thread, counter, UNKNOWN)
  }

  #tell(life: number, thread: number, counter: number, told: number): void {
    const known = this.#lives.get(life)!.states(thread, counter)
    assert.equal(known[counter]! & ~SEEN, SENT, 'a request is answered once')
    known[counter]! = told | (known[counter]! & SEEN)
  }

  /** Has this life debits of which nothing has been heard? */
  isInFlight(life: number): boolean {
    return this.#lives
      .get(life)!
      .all()
      .some((states) => states.some((state) => state === SENT))
  }

  /** A line of a life that is over, held against what was told of its request. */
  see(line: JournalLine): void {
    const request = chargeRequest(line.requestId)
    assert(request !== undefined, `request ${line.requestId} is in the journal, and nobody sent it`)
    const life = this.#lives.get(request.life)
    const about = `request ${JSON.stringify(request)}`
    assert(life !== undefined, `DOUBLE: ${about} is in the journal once more, after its life was settled`)
    const states = life.states(request.thread, request.counter)
    const state = states[request.counter]!
    assert.notEqual(state, NEVER_SENT, `${about} is in the journal, and nobody sent it`)
    assert.equal(state & SEEN, 0, `DOUBLE: ${about} is in the journal twice`)
    states[request.counter] = state | SEEN
    assert.deepEqual(
      { account: line.account, units: line.units },
      { account: request.account, units: request.units },
      `${about}: the journal says something else`,
    )
    if (line.isVoid) assert(state < DEBITED, `LOST: ${about} was acknowledged and is void`)
    else assert.notEqual(state, FAILED, `CHARGED: ${about} was refused and is charged`)
    if (DEBITED <= state) assert.equal(line.period, this.#periods[state - DEBITED], `${about} is in another month`)
  }

  /** Every line of this life has been seen. */
  end(life: number): EndedLife {
    const ended = { untold: 0, untoldWritten: 0 }
    this.#lives
      .get(life)!
      .all()
      .forEach((states, thread) => {
        states.forEach((state, counter) => {
          const told = state & ~SEEN
          if (told === SENT) ended.untold++
          if (state === (SENT | SEEN)) ended.untoldWritten++
          if (told < DEBITED) return
          assert.notEqual(state, told, `LOST: life ${life}, thread ${thread}, request ${counter} was acknowledged`)
        })
      })
    this.#lives.delete(life)
    return ended
  }
}

const NEVER_SENT = 0
const SENT = 1
const FAILED = 2
const UNKNOWN = 3
/** And the place of the month in the list of those that were named. */
const DEBITED = 4
const SEEN = 0x80

/** One byte per request. */
class LifeHistory {
  readonly #threads: Uint8Array[] = []

  all(): readonly Uint8Array[] {
    return this.#threads
  }

  /** Long enough for this counter. */
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
