import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { PeriodRow } from '../../src/ledger/books/rows.ts'
import { monthAfter, monthAt } from '../../src/ledger/calendar.ts'
import type { Usage } from '../../src/ledger/node/usage.ts'
import { makeFinal, readNotices } from '../../src/ledger/testing/ledger-time.ts'
import type { TestNode } from '../../src/ledger/testing/test-node.ts'
import { trustInAll } from '../../src/ledger/testing/trust-in-all.ts'
import { chargeOnce, FaultWorld, openWorldBooks } from './fault-world.ts'
import { checkAudit } from './request-outcomes.ts'

const books = await openWorldBooks({ kind: 'sqlite' })
after(() => books[Symbol.asyncDispose]())

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
/** Longer than the interval of heartbeats of a node on SQLite. */
const HEARTBEAT = 1_100

const NOVEMBER = monthAt(Date.UTC(2026, 10, 21))
const MIDDLE = NOVEMBER.endsAtMs - 10 * DAY

class Shop {
  readonly world: FaultWorld
  readonly account: string

  static async open(startsAtMs: number): Promise<Shop> {
    return new Shop(await FaultWorld.open({ kind: 'sqlite', seed: 1, startsAtMs }, books))
  }

  private constructor(world: FaultWorld) {
    this.world = world
    this.account = [...world.accounts.keys()][0]!
  }

  buy(units = 1): Promise<string> {
    return this.world.during(chargeOnce(this.world, this.account, units))
  }

  async step(ms: number): Promise<void> {
    this.world.clockShiftMs += ms
    await this.world.time.pass(HEARTBEAT)
  }

  async usage(): Promise<Usage> {
    const node = await this.world.liveNode()
    const usage = (await this.world.during(node.clients[0]!.call({ name: 'usage', account: this.account }))) as Usage
    assert.equal(usage.outcome, 'usage')
    return usage
  }

  async trust(node: TestNode, why: string): Promise<void> {
    const request = await trustInAll(this.world.store, why)
    await this.world.during(node.clients[0]!.call({ name: 'trust', broken: [], ...request }))
  }

  period(period: string): Promise<PeriodRow | undefined> {
    return this.world.store.snapshot((rows) => rows.period(this.account, period))
  }
}

test('a leap of the clock within a month changes nothing', async () => {
  const shop = await Shop.open(NOVEMBER.startsAtMs + DAY)
  for (const days of [1, 5, 20]) {
    await shop.step(days * DAY)
    assert.equal(await shop.buy(), 'charged')
  }
  assert.equal((await shop.usage()).confirmedUnits, 3)
})

test('a clock that leaps over the end of the month is not trusted until it agrees again', async () => {
  const shop = await Shop.open(MIDDLE)
  assert.equal(await shop.buy(), 'charged')
  await shop.step(11 * DAY)
  assert.equal(await shop.buy(), 'untrusted')
  // It closes no month, however long it lasts.
  await shop.world.time.pass(100 * SECOND)
  assert.equal((await shop.period(NOVEMBER.period))?.state, 'open')
  await shop.step(-11 * DAY)
  assert.equal(await shop.buy(), 'charged')
  const usage = await shop.usage()
  assert.deepEqual([usage.period, usage.confirmedUnits], [NOVEMBER.period, 2])
})

test('a clock that leapt over the end of the month is used once the operator trusts it', async () => {
  const shop = await Shop.open(MIDDLE)
  assert.equal(await shop.buy(), 'charged')
  await shop.step(11 * DAY)
  assert.equal(await shop.buy(), 'untrusted')
  await shop.world.time.pass(HEARTBEAT)
  await shop.trust(await shop.world.liveNode(), 'the server slept')
  assert.equal(await shop.buy(), 'charged')
  const usage = await shop.usage()
  assert.deepEqual([usage.period, usage.confirmedUnits], [monthAfter(NOVEMBER).period, 1])
})

test('trust in one leap of the clock does not extend to a later one, whenever the trust is written', async () => {
  const shop = await Shop.open(MIDDLE)
  assert.equal(await shop.buy(), 'charged')
  await shop.step(11 * DAY)
  shop.world.clockShiftMs += 31 * DAY
  await shop.trust(await shop.world.liveNode(), 'the server slept')
  await shop.world.time.pass(HEARTBEAT)
  assert.equal(await shop.buy(), 'untrusted')
  await shop.step(-42 * DAY)
  assert.equal(await shop.buy(), 'charged')
  assert.equal((await shop.usage()).period, NOVEMBER.period)
})

test('less than a minute over the end of the month is no leap: two clocks may differ so much', async () => {
  const shop = await Shop.open(NOVEMBER.endsAtMs - 20 * SECOND)
  assert.equal(await shop.buy(), 'charged')
  await shop.step(50 * SECOND)
  assert.equal(await shop.buy(), 'charged')
  assert.equal((await shop.usage()).period, monthAfter(NOVEMBER).period)
})

test('while the clock is behind, ledger time stands still and charging continues in the same month', async () => {
  for (const ms of [SECOND, HOUR, DAY]) {
    const shop = await Shop.open(MIDDLE)
    for (let times = 0; times < 3; times++) {
      const node = await shop.world.liveNode()
      const before = (await node.started).ledgerMs()
      await shop.step(-ms)
      assert(before <= (await node.started).ledgerMs())
      assert.equal(await shop.buy(), 'charged')
    }
    assert.equal((await shop.usage()).confirmedUnits, 3)
  }
})

test('a clock that goes back less than a minute across the start of the month reopens no month', async () => {
  const shop = await Shop.open(NOVEMBER.endsAtMs - 2 * SECOND)
  assert.equal(await shop.buy(), 'charged')
  await shop.world.time.pass(10 * SECOND)
  assert.equal(await shop.buy(), 'charged')
  await shop.step(-30 * SECOND)
  assert.equal(await shop.buy(), 'charged')
  assert.equal((await shop.usage()).period, monthAfter(NOVEMBER).period)
  assert.equal((await shop.period(NOVEMBER.period))?.confirmed, 1)
  await shop.world.outcomes.check(shop.world.store, shop.world.node)
})

for (const ms of [HOUR, DAY]) {
  test(`a clock that goes back ${ms / HOUR} h across the start of the month was ahead: the server returns to the month, and charges stay`, async () => {
    const shop = await Shop.open(NOVEMBER.endsAtMs - 2 * SECOND)
    assert.equal(await shop.buy(), 'charged')
    await shop.world.time.pass(10 * SECOND)
    assert.equal(await shop.buy(10), 'charged')
    await shop.step(-ms)
    assert.equal(await shop.buy(), 'charged')
    const usage = await shop.usage()
    assert.deepEqual([usage.period, usage.confirmedUnits], [NOVEMBER.period, 2])
    const december = monthAfter(NOVEMBER).period
    assert.match(
      (await readNotices(shop.world.store)).at(-1)!.detail,
      new RegExp(`\n${shop.account}: 10 units charged to ${december}`),
    )
    await shop.step(ms)
    // By now this is a leap over the end of a month.
    assert.equal(await shop.buy(), 'untrusted')
    await shop.world.time.pass(HEARTBEAT)
    await shop.trust(await shop.world.liveNode(), 'the clock is right')
    assert.equal(await shop.buy(), 'charged')
    const again = await shop.usage()
    assert.deepEqual([again.period, again.confirmedUnits], [december, 11])
    await shop.world.outcomes.check(shop.world.store, shop.world.node)
  })
}

/** On the last three days the clocks of Europe change. */
for (const day of ['2026-11-30', '2027-02-28', '2027-10-31', '2030-03-31', '2032-10-31']) {
  test(`the month that ends on ${day}: a charge that it admitted is charged to it, also when written after its end; it is settled with nothing reserved, and a day later closed`, async () => {
    const month = monthAt(Date.parse(`${day}T12:00:00Z`))
    const next = monthAfter(month)
    const shop = await Shop.open(month.endsAtMs - 5 * SECOND)
    const { world, account } = shop
    assert.equal(await shop.buy(10), 'charged')
    await world.time.pass(month.endsAtMs - world.clock.nowMs() - 5)
    // Its first commit is lost, and the second comes after midnight.
    let commits = 0
    world.faultOf = ({ kind }) => (kind === 'post' && ++commits === 1 ? 'loses' : 'keeps')
    assert.equal(await shop.buy(), 'charged')
    assert(month.endsAtMs <= world.clock.nowMs() && commits === 2)
    await world.time.pass(10 * SECOND)
    assert.equal(await shop.buy(), 'charged')
    await world.time.pass(130 * SECOND)

    const ended = await shop.period(month.period)
    const { state, confirmed, reserved, hold, exposure } = ended!
    assert.deepEqual(
      { state, confirmed, reserved, hold, exposure },
      { state: 'open', confirmed: 11, reserved: 0, hold: 0, exposure: 0 },
    )
    await makeFinal(world.store, month.endsAtMs)
    await world.time.pass(10 * SECOND)
    assert.deepEqual(await shop.period(month.period), { ...ended, state: 'closed' })
    const usage = await shop.usage()
    assert.deepEqual(
      [usage.period, usage.confirmedUnits, usage.allowanceUnits],
      [next.period, 1, world.accounts.get(account)],
    )
    while ((await shop.buy(1)) === 'charged');
    assert.equal(await shop.buy(1), 'monthly_limit')
    const charged = await world.outcomes.check(world.store, world.node)
    assert.equal(charged.get(account), 11 + world.accounts.get(account)!, 'what was not used in a month lapses with it')
    await world.during((await (await world.liveNode()).started).close())
    await checkAudit(world.store)
  })
}
