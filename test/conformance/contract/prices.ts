import assert from 'node:assert/strict'
import { ICOS } from '../../../src/http/testing/example-release.ts'
import { ORIGIN } from '../../../src/http/testing/service.ts'
import {
  addresses,
  but,
  charges,
  companies,
  costs,
  detail,
  inPage,
  PATHS,
  preflight,
  session,
  tokenOf,
  usage,
  withKey,
} from '../asking.ts'
import { becomes } from '../scene.ts'
import { rawTest, type Sentences } from '../sentence.ts'
import { usagesAt } from './months.ts'

const DISSOLVED = [ICOS.dissolved, ICOS.gone]
const READ = { scopes: ['companies:read'] }

/**
 * What each answer costs, and that nothing else does. All of it holds for one server, and for several that charge for
 * the same accounts.
 */
export const PRICES: Sentences = {
  'a suggestion of addresses costs 1 unit': costs(1, '200', addresses()),
  'a suggestion of companies costs 1 unit': costs(1, '200', companies()),
  'a detail costs 10 units': costs(
    10,
    '200',
    detail(),
    detail(ICOS.withoutAddress),
    detail(ICOS.inBothCountries, 'cz'),
  ),
  'a session costs nothing': costs(0, '200', session()),
  'usage costs nothing': costs(0, '200', usage()),
  'a preflight costs nothing': costs(0, '204', preflight(PATHS.companies, 'GET')),
  'a suggestion without hits costs 1 unit too': costs(
    1,
    '200',
    companies({ q: 'qqqqqqqq' }),
    addresses({ q: 'qqqqqqqq' }),
  ),
  'a detail of a dissolved company costs the same': costs(10, '200', ...DISSOLVED.map((ico) => detail(ico))),
  'a detail of a withdrawn company costs the same': costs(10, '200', detail(ICOS.withdrawn)),
  'the limit does not change the price': costs(1, '200', companies({ limit: 1 }), companies({ limit: 10 })),
  '400 costs nothing': costs(0, '400 invalid_parameter', companies({ q: 'a' }), addresses({ limit: 0 }), detail('1')),
  '401 costs nothing': costs(0, '401 unauthorized', withKey('', companies())),
  '403 costs nothing': costs(0, '403 scope_not_allowed', inPage(detail())),
  '404 costs nothing': costs(0, '404 company_not_found', detail(ICOS.unknown)),
  '405 costs nothing, even for HEAD': charges(0, async (scene) => {
    await scene.expect('405', but(companies(), { method: 'HEAD' }), but(detail(), { method: 'HEAD' }))
    await scene.expect('405 method_not_allowed', but(detail(), { method: 'DELETE' }))
  }),
  '409 costs nothing': costs(
    0,
    '409 company_identity_ambiguous',
    ...[ICOS.severalCurrent, ICOS.severalHistorical].map((ico) => detail(ico)),
  ),
  '413 costs nothing': costs(0, '413 payload_too_large', but(companies(), { method: 'GET', body: 'x'.repeat(16_385) })),
  '503 costs nothing': costs(0, '503 data_unavailable', addresses({ country: 'cz' })),
  async 'the units of a failed request become available again'(scene) {
    const own = await scene.withCustomer()
    for (const asking of [detail(ICOS.unknown), addresses({ country: 'cz' })]) await own.askAll(asking)
    const held = async () =>
      (await usagesAt(own)).map((one) => one.in_flight_reserved_units! + one.pending_spent_units!)
    await becomes(
      scene.servers.map(() => 0),
      held,
    )
  },
  'each of many concurrent requests is charged': charges(40, async (scene) => {
    await Promise.all(Array.from({ length: 40 }, () => scene.expect('200', companies())))
  }),
  'of concurrent successes and failures only the successes are charged': charges(30, async (scene) => {
    const asked = Array.from({ length: 10 }, () => [companies(), companies({ q: 'a' }), addresses()])
    const tens = [detail(), detail(ICOS.unknown)]
    const replies = await Promise.all([...asked.flat(), ...tens].map((one) => scene.ask(one)))
    const units = replies.map(({ headers }) => Number(headers['x-credits-charged-units'] ?? 0))
    const total = units.reduce((sum, one) => sum + one)
    assert.equal(total, 30)
  }),
  'units are whole numbers, and the charged units of a response equal the confirmed ones': charges(
    12,
    async (scene) => {
      let reported = 0
      for (const asking of [companies(), addresses(), detail(), usage()])
        reported += (await scene.ask(asking)).json.meta.charged_units
      assert.equal(reported, 12)
    },
  ),
  'a request with a session is charged like one with a key, to the same account': charges(2, async (scene) => {
    const token = await tokenOf(scene)
    for (const asking of [companies(), addresses()])
      await scene.expect('200', but(asking, { key: token, origin: ORIGIN }))
  }),
  'a detail with a session costs 10 units too': costs(10, '200', inPage(detail(), READ)),
  'a detail and its suggestion are charged to the same month and account': charges(11, (scene) =>
    scene.expect('200', companies(), detail()),
  ),
  'exactly the successful responses are charged, whatever bytes were sent': rawTest(
    'exactly the successful responses were charged',
  ),
}
