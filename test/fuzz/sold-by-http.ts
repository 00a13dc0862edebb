import assert from 'node:assert/strict'
import { HOLD_MAX } from '../../src/ledger/books/limits.ts'
import type { BooksStore, Rows } from '../../src/ledger/books/store.ts'

/** What a client was told: a success that costs something, with all that its debit must say. */
export interface Told {
  readonly account: string
  readonly credential: string
  readonly operation: string
  readonly units: number
}

interface Line extends Told {
  readonly requestId: string
  readonly state: 'charged' | 'void' | 'hold' | 'clipped'
}

/**
 * Every answer of a run against the books. E7: what was answered with success has one debit, in its account, of its
 * units. E8: a request with another answer has none. A request without an answer may have one, and there are no more
 * debits than requests of it.
 */
export class SoldByHttp {
  /** Request ids of successes that cost something, until their debits are seen. */
  readonly #told = new Map<string, Told>()
  readonly #others = new Set<string>()
  readonly #seen = new Set<string>()
  /** By account: requests of which no answer was read. */
  readonly #unanswered = new Map<string, number>()
  /** Lives, by their numbers, whose journal was read. */
  readonly #read = new Set<number>()
  #newest = 0
  readonly counts = {
    successes: 0,
    others: 0,
    unanswered: 0,
    debits: 0,
    unansweredDebits: 0,
    voids: 0,
    holds: 0,
    clipped: 0,
    holdMax: 0,
  }
  /** By account: units that must be confirmed. */
  readonly #units = new Map<string, number>()

  /** An answer that costs something. */
  sold(requestId: string, told: Told): void {
    this.#assertNew(requestId)
    this.#told.set(requestId, told)
    this.counts.successes++
  }

  /** Any other answer. */
  notSold(requestId: string): void {
    this.#assertNew(requestId)
    this.#others.add(requestId)
    this.counts.others++
  }

  unanswered(account: string, requests = 1): void {
    this.#unanswered.set(account, (this.#unanswered.get(account) ?? 0) + requests)
    this.counts.unanswered += requests
  }

  /** Units that clients of an account were told are charged. */
  unitsTold(account: string): number {
    return this.#told
      .values()
      .reduce((sum, told) => sum + (told.account === account ? told.units : 0), this.#units.get(account) ?? 0)
  }

  /**
   * Lines of lives that have ended since the last time, each against what was answered. To be called once in every life
   * too, while nothing is asked.
   */
  async look(store: BooksStore): Promise<void> {
    const lines = await store.snapshot((rows) => this.#linesOfEndedLives(rows))
    for (const line of lines) this.#see(line)
  }

  /** Every life in which something was asked has ended and was looked at: nothing of it can be charged any more. */
  endLives(): void {
    const [lost] = this.#told
    assert(
      lost === undefined,
      `E7 LOST: ${JSON.stringify(lost)} was answered with success and has no debit (${this.#told.size} such)`,
    )
    this.#unanswered.clear()
  }

  /** All lives have ended: months sum up to the same. */
  async atRest(store: BooksStore): Promise<void> {
    await store.snapshot(async (rows) => {
      const confirmed = new Map<string, number>()
      for (const { account, confirmed: units, reserved } of await rows.periods()) {
        confirmed.set(account, (confirmed.get(account) ?? 0) + units)
        assert.equal(reserved, 0, `${account} at rest`)
      }
      for (const [account, units] of confirmed)
        assert.equal(units, this.#units.get(account) ?? 0, `E7: confirmed units of ${account}`)
      for (const account of this.#units.keys()) assert(confirmed.has(account), `${account} is in the books`)
    })
  }

  #assertNew(requestId: string): void {
    assert.match(requestId, /^[0-9a-f]{32}$/)
    assert(
      !this.#told.has(requestId) && !this.#others.has(requestId) && !this.#seen.has(requestId),
      `request id ${requestId} was given twice`,
    )
  }

  #see({ requestId, state, ...line }: Line): void {
    assert(!this.#seen.has(requestId), `E7 DOUBLE: ${requestId} is in the journal twice`)
    const told = this.#told.get(requestId)
    const about = `${requestId} ${JSON.stringify(line)}`
    if (state === 'void') {
      assert(told === undefined, `E7 LOST: ${about} was answered with success and is void`)
      this.counts.voids++
      return
    }
    assert(!this.#others.has(requestId), `E8 CHARGED: ${about} was answered, but not with success, and is ${state}`)
    this.#seen.add(requestId)
    if (state === 'hold') this.counts.holds++
    if (state === 'clipped') this.counts.clipped++
    if (told !== undefined) {
      assert.equal(state, 'charged', `E7 LOST: ${about} was answered with success`)
      assert.deepEqual(line, told, `E7: ${requestId} is in the books as something else`)
      this.#told.delete(requestId)
    } else {
      const left = (this.#unanswered.get(line.account) ?? 0) - 1
      assert(0 <= left, `E8 CHARGED: ${about} is in the books, and nobody is without an answer`)
      this.#unanswered.set(line.account, left)
      this.counts.unansweredDebits++
    }
    if (state !== 'charged') return
    this.counts.debits++
    this.#units.set(line.account, (this.#units.get(line.account) ?? 0) + line.units)
  }

  async #linesOfEndedLives(rows: Rows): Promise<Line[]> {
    const unended = new Set((await rows.unendedIncarnations()).map(({ incarnation }) => incarnation))
    for (const { account, hold } of await rows.periods()) {
      assert(hold <= HOLD_MAX, `${hold} units of ${account} are held`)
      this.counts.holdMax = Math.max(this.counts.holdMax, hold)
    }
    const subjects = new Map((await rows.subjects()).map((subject) => [subject.id, subject]))
    const lines: Line[] = []
    // Numbers are given without a gap. The newest life is looked at while it lasts, so it is known when it is over.
    this.#newest = Math.max(this.#newest, ...unended)
    for (let incarnation = 1; incarnation <= this.#newest; incarnation++) {
      if (unended.has(incarnation) || this.#read.has(incarnation)) continue
      this.#read.add(incarnation)
      const states = new Map((await rows.lineStatesOf(incarnation)).map(({ requestId, state }) => [requestId, state]))
      for await (const batch of rows.batchesBack(incarnation, await rows.lastSeq(incarnation))) {
        for (const { requestId, subject: id, units } of batch.lines) {
          const { account, credential, operation } = subjects.get(id)!
          lines.push({
            ...{ requestId, account, credential, operation, units },
            state: states.get(requestId) ?? 'charged',
          })
        }
      }
    }
    return lines
  }
}
