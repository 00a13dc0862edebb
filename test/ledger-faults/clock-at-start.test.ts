import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FINAL_MS, SETTLING_MS, STEADY_MS } from '../../src/ledger/books/limits.ts'
import type { PeriodRow } from '../../src/ledger/books/rows.ts'
import { monthAfter, monthAt } from '../../src/ledger/calendar.ts'
import type { Usage } from '../../src/ledger/node/usage.ts'
import { makeFinal, readNotices } from '../../src/ledger/testing/ledger-time.ts'
import { trustInAll } from '../../src/ledger/testing/trust-in-all.ts'
import { chargeOnce, FaultWorld, openWorldBooks } from './fault-world.ts'
import { checkAudit } from './request-outcomes.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
const HEARTBEAT = 1_100
/** The time in which a node settles the rest of a month that was over when it started. */
const SETTLED = Math.max(SETTLING_MS, STEADY_MS) + 20 * SECOND

const NOVEMBER = monthAt(Date.UTC(2026, 10, 21))
const DECEMBER = monthAfter(NOVEMBER)
const MIDDLE = NOVEMBER.endsAtMs - 10 * DAY

/** A server with its own books that the test can restart. */
class Server implements AsyncDisposable {
  readonly world: FaultWorld
  readonly account: string

  static async open(startsAtMs = MIDDLE): Promise<Server> {
    const books = await openWorldBooks({ kind: 'sqlite' })
    return new Server(await FaultWorld.open({ kind: 'sqlite', seed: 1, startsAtMs }, books))
  }

  private constructor(world: FaultWorld) {
    this.world = world
    this.account = [...world.accounts.keys()][0]!
  }

  /** Stops, moves the clock, and starts. */
  async restart(clockMs: number): Promise<void> {
    const node = await this.world.liveNode()
    this.world.clockShiftMs += clockMs
    node.crash()
    await this.world.time.pass(HEARTBEAT)
  }

  async step(ms: number): Promise<void> {
    this.world.clockShiftMs += ms
    await this.world.time.pass(2 * HEARTBEAT)
  }

  pass(ms: number): Promise<void> {
    return this.world.time.pass(ms)
  }

  /** The outcome of a charge, and the month of the account. */
  async buy(units = 1): Promise<string> {
    const end = await this.world.during(chargeOnce(this.world, this.account, units))
    if (end !== 'charged') return end
    const node = await this.world.liveNode()
    const usage = (await this.world.during(node.clients[0]!.call({ name: 'usage', account: this.account }))) as Usage
    return `${usage.period}: ${usage.confirmedUnits}`
  }

  period(period: string): Promise<PeriodRow | undefined> {
    return this.world.store.snapshot((rows) => rows.period(this.account, period))
  }

  async doubts(): Promise<string[]> {
    const doubts = await this.world.store.snapshot((rows) => rows.doubts())
    return doubts.filter(({ resolvedAtMs }) => resolvedAtMs === null).map(({ detail }) => detail)
  }

  async trust(): Promise<void> {
    const node = await this.world.liveNode()
    await this.world.during(
      node.clients[0]!.call({ name: 'trust', ...(await trustInAll(this.world.store, 'looked')), broken: [] }),
    )
    await this.pass(HEARTBEAT)
  }

  async allow(units: number): Promise<void> {
    const node = await this.world.liveNode()
    const call = { name: 'set_allowance', account: this.account, units, who: 'operator' } as const
    await this.world.during(node.clients[0]!.call(call))
  }

  /** Everything that was answered is in the books, and the audit finds nothing. */
  async check(): Promise<void> {
    await this.world.outcomes.check(this.world.store, this.world.node)
    await this.world.during((await (await this.world.liveNode()).started).close())
    await checkAudit(this.world.store)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.world.books[Symbol.asyncDispose]()
  }
}

describe('a clock that is ahead when the server starts', () => {
  test('closes no month: when it is corrected the server continues in the old month, and lists what stays charged to the next', async () => {
    await using server = await Server.open()
    assert.equal(await server.buy(), '2026-11: 1')
    await server.restart(11 * DAY)
    await server.pass(SETTLED)
    assert.equal(await server.buy(10), '2026-12: 10')
    assert.equal((await server.period('2026-11'))?.state, 'open')
    await server.restart(-11 * DAY)
    assert.equal(await server.buy(), '2026-11: 2')
    const [notice, ...others] = await readNotices(server.world.store)
    assert.deepEqual(others, [])
    assert.match(notice!.detail, /^the clock shows 2026-11-20T.*, ledger time was 2026-12-01T.* returned to 2026-11\n/)
    assert.match(notice!.detail, new RegExp(`\n${server.account}: 10 units charged to 2026-12$`))
    assert.deepEqual(await server.doubts(), [])
    await server.check()
  })

  test('leaves charges to the next month, which continue when that month begins', async () => {
    await using server = await Server.open(NOVEMBER.endsAtMs - HOUR)
    await server.restart(2 * HOUR)
    assert.equal(await server.buy(10), '2026-12: 10')
    await server.restart(-2 * HOUR)
    assert.equal(await server.buy(), '2026-11: 1')
    for (let minutes = 0; minutes < 61; minutes++) await server.pass(60 * SECOND)
    assert.equal(await server.buy(), '2026-12: 11')
    assert.equal((await server.period('2026-11'))?.confirmed, 1)
    await server.check()
  })

  test('lets an allowance that is cut after the correction apply to the next month too, and the audit explains both', async () => {
    await using server = await Server.open()
    await server.restart(11 * DAY)
    assert.equal(await server.buy(10), '2026-12: 10')
    await server.restart(-11 * DAY)
    for (const units of [50, 30]) await server.allow(units)
    assert.equal(await server.buy(), '2026-11: 1')
    const { allowance, allowanceMax } = (await server.period('2026-12'))!
    assert.deepEqual([allowance, allowanceMax], [30, server.world.accounts.get(server.account)])
    await server.check()
  })

  test('by two months is corrected across both month ends', async () => {
    await using server = await Server.open()
    assert.equal(await server.buy(), '2026-11: 1')
    await server.restart(11 * DAY)
    assert.equal(await server.buy(), '2026-12: 1')
    await server.restart(31 * DAY)
    assert.equal(await server.buy(), '2027-01: 1')
    await server.restart(-42 * DAY)
    assert.equal(await server.buy(), '2026-11: 2')
    const [notice] = await readNotices(server.world.store)
    assert.match(notice!.detail, /: 1 unit charged to 2026-12\n.*: 1 unit charged to 2027-01$/)
    await server.check()
  })
})

describe('a clock that is behind when the server starts', () => {
  test('in a closed month charges nothing; the doubt names both times, and ends when the clock is corrected', async () => {
    await using server = await Server.open()
    assert.equal(await server.buy(), '2026-11: 1')
    await makeFinal(server.world.store, NOVEMBER.startsAtMs + HOUR)
    await server.restart(-30 * DAY)
    assert.equal(await server.buy(), 'untrusted')
    const [doubt, ...others] = await server.doubts()
    assert.deepEqual(others, [])
    assert.match(
      doubt!,
      /^the clock shows 2026-10-21T.*, in a month that is closed for good; ledger time is 2026-11-20T/,
    )
    const status = (await (await server.world.liveNode()).started).trust.status()
    assert(status.reasons.some(({ detail }) => detail.includes(doubt!)))
    assert.equal(await server.period('2026-10'), undefined)
    await server.step(30 * DAY)
    assert.equal(await server.buy(), '2026-11: 2')
    assert.deepEqual(await server.doubts(), [])
    await server.check()
  })

  test('in the same month stops ledger time, and charging continues', async () => {
    await using server = await Server.open()
    assert.equal(await server.buy(), '2026-11: 1')
    const before = (await (await server.world.liveNode()).started).ledgerMs()
    await server.restart(-5 * DAY)
    assert.equal(await server.buy(), '2026-11: 2')
    assert(before - SECOND <= (await (await server.world.liveNode()).started).ledgerMs())
    await server.check()
  })

  test('a month is closed a day after its end, and the server does not return to it', async () => {
    await using server = await Server.open(NOVEMBER.endsAtMs - 10 * SECOND)
    assert.equal(await server.buy(), '2026-11: 1')
    await server.pass(20 * SECOND)
    assert.equal(await server.buy(), '2026-12: 1')
    await server.pass(SETTLED)
    await server.world.store.transaction(async (rows) => {
      const time = await rows.lockLedgerTime()
      assert(0 < time.undisputedMs && time.undisputedMs < SETTLED + 20 * SECOND)
      await rows.putLedgerTime({ ...time, undisputedMs: FINAL_MS - 100 * SECOND })
    })
    await server.step(DAY)
    await server.pass(90 * SECOND)
    assert.equal((await server.period('2026-11'))?.state, 'open')
    await server.pass(20 * SECOND)
    assert.equal((await server.period('2026-11'))?.state, 'closed')
    await server.restart(-2 * DAY)
    assert.equal(await server.buy(), 'untrusted')
    await server.step(2 * DAY)
    assert.equal(await server.buy(), '2026-12: 2')
    await server.check()
  })
})

test('a clock that the operator trusts in a closed month is the ledger time, and that month stays closed', async () => {
  await using server = await Server.open(DECEMBER.startsAtMs + 2 * DAY)
  await server.restart(-3 * DAY)
  assert.equal(await server.buy(), '2026-11: 1')
  await server.restart(3 * DAY)
  assert.equal(await server.buy(), '2026-12: 1')
  await makeFinal(server.world.store, DECEMBER.startsAtMs + DAY)
  await server.pass(SETTLED)
  assert.equal((await server.period('2026-11'))?.state, 'closed')
  await server.step(-3 * DAY)
  assert.equal(await server.buy(), 'untrusted')
  await server.trust()
  assert.deepEqual(await server.doubts(), [])
  assert.equal(await server.buy(), 'unavailable')
  await server.check()
})
