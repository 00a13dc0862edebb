import assert from 'node:assert/strict'
import { HOLD_MAX } from '../../src/ledger/books/limits.ts'
import type { BooksStore, Rows } from '../../src/ledger/books/store.ts'

/** A successful response that costs units, with all fields of its debit. */
export interface MeteredSuccess {
  readonly account: string
  readonly credential: string
  readonly operation: string
  readonly units: number
}

interface Line extends MeteredSuccess {
  readonly requestId: string
  readonly state: 'charged' | 'void' | 'hold' | 'clipped'
}

/**
 * Compares every response of a trial with the books. E7: each success has one debit, in its account and of its units.
 * E8: a request with another response has none. A request without a response may have one; there are no more such
 * debits than such requests.
 */
export class HttpCharges {
  /** Successes that cost units, by request id, until their debits are seen. */
  readonly #successes = new Map<string, MeteredSuccess>()
  readonly #others = new Set<string>()
  readonly #seen = new Set<string>()
  /** By account: requests without a response. */
  readonly #unanswered = new Map<string, number>()
  /** Incarnations whose journal was read. */
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
  /** By account: the units that must be confirmed. */
  readonly #units = new Map<string, number>()

  /** A success that costs units. */
  addSuccess(requestId: string, success: MeteredSuccess): void {
    this.#assertNew(requestId)
    this.#successes.set(requestId, success)
    this.counts.successes++
  }

  /** Any other response. */
  addOther(requestId: string): void {
    this.#assertNew(requestId)
    this.#others.add(requestId)
    this.counts.others++
  }

  addUnanswered(account: string, requests = 1): void {
    this.#unanswered.set(account, (this.#unanswered.get(account) ?? 0) + requests)
    this.counts.unanswered += requests
  }

  /** The units of all successes of an account. */
  acknowledgedUnits(account: string): number {
    return this.#successes
      .values()
      .reduce((sum, success) => sum + (success.account === account ? success.units : 0), this.#units.get(account) ?? 0)
  }

  /**
   * Compares the lines of incarnations that have ended since the last call. Call it in every incarnation too, while no
   * request is running.
   */
  async compareBooks(store: BooksStore): Promise<void> {
    const lines = await store.snapshot((rows) => this.#linesOfEndedIncarnations(rows))
    for (const line of lines) this.#compare(line)
  }

  /** All incarnations with requests have ended and were compared, so none of their requests can be charged any more. */
  endIncarnations(): void {
    const [lost] = this.#successes
    assert(
      lost === undefined,
      `E7 LOST: ${JSON.stringify(lost)} was answered with success and has no debit (${this.#successes.size} such)`,
    )
    this.#unanswered.clear()
  }

  /** After all incarnations have ended: the months have the same sums. */
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
      !this.#successes.has(requestId) && !this.#others.has(requestId) && !this.#seen.has(requestId),
      `request id ${requestId} was given twice`,
    )
  }

  #compare({ requestId, state, ...line }: Line): void {
    assert(!this.#seen.has(requestId), `E7 DOUBLE: ${requestId} is in the journal twice`)
    const success = this.#successes.get(requestId)
    const about = `${requestId} ${JSON.stringify(line)}`
    if (state === 'void') {
      assert(success === undefined, `E7 LOST: ${about} was answered with success and is void`)
      this.counts.voids++
      return
    }
    assert(!this.#others.has(requestId), `E8 CHARGED: ${about} was answered, but not with success, and is ${state}`)
    this.#seen.add(requestId)
    if (state === 'hold') this.counts.holds++
    if (state === 'clipped') this.counts.clipped++
    if (success !== undefined) {
      assert.equal(state, 'charged', `E7 LOST: ${about} was answered with success`)
      assert.deepEqual(line, success, `E7: ${requestId} is in the books as something else`)
      this.#successes.delete(requestId)
    } else {
      const left = (this.#unanswered.get(line.account) ?? 0) - 1
      assert(0 <= left, `E8 CHARGED: ${about} is in the books, and no request is without a response`)
      this.#unanswered.set(line.account, left)
      this.counts.unansweredDebits++
    }
    if (state !== 'charged') return
    this.counts.debits++
    this.#units.set(line.account, (this.#units.get(line.account) ?? 0) + line.units)
  }

  async #linesOfEndedIncarnations(rows: Rows): Promise<Line[]> {
    const unended = new Set((await rows.unendedIncarnations()).map(({ incarnation }) => incarnation))
    for (const { account, hold } of await rows.periods()) {
      assert(hold <= HOLD_MAX, `${hold} units of ${account} are held`)
      this.counts.holdMax = Math.max(this.counts.holdMax, hold)
    }
    const subjects = new Map((await rows.subjects()).map((subject) => [subject.id, subject]))
    const lines: Line[] = []
    // Numbers have no gaps. The newest incarnation was read while it ran, so its number is known when it has ended.
    this.#newest = Math.max(this.#newest, ...unended)
    for (let incarnation = 1; incarnation <= this.#newest; incarnation++) {
      if (unended.has(incarnation) || this.#read.has(incarnation)) continue
      this.#read.add(incarnation)
      const states = new Map((await rows.lineStatesOf(incarnation)).map(({ requestId, state }) => [requestId, state]))
      for await (const batch of rows.batchesBack(incarnation, await rows.lastSeq(incarnation))) {
        for (const { requestId, subject: id, units } of batch.lines) {
          const { account, credential, operation } = subjects.get(id)!
          lines.push({ requestId, account, credential, operation, units, state: states.get(requestId) ?? 'charged' })
        }
      }
    }
    return lines
  }
}
