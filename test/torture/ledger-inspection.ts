import assert from 'node:assert/strict'
import { HOLD_MAX } from '../../src/ledger/books/limits.ts'
import type { PeriodRow } from '../../src/ledger/books/rows.ts'
import type { BooksStore, Rows } from '../../src/ledger/books/store.ts'
import { audit } from '../../src/ledger/testing/audit.ts'
import type { JournalLine, SoldHistory } from './sold-history.ts'

/** Looks into the books from outside, as an operator's command does, and holds them against what clients were told. */
export class LedgerInspection {
  readonly #history: SoldHistory
  readonly #accounts: readonly string[]
  /** Lives of nodes whose journal has not been read: they were not over. */
  #unread = new Set<number>()
  #incarnationMax = 0
  /** Units of the lines that count, by account. */
  readonly chargedUnits: number[]
  lines = 0
  voids = 0
  inspections = 0
  holdMax = 0
  clippedMax = 0

  constructor(history: SoldHistory, accounts: readonly string[]) {
    this.#history = history
    this.#accounts = accounts
    this.chargedUnits = accounts.map(() => 0)
  }

  /**
   * What changed since the last time. `over`: lives of sellers whose nodes have been opened again, so that all of them
   * is settled.
   */
  async look(store: BooksStore, over: readonly number[]): Promise<LifeSums> {
    // First all of it is read, because the connection may break; then it is judged.
    const seen = await store.snapshot(async (rows) => {
      const unended = new Set((await rows.unendedIncarnations()).map(({ incarnation }) => incarnation))
      const settled = this.#settled(unended)
      return { ...settled, months: await months(rows), lines: await this.#linesOf(rows, settled.settled) }
    })
    this.inspections++
    for (const month of seen.months) this.#checkMonth(month)
    for (const line of seen.lines) this.#see(line)
    this.#incarnationMax = seen.newest
    this.#unread = seen.unread
    const sums = { untold: 0, untoldWritten: 0, livesInFlight: [] as number[] }
    for (const life of over) {
      const ended = this.#history.end(life)
      sums.untold += ended.untold
      sums.untoldWritten += ended.untoldWritten
      if (0 < ended.untold) sums.livesInFlight.push(life)
    }
    return sums
  }

  /** Every life was settled by its own end, or by the start of the next. */
  async assertSettled(store: BooksStore): Promise<void> {
    await store.snapshot(async (rows) => {
      for (const incarnation of await rows.unendedIncarnations()) {
        const grants = await rows.openGrantsOf(incarnation.incarnation)
        assert.fail(`a life was not settled: ${JSON.stringify({ incarnation, grants })}`)
      }
    })
  }

  /** All nodes were closed: everything is settled, nothing stands as a hold, and the whole journal sums up. */
  async atRest(store: BooksStore): Promise<void> {
    await store.snapshot(async (rows) => {
      assert.equal(this.#unread.size, 0, 'the journal of every life was read')
      const confirmed = this.#accounts.map(() => 0)
      for (const { account, confirmed: units, hold, reserved, clipped } of await rows.periods()) {
        confirmed[this.#accounts.indexOf(account)]! += units
        assert.deepEqual({ hold, reserved, clipped }, { hold: 0, reserved: 0, clipped: 0 }, `${account} at rest`)
      }
      assert.deepEqual(confirmed, this.chargedUnits, 'what is confirmed is what the journal says')
      const report = await audit(rows)
      assert.deepEqual(report.differences, [], 'the audit finds nothing')
      // A line that was added to a life after it was read would be one more.
      assert.equal(report.checked.lines, this.lines)
      assert.deepEqual(await rows.doubts(), [], 'nobody doubted the books')
    })
  }

  async audit(store: BooksStore): Promise<void> {
    const { differences } = await store.snapshot(audit)
    assert.deepEqual(differences, [], 'the audit finds nothing')
  }

  #checkMonth({ period, acked }: { period: PeriodRow; acked: number }): void {
    const { confirmed, hold, allowance, reserved, clipped } = period
    assert(confirmed + acked + hold <= allowance, `OVERSOLD: ${JSON.stringify(period)} with ${acked} acknowledged`)
    assert(confirmed + reserved + hold <= allowance, `given out too much: ${JSON.stringify(period)}`)
    assert(hold <= HOLD_MAX, `${JSON.stringify(period)}`)
    this.holdMax = Math.max(this.holdMax, hold)
    this.clippedMax = Math.max(this.clippedMax, clipped)
  }

  /**
   * Lives of nodes that have ended since the last time: nothing of them changes any more. Numbers are given without a
   * gap.
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
          assert(state !== 'hold' && state !== 'clipped', `request ${requestId} of a settled life is ${state}`)
          found.push({ requestId, ...grant, units, isVoid: state === 'void' })
        }
      }
    }
    return found
  }

  async #closedGrant(rows: Rows, id: number): Promise<{ readonly account: number; readonly period: string }> {
    const row = await rows.grant(id)
    assert.equal(row?.state, 'closed', `a settled life has taken units of grant ${id}`)
    return { account: this.#accounts.indexOf(row!.account), period: row!.period }
  }

  #see(line: JournalLine): void {
    this.#history.see(line)
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

export interface LifeSums {
  readonly untold: number
  readonly untoldWritten: number
  /** Lives that ended with a debit under way. */
  readonly livesInFlight: readonly number[]
}
