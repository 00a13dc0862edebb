import assert from 'node:assert/strict'
import { ICOS } from '../../../src/http/testing/example-release.ts'
import { ORIGIN } from '../../../src/http/testing/service.ts'
import { addresses, charges, companies, costs, detail, PATHS, preflight, session, tokenOf, usage } from '../asking.ts'
import { becomes } from '../scene.ts'
import { citeTest, RAW, type Sentence } from '../sentence.ts'
import { usagesAt } from './months.ts'

/**
 * What each answer costs, and that nothing else does. All of it holds for one node, and for several that charge for the
 * same accounts.
 */
export const PRICES: readonly Sentence[] = [
  ['a suggestion of addresses costs 1 unit', costs(1, 200, (scene) => addresses(scene))],
  ['a suggestion of companies costs 1 unit', costs(1, 200, (scene) => companies(scene))],
  ['a detail costs 10 units', costs(10, 200, (scene) => detail(scene))],
  ['a session costs nothing', costs(0, 200, (scene) => session(scene))],
  ['usage costs nothing', costs(0, 200, (scene) => usage(scene))],
  ['a preflight costs nothing', costs(0, 204, () => preflight(PATHS.companies, 'GET'))],
  [
    'a suggestion without hits costs 1 unit too',
    costs(
      1,
      200,
      (scene) => companies(scene, { q: 'qqqqqqqq' }),
      (scene) => addresses(scene, { q: 'qqqqqqqq' }),
    ),
  ],
  ['a detail of a dissolved company costs the same', costs(10, 200, (scene) => detail(scene, ICOS.dissolved))],
  ['a detail of a withdrawn company costs the same', costs(10, 200, (scene) => detail(scene, ICOS.withdrawn))],
  [
    'the limit does not change the price',
    costs(
      1,
      200,
      (scene) => companies(scene, { limit: 1 }),
      (scene) => companies(scene, { limit: 10 }),
    ),
  ],
  [
    '400 costs nothing',
    costs(
      0,
      400,
      (scene) => companies(scene, { q: 'a' }),
      (scene) => addresses(scene, { limit: 0 }),
      (scene) => detail(scene, '1'),
    ),
  ],
  ['401 costs nothing', costs(0, 401, (scene) => companies(scene, {}, { key: '' }))],
  [
    '403 costs nothing',
    costs(0, 403, async (scene) => detail(scene, ICOS.living, { key: await tokenOf(scene), origin: ORIGIN })),
  ],
  ['404 costs nothing', costs(0, 404, (scene) => detail(scene, ICOS.unknown))],
  [
    '405 costs nothing, even for HEAD',
    costs(
      0,
      405,
      (scene) => companies(scene, {}, { method: 'HEAD' }),
      (scene) => detail(scene, ICOS.living, { method: 'DELETE' }),
    ),
  ],
  [
    '409 costs nothing',
    costs(
      0,
      409,
      (scene) => detail(scene, ICOS.severalCurrent),
      (scene) => detail(scene, ICOS.severalHistorical),
    ),
  ],
  ['413 costs nothing', costs(0, 413, (scene) => companies(scene, {}, { method: 'GET', body: 'x'.repeat(16_385) }))],
  ['503 costs nothing', costs(0, 503, (scene) => addresses(scene, { country: 'cz' }))],
  [
    'the units of a failed request become available again',
    async (scene) => {
      const customer = await scene.newCustomer()
      for (const asked of [detail({ customer }, ICOS.unknown), addresses({ customer }, { country: 'cz' })])
        for (const _ of scene.nodes) await scene.ask(asked)
      await becomes(
        scene.nodes.map(() => 0),
        async () =>
          (await usagesAt(scene, customer)).map((one) => one.in_flight_reserved_units! + one.pending_spent_units!),
      )
    },
  ],
  [
    'each of many concurrent requests is charged',
    charges(40, async (scene) => {
      const replies = await Promise.all(Array.from({ length: 40 }, () => scene.ask(companies(scene))))
      for (const { status, text } of replies) assert.equal(status, 200, text)
    }),
  ],
  [
    'of concurrent successes and failures only the successes are charged',
    charges(30, async (scene) => {
      const asked = Array.from({ length: 10 }, () => [companies(scene), companies(scene, { q: 'a' }), addresses(scene)])
      const tens = [detail(scene), detail(scene, ICOS.unknown)]
      const replies = await Promise.all([...asked.flat(), ...tens].map((one) => scene.ask(one)))
      const units = replies.map(({ headers }) => Number(headers['x-credits-charged-units'] ?? 0))
      assert.equal(
        units.reduce((sum, one) => sum + one),
        30,
      )
    }),
  ],
  [
    'units are whole numbers, and the charged units of a response equal the confirmed ones',
    charges(12, async (scene) => {
      let reported = 0
      for (const asked of [companies(scene), addresses(scene), detail(scene), usage(scene)])
        reported += (await scene.ask(asked)).json.meta.charged_units
      assert.equal(reported, 12)
    }),
  ],
  [
    'a request with a session is charged like one with a key, to the same account',
    charges(2, async (scene) => {
      const token = await tokenOf(scene)
      for (const operation of [companies, addresses])
        assert.equal((await scene.ask({ ...operation(scene), key: token, origin: ORIGIN })).status, 200)
    }),
  ],
  [
    'a detail with a session costs 10 units too',
    charges(10, async (scene) => {
      const token = await tokenOf(scene, { scopes: ['companies:read'] })
      assert.equal((await scene.ask(detail(scene, ICOS.living, { key: token, origin: ORIGIN }))).status, 200)
    }),
  ],
  [
    'a detail and its suggestion are charged to the same month and account',
    charges(11, async (scene) => {
      await scene.ask(companies(scene))
      await scene.ask(detail(scene))
    }),
  ],
  [
    'exactly the successful responses are charged, whatever bytes were sent',
    citeTest(RAW, 'exactly the successful responses were charged'),
  ],
]
