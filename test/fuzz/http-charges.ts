import assert from 'node:assert/strict'
import type { Books } from '../../src/ledger/accounting.ts'
import { listIncarnations, stateOfIncarnation } from '../../src/ledger/tables/incarnations.ts'
import { readJournal } from '../../src/ledger/testing/journal.ts'

/** A successful response that costs units, with all fields of its debit. */
export interface MeteredSuccess {
  readonly account: string
  readonly credential: string
  readonly operation: string
  readonly units: number
}

interface Line extends MeteredSuccess {
  readonly requestId: string
}

/**
 * Compares every response of a trial with the books. Each success has one debit, in its account and of its units.
 * A request with another response has none. A request without a response may have one; there are no more such
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
  readonly counts = {
    successes: 0,
    others: 0,
    unanswered: 0,
    debits: 0,
    unansweredDebits: 0,
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
  async compareBooks(books: Books): Promise<void> {
    const nowMs = await books.nowMs()
    const known = new Set<string>()
    // A server that was killed has no end. The next start on its folder is one.
    const ended = (await listIncarnations(books)).filter((row) => {
      const isNewest = !known.has(row.node)
      known.add(row.node)
      return !isNewest || stateOfIncarnation(row, nowMs) !== 'live'
    })
    const fresh = new Set(ended.map(({ incarnation }) => incarnation).filter((one) => !this.#read.has(one)))
    for (const line of await readJournal(books, (incarnation) => fresh.has(incarnation))) this.#compare(line)
    for (const incarnation of fresh) this.#read.add(incarnation)
  }

  /** All incarnations with requests have ended and were compared, so none of their requests can be charged any more. */
  endIncarnations(): void {
    const [lost] = this.#successes
    assert(
      lost === undefined,
      `LOST: ${JSON.stringify(lost)} was answered with success and has no debit (${this.#successes.size} such)`,
    )
    this.#unanswered.clear()
  }

  /** After all incarnations have ended: the counts are the same. */
  async atRest(books: Books): Promise<void> {
    const sql = 'select account, cast(sum(spent) as bigint) from account_month group by account'
    const confirmed = new Map(await books.query<readonly [string, number]>(sql))
    for (const [account, units] of confirmed)
      assert.equal(units, this.#units.get(account) ?? 0, `the count of ${account}`)
    for (const account of this.#units.keys()) assert(confirmed.has(account), `${account} is in the books`)
  }

  #assertNew(requestId: string): void {
    assert.match(requestId, /^[0-9a-f]{32}$/)
    assert(
      !this.#successes.has(requestId) && !this.#others.has(requestId) && !this.#seen.has(requestId),
      `request id ${requestId} was given twice`,
    )
  }

  #compare({ requestId, account, credential, operation, units }: Line): void {
    const line = { account, credential, operation, units }
    assert(!this.#seen.has(requestId), `DOUBLE: ${requestId} is in the journal twice`)
    const success = this.#successes.get(requestId)
    const about = `${requestId} ${JSON.stringify(line)}`
    assert(!this.#others.has(requestId), `CHARGED: ${about} was answered, but not with success`)
    this.#seen.add(requestId)
    if (success !== undefined) {
      assert.deepEqual(line, success, `${requestId} is in the books as something else`)
      this.#successes.delete(requestId)
    } else {
      const left = (this.#unanswered.get(account) ?? 0) - 1
      assert(0 <= left, `CHARGED: ${about} is in the books, and no request is without a response`)
      this.#unanswered.set(account, left)
      this.counts.unansweredDebits++
    }
    this.counts.debits++
    this.#units.set(account, (this.#units.get(account) ?? 0) + units)
  }
}
