import assert from 'node:assert/strict'
import { until } from '../../../src/stdx/testing/until.ts'
import { addresses, becomesConfirmed, companies, detail, OPERATIONS, session, usage } from '../asking.ts'
import { becomes, outcomeOf, type Scene } from '../scene.ts'
import { booksTest, type Sentences, usageTest } from '../sentence.ts'

type UsageData = Readonly<Record<string, number>>

/** At each server. */
export async function usagesAt(scene: Scene): Promise<UsageData[]> {
  return (await scene.askAll(usage())).map(({ json }) => json.data)
}

/** Buys until the month is used up, from each server in turn, and says how often that went. */
async function buyOut(scene: Scene): Promise<number> {
  for (let bought = 0; bought <= BOUGHT_MAX; bought++) {
    const outcome = outcomeOf(await scene.ask(companies()))
    if (outcome === '429 monthly_limit_reached') return bought
    assert.equal(outcome, '200')
  }
  assert.fail(`more than ${BOUGHT_MAX} could be bought`)
}

/** More than any of these accounts may use. */
const BOUGHT_MAX = 50

const times = (count: number, operation: typeof companies) => Array.from({ length: count }, () => operation())

/**
 * What an account may use in a month, and what the books have of it: the same for one server, and for several that
 * charge for the same accounts.
 */
export const MONTHS: Sentences = {
  async 'an account may use 100000 units a month by default, which are 10000 credits'(scene) {
    for (const { allowance_units } of await usagesAt(await scene.withCustomer())) assert.equal(allowance_units, 100_000)
  },
  async 'an allowance is set for one account'(scene) {
    const other = await scene.withCustomer({ allowanceUnits: 7 })
    await scene.withCustomer()
    for (const { allowance_units } of await usagesAt(other)) assert.equal(allowance_units, 7)
  },
  async 'all projects and keys of an account share its units'(scene) {
    const first = await scene.withCustomer()
    const second = await scene.withCustomer({ account: first.customer.account })
    for (const own of [first, second]) await own.expect('200', ...times(scene.servers.length, companies))
    for (const own of [first, second]) await becomesConfirmed(own, 2 * scene.servers.length)
  },
  async 'accounts share no units'(scene) {
    const [one, other] = [await scene.withCustomer(), await scene.withCustomer()]
    await one.ask(companies())
    await becomesConfirmed(one, 1)
    for (const { confirmed_units } of await usagesAt(other)) assert.equal(confirmed_units, 0)
  },
  async 'an account can use exactly the units of its allowance'(scene) {
    const own = await scene.withCustomer({ allowanceUnits: 9 })
    assert.equal(await buyOut(own), 9)
    await becomesConfirmed(own, 9)
  },
  async 'an account never uses more than its allowance, however many requests are concurrent'(scene) {
    const own = await scene.withCustomer({ allowanceUnits: 15 })
    const replies = await Promise.all(times(40, companies).map((asking) => own.ask(asking)))
    const charged = replies.filter(({ status }) => status === 200).length
    for (const reply of replies) if (reply.status !== 200) assert.equal(outcomeOf(reply), '429 monthly_limit_reached')
    assert.equal(charged + (await buyOut(own)), 15)
  },
  async 'a used-up month is 429, with the seconds until the next one begins'(scene) {
    const own = await scene.withCustomer({ allowanceUnits: 1 })
    await buyOut(own)
    const { headers } = await own.ask(usage())
    for (const reply of await own.askAll(companies())) {
      assert.equal(reply.json.error.code, 'monthly_limit_reached')
      const seconds = (Date.parse(headers['x-credits-reset-at'] as string) - scene.servers[0].clock.nowMs()) / 1000
      assert(Math.abs(reply.json.error.retry_after_seconds - seconds) < 60)
      assert.equal(reply.headers['retry-after'], String(reply.json.error.retry_after_seconds))
    }
  },
  async 'a used-up month charges nothing more, and free requests are still answered'(scene) {
    const own = await scene.withCustomer({ allowanceUnits: 2 })
    await buyOut(own)
    for (const operation of [usage, session])
      for (const { status } of await own.askAll(operation())) assert.equal(status, 200)
    await becomesConfirmed(own, 2)
  },
  async 'a detail that costs more than is left is 429, and a suggestion is still served'(scene) {
    const own = await scene.withCustomer({ allowanceUnits: 5 })
    await own.expect('429 monthly_limit_reached', detail())
    assert.equal(await buyOut(own), 5)
  },
  async 'a larger allowance can be used at once, and used units stay used'(scene) {
    const own = await scene.withCustomer({ allowanceUnits: 2 })
    await buyOut(own)
    await scene.servers[0].ledger.setAllowance(own.customer.account, 5, 'test')
    // A server may repeat a refusal for 250 ms after another server was told of the larger allowance.
    for (const server of scene.servers)
      await becomes(200, async () => (await server.ask(await companies()(own))).status)
    assert.equal(await buyOut(own), 3 - scene.servers.length)
  },
  async 'the month is a calendar month in Bratislava, the same for all'(scene) {
    const month = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Bratislava', year: 'numeric', month: '2-digit' })
    const now = month.format(scene.servers[0].clock.nowMs())
    for (const { json, headers } of await scene.askAll(usage()))
      assert.deepEqual([json.data.period, headers['x-credits-period']], [now, now])
  },
  async 'confirmed units are those of successful responses'(scene) {
    const own = await scene.withCustomer()
    await own.ask(detail())
    await becomesConfirmed(own, 10)
  },
  async 'reserved units are the prepared, in-flight and pending ones, and not the confirmed ones'(scene) {
    const own = await scene.withCustomer()
    await own.askAll(companies())
    for (const one of await usagesAt(own)) {
      const parts = one.prepared_available_units! + one.pending_spent_units! + one.in_flight_reserved_units!
      assert.equal(one.reserved_units, parts)
      assert(0 < one.reserved_units!)
    }
  },
  async 'confirmed, reserved and held units never exceed the allowance together'(scene) {
    const own = await scene.withCustomer({ allowanceUnits: 20 })
    const asked = Array.from({ length: 30 }, (_, i) => own.ask(i % 3 === 0 ? usage() : companies()))
    for (const { json } of await Promise.all(asked)) {
      if (json.data?.allowance_units === undefined) continue
      const { confirmed_units, reserved_units, recovery_hold_units, allowance_units } = json.data
      assert(confirmed_units + reserved_units + recovery_hold_units <= allowance_units)
    }
  },
  async 'nothing is held while nothing failed'(scene) {
    for (const { recovery_hold_units } of await usagesAt(scene)) assert.equal(recovery_hold_units, 0)
  },
  async 'the header of available units has the prepared units of the answering server'(scene) {
    const own = await scene.withCustomer({ allowanceUnits: 30 })
    for (const { headers } of await own.askAll(companies())) {
      const available = Number(headers['x-credits-available-units'])
      assert(0 <= available && available < 30)
    }
    for (const { headers, json } of await own.askAll(usage()))
      assert.equal(headers['x-credits-available-units'], String(json.data.prepared_available_units))
  },
  'the audit of the books finds no difference afterwards': async (scene) =>
    assert.equal((await scene.servers[0].audit()).differencesTotal, 0),
  async 'the books are charged before the response is sent: its units are visible at every server'(scene) {
    const own = await scene.withCustomer()
    let answered = 0
    let seen = 0
    for (let i = 0; i < 4; i++)
      for (const operation of [companies, detail])
        for (const server of scene.servers) {
          const { status, headers } = await server.ask(await operation()(own))
          assert.equal(status, 200)
          answered += Number(headers['x-credits-charged-units'])
          for (const { confirmed_units, pending_spent_units } of await usagesAt(own)) {
            const charged = confirmed_units! + pending_spent_units!
            assert(answered <= charged, `the responses have ${answered} units, the books ${charged}`)
            assert(seen <= charged, `${seen} units were in the books, and now ${charged}`)
            seen = charged
          }
        }
    assert.equal(seen, scene.servers.length * 4 * (1 + 10))
  },
  async 'every operation is answered for an account with units left'(scene) {
    for (const operation of OPERATIONS)
      for (const { status } of await scene.askAll(operation())) assert.equal(status, 200)
  },
  async 'an account that the books suspended is 403 and is not charged'(scene) {
    const own = await scene.withCustomer()
    await scene.servers[0].ledger.setState(own.customer.account, 'suspended')
    for (const server of scene.servers) {
      const look = async () => outcomeOf(await server.ask(await companies()(own)))
      assert.equal(await until(look, 'the suspension', (seen) => seen !== '200'), '403 forbidden')
    }
    await own.expect('403 forbidden', addresses(), detail())
  },
  'at most 100 units of an account are held back by a recovery in a month': usageTest(
    'the hold is never above 100 units, nor above what is left',
  ),
  'units do not carry over to the next month': booksTest(
    'a month that turns gives each account its allowance anew, and nothing else',
  ),
}
