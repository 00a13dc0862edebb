import assert from 'node:assert/strict'
import { HOLD_MAX } from '../../src/ledger/books/limits.ts'
import type { PeriodRow } from '../../src/ledger/books/rows.ts'
import type { BooksStore, Rows } from '../../src/ledger/books/store.ts'
import { audit } from '../../src/ledger/testing/audit.ts'
import type { ChargeHistory, JournalLine } from './charge-history.ts'

/** Reads the books from outside, as an operator's command does, and compares them with the outcomes of the requests. */
export class LedgerInspection {
  readonly #history: ChargeHistory
  readonly #accounts: readonly string[]
  /** Incarnations whose journal was not read yet, because they had not ended. */
  #unread = new Set<number>()
  #incarnationMax = 0
  /** Units of the charged lines, by account. */
  readonly chargedUnits: number[]
  lines = 0
  voids = 0
  inspections = 0
  holdMax = 0
  clippedMax = 0

  constructor(history: ChargeHistory, accounts: readonly string[]) {
    this.#history = history
    this.#accounts = accounts
    this.chargedUnits = accounts.map(() => 0)
  }

  /**
   * Compares the changes since the last call. `over`: ended runs whose nodes were opened again, so all their charges
   * are settled.
   */
  async compareBooks(store: BooksStore, over: readonly number[]): Promise<RunSums> {
    // Reads everything before it compares, because the connection may break.
    const seen = await store.snapshot(async (rows) => {
      const unended = new Set((await rows.unendedIncarnations()).map(({ incarnation }) => incarnation))
      const settled = this.#settled(unended)
      return { ...settled, months: await months(rows), lines: await this.#linesOf(rows, settled.settled) }
    })
    this.inspections++
    for (const month of seen.months) this.#checkMonth(month)
    for (const line of seen.lines) this.#compare(line)
    this.#incarnationMax = seen.newest
    this.#unread = seen.unread
    const sums = { unanswered: 0, unansweredWritten: 0, runsInFlight: [] as number[] }
    for (const run of over) {
      const ended = this.#history.endRun(run)
      sums.unanswered += ended.unanswered
      sums.unansweredWritten += ended.unansweredWritten
      if (0 < ended.unanswered) sums.runsInFlight.push(run)
    }
    return sums
  }

  /** Every incarnation was settled by its own end, or by the start of the next. */
  async assertSettled(store: BooksStore): Promise<void> {
    await store.snapshot(async (rows) => {
      for (const incarnation of await rows.unendedIncarnations()) {
        const grants = await rows.openGrantsOf(incarnation.incarnation)
        assert.fail(`an incarnation was not settled: ${JSON.stringify({ incarnation, grants })}`)
      }
    })
  }

  /** After all nodes have closed: everything is settled, nothing is held, and the sums equal those of the journal. */
  async atRest(store: BooksStore): Promise<void> {
    await store.snapshot(async (rows) => {
      assert.equal(this.#unread.size, 0, 'the journal of every incarnation was read')
      const confirmed = this.#accounts.map(() => 0)
      for (const { account, confirmed: units, hold, reserved, clipped } of await rows.periods()) {
        confirmed[this.#accounts.indexOf(account)]! += units
        assert.deepEqual({ hold, reserved, clipped }, { hold: 0, reserved: 0, clipped: 0 }, `${account} at rest`)
      }
      assert.deepEqual(confirmed, this.chargedUnits, 'the confirmed units equal those of the journal')
      const report = await audit(rows)
      assert.deepEqual(report.differences, [], 'the audit finds nothing')
      // A line that was added to an incarnation after it was read would be one more.
      assert.equal(report.checked.lines, this.lines)
      assert.deepEqual(await rows.doubts(), [], 'the books have no doubt')
    })
  }

  async audit(store: BooksStore): Promise<void> {
    const { differences } = await store.snapshot(audit)
    assert.deepEqual(differences, [], 'the audit finds nothing')
  }

  #checkMonth({ period, acked }: { period: PeriodRow; acked: number }): void {
    const { confirmed, hold, allowance, reserved, clipped } = period
    assert(
      confirmed + acked + hold <= allowance,
      `BEYOND THE ALLOWANCE: ${JSON.stringify(period)} with ${acked} acknowledged`,
    )
    assert(confirmed + reserved + hold <= allowance, `granted too much: ${JSON.stringify(period)}`)
    assert(hold <= HOLD_MAX, `${JSON.stringify(period)}`)
    this.holdMax = Math.max(this.holdMax, hold)
    this.clippedMax = Math.max(this.clippedMax, clipped)
  }

  /**
   * Incarnations that have ended since the last call: their lines no longer change. Their numbers have no gaps.
   */
  #settled(unended: ReadonlySet<number>) {
    const newest = Math.max(this.#incarnationMax, ...unended)
    const unread = new Set(this.#unread)
    for (let one = this.#incarnationMax + 1; one <= newest; one++) unread.add(one)
    const settled = [...unread].filter((incarnation) => !unended.has(incarnation))
    for (const incarnation of settled) unread.delete(incarnation)
    return { newest, unread, settled }
  }

  async #linesOf(rows: Rows, incarnations: readonly number[]): Promise<JournalLine[]> {
    const found: JournalLine[] = []
    for (const incarnation of incarnations) {
      const grants = new Map<number, { readonly account: number; readonly period: string }>()
      const states = new Map((await rows.lineStatesOf(incarnation)).map(({ requestId, state }) => [requestId, state]))
      for await (const { lines } of rows.batchesBack(incarnation, await rows.lastSeq(incarnation))) {
        for (const { requestId, grant: id, units } of lines) {
          const grant = grants.get(id) ?? (await this.#closedGrant(rows, id))
          grants.set(id, grant)
          const state = states.get(requestId)
          assert(state !== 'hold' && state !== 'clipped', `request ${requestId} of a settled incarnation is ${state}`)
          found.push({ requestId, ...grant, units, isVoid: state === 'void' })
        }
      }
    }
    return found
  }

  async #closedGrant(rows: Rows, id: number): Promise<{ readonly account: number; readonly period: string }> {
    const row = await rows.grant(id)
    assert.equal(row?.state, 'closed', `a settled incarnation has taken units of grant ${id}`)
    return { account: this.#accounts.indexOf(row!.account), period: row!.period }
  }

  #compare(line: JournalLine): void {
    this.#history.compare(line)
    this.lines++
    if (line.isVoid) this.voids++
    else this.chargedUnits[line.account]! += line.units
  }
}

async function months(rows: Rows): Promise<{ readonly period: PeriodRow; readonly acked: number }[]> {
  const found = []
  for (const period of await rows.periods()) {
    const grants = await rows.openGrants(period.account, period.period)
    found.push({ period, acked: grants.reduce((sum, grant) => sum + grant.acked, 0) })
  }
  return found
}

export interface RunSums {
  readonly unanswered: number
  readonly unansweredWritten: number
  /** Runs that ended with a debit under way. */
  readonly runsInFlight: readonly number[]
}
