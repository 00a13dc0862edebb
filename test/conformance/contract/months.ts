import assert from 'node:assert/strict'
import type { Customer } from '../../../src/http/testing/service.ts'
import { companies, detail, OPERATIONS, readConfirmedUnits, session, usage } from '../asking.ts'
import { becomes, type Scene } from '../scene.ts'
import { CHARGE, citeTest, type Sentence } from '../sentence.ts'

type UsageData = Readonly<Record<string, number>>

/** At each node. */
export async function usagesAt(scene: Scene, customer: Customer): Promise<UsageData[]> {
  const all: UsageData[] = []
  for (const node of scene.nodes) all.push((await node.ask(usage({ customer }))).json.data)
  return all
}

/** Buys until the month is used up, from each node in turn, and says how often that went. */
async function buyOut(scene: Scene, customer: Customer): Promise<number> {
  for (let bought = 0; ; ) {
    const { status, json } = await scene.ask(companies({ customer }))
    if (status === 200) bought += 1
    else {
      assert.deepEqual([status, json.error.code], [429, 'monthly_limit_reached'])
      return bought
    }
  }
}

/**
 * What an account may use in a month, and what the books have of it: the same for one node, and for several that charge
 * for the same accounts.
 */
export const MONTHS: readonly Sentence[] = [
  [
    'an account may use 100000 units a month by default, which are 10000 credits',
    async (scene) => {
      for (const { allowance_units } of await usagesAt(scene, await scene.newCustomer()))
        assert.equal(allowance_units, 100_000)
    },
  ],
  [
    'an allowance is set for one account',
    async (scene) => {
      const other = await scene.newCustomer({ allowanceUnits: 7 })
      await scene.newCustomer()
      for (const { allowance_units } of await usagesAt(scene, other)) assert.equal(allowance_units, 7)
    },
  ],
  [
    'all projects and keys of an account share its units',
    async (scene) => {
      const first = await scene.newCustomer()
      const second = await scene.newCustomer({ account: first.account })
      for (const customer of [first, second])
        for (const _ of scene.nodes) assert.equal((await scene.ask(companies({ customer }))).status, 200)
      const total = 2 * scene.nodes.length
      for (const customer of [first, second])
        await becomes(
          scene.nodes.map(() => total),
          () => readConfirmedUnits(scene, customer),
        )
    },
  ],
  [
    'accounts share no units',
    async (scene) => {
      const [one, other] = [await scene.newCustomer(), await scene.newCustomer()]
      await scene.ask(companies({ customer: one }))
      await becomes(
        scene.nodes.map(() => 1),
        () => readConfirmedUnits(scene, one),
      )
      assert.deepEqual(
        await readConfirmedUnits(scene, other),
        scene.nodes.map(() => 0),
      )
    },
  ],
  [
    'an account can use exactly the units of its allowance',
    async (scene) => {
      const customer = await scene.newCustomer({ allowanceUnits: 9 })
      assert.equal(await buyOut(scene, customer), 9)
      await becomes(
        scene.nodes.map(() => 9),
        () => readConfirmedUnits(scene, customer),
      )
    },
  ],
  [
    'an account never uses more than its allowance, however many requests are concurrent',
    async (scene) => {
      const customer = await scene.newCustomer({ allowanceUnits: 15 })
      const replies = await Promise.all(Array.from({ length: 40 }, () => scene.ask(companies({ customer }))))
      const charged = replies.filter(({ status }) => status === 200).length
      for (const { status, json } of replies)
        if (status !== 200) assert.match(`${status} ${json.error.code}`, /^429 monthly_limit_reached$/)
      assert.equal(charged + (await buyOut(scene, customer)), 15)
    },
  ],
  [
    'a used-up month is 429, with the seconds until the next one begins',
    async (scene) => {
      const customer = await scene.newCustomer({ allowanceUnits: 1 })
      await buyOut(scene, customer)
      const { headers } = await scene.ask(usage({ customer }))
      for (const _ of scene.nodes) {
        const reply = await scene.ask(companies({ customer }))
        assert.equal(reply.json.error.code, 'monthly_limit_reached')
        const seconds = (Date.parse(headers['x-credits-reset-at'] as string) - scene.nodes[0].clock.nowMs()) / 1000
        assert(Math.abs(reply.json.error.retry_after_seconds - seconds) < 60)
        assert.equal(reply.headers['retry-after'], String(reply.json.error.retry_after_seconds))
      }
    },
  ],
  [
    'a used-up month charges nothing more, and free requests are still answered',
    async (scene) => {
      const customer = await scene.newCustomer({ allowanceUnits: 2 })
      await buyOut(scene, customer)
      for (const operation of [usage, session])
        for (const _ of scene.nodes) assert.equal((await scene.ask(operation({ customer }))).status, 200)
      await becomes(
        scene.nodes.map(() => 2),
        () => readConfirmedUnits(scene, customer),
      )
    },
  ],
  [
    'a detail that costs more than is left is 429, and a suggestion is still served',
    async (scene) => {
      const customer = await scene.newCustomer({ allowanceUnits: 5 })
      const { status, json } = await scene.ask(detail({ customer }))
      assert.deepEqual([status, json.error.code], [429, 'monthly_limit_reached'])
      assert.equal(await buyOut(scene, customer), 5)
    },
  ],
  [
    'a larger allowance can be used at once, and used units stay used',
    async (scene) => {
      const customer = await scene.newCustomer({ allowanceUnits: 2 })
      await buyOut(scene, customer)
      await scene.nodes[0].ledger.setAllowance(customer.account, 5, 'test')
      // A node may repeat a refusal for 250 ms after another node was told of the larger allowance.
      for (const node of scene.nodes) await becomes(200, async () => (await node.ask(companies({ customer }))).status)
      assert.equal(await buyOut(scene, customer), 3 - scene.nodes.length)
    },
  ],
  [
    'the month is a calendar month in Bratislava, the same for all',
    async (scene) => {
      const month = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Bratislava', year: 'numeric', month: '2-digit' })
      const now = month.format(scene.nodes[0].clock.nowMs())
      for (const node of scene.nodes) {
        const { json, headers } = await node.ask(usage(scene))
        assert.deepEqual([json.data.period, headers['x-credits-period']], [now, now])
      }
    },
  ],
  [
    'confirmed units are those of successful responses',
    async (scene) => {
      const customer = await scene.newCustomer()
      await scene.ask(detail({ customer }))
      await becomes(
        scene.nodes.map(() => 10),
        () => readConfirmedUnits(scene, customer),
      )
    },
  ],
  [
    'reserved units are the prepared, in-flight and pending ones, and not the confirmed ones',
    async (scene) => {
      const customer = await scene.newCustomer()
      for (const _ of scene.nodes) await scene.ask(companies({ customer }))
      for (const one of await usagesAt(scene, customer)) {
        const parts = one.prepared_available_units! + one.pending_spent_units! + one.in_flight_reserved_units!
        assert.equal(one.reserved_units, parts)
        assert(0 < one.reserved_units!)
      }
    },
  ],
  [
    'confirmed, reserved and held units never exceed the allowance together',
    async (scene) => {
      const customer = await scene.newCustomer({ allowanceUnits: 20 })
      const asked = Array.from({ length: 30 }, (_, i) =>
        scene.ask(i % 3 === 0 ? usage({ customer }) : companies({ customer })),
      )
      for (const { json } of await Promise.all(asked)) {
        if (json.data?.allowance_units === undefined) continue
        const { confirmed_units, reserved_units, recovery_hold_units, allowance_units } = json.data
        assert(confirmed_units + reserved_units + recovery_hold_units <= allowance_units)
      }
    },
  ],
  [
    'nothing is held while nothing failed',
    async (scene) => {
      for (const { recovery_hold_units } of await usagesAt(scene, scene.customer)) assert.equal(recovery_hold_units, 0)
    },
  ],
  [
    'the header of available units has the prepared units of the answering server',
    async (scene) => {
      const customer = await scene.newCustomer({ allowanceUnits: 30 })
      for (const node of scene.nodes) {
        const { headers } = await node.ask(companies({ customer }))
        const available = Number(headers['x-credits-available-units'])
        assert(0 <= available && available < 30)
      }
    },
  ],
  [
    'the audit of the books finds no difference afterwards',
    async (scene) => {
      assert.equal((await scene.nodes[0].audit()).differencesTotal, 0)
    },
  ],
  [
    'the books are charged before the response is sent: its units are visible at every node',
    async (scene) => {
      const customer = await scene.newCustomer()
      const operations = Array.from({ length: 4 }, () => [companies, detail]).flat()
      let answered = 0
      let seen = 0
      for (const operation of operations)
        for (const node of scene.nodes) {
          const { status, headers } = await node.ask(operation({ customer }))
          assert.equal(status, 200)
          answered += Number(headers['x-credits-charged-units'])
          for (const { confirmed_units, pending_spent_units } of await usagesAt(scene, customer)) {
            const charged = confirmed_units! + pending_spent_units!
            assert(answered <= charged, `the responses have ${answered} units, the books ${charged}`)
            assert(seen <= charged, `${seen} units were in the books, and now ${charged}`)
            seen = charged
          }
        }
      assert.equal(seen, scene.nodes.length * 4 * (1 + 10))
    },
  ],
  [
    'every operation is answered for an account with units left',
    async (scene) => {
      for (const operation of Object.values(OPERATIONS))
        for (const _ of scene.nodes) assert.equal((await scene.ask(operation(scene))).status, 200)
    },
  ],
  ['an account that the books suspended is 403', citeTest(CHARGE, '403 when the books have suspended the account')],
  [
    'at most 100 units of an account are held back by a recovery in a month',
    citeTest('src/ledger/server/usage.test.ts', 'the hold is never above 100 units, nor above what is left'),
  ],
  [
    'units do not carry over to the next month',
    citeTest(
      'test/ledger/scenes.test.ts',
      'a month that turns gives each account its allowance anew, and nothing else',
    ),
  ],
]
