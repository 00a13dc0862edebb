import assert from 'node:assert/strict'
import { ICOS } from '../../../src/http/testing/example-release.ts'
import { ORIGIN } from '../../../src/http/testing/service.ts'
import { MINUTE_MS } from '../../../src/stdx/time-units.ts'
import { addresses, allAnswer, answers, companies, detail, OPERATIONS, session, tokenOf, usage } from '../asking.ts'
import type { Scene } from '../scene.ts'
import { citeTest, DETAIL, RAW, type Sentence } from '../sentence.ts'

const GETS = [companies, addresses, usage, detail] as const
const many = (more: object) => GETS.map((operation) => (scene: Scene) => ({ ...operation(scene), ...more }))

/** Rules for every endpoint. */
export const ENDPOINTS: readonly Sentence[] = [
  [
    'answers are application/json in UTF-8',
    async (scene) => {
      for (const operation of Object.values(OPERATIONS)) {
        const { headers } = await scene.ask(operation(scene))
        assert.equal(headers['content-type'], 'application/json; charset=utf-8')
      }
    },
  ],
  ['HEAD is refused with 405', allAnswer(405, many({ method: 'HEAD' }))],
  [
    'HEAD returns neither a body nor credit headers',
    async (scene) => {
      const { text, headers } = await scene.ask(detail(scene, ICOS.living, { method: 'HEAD' }))
      assert.deepEqual([text, headers['x-credits-charged-units']], ['', undefined])
    },
  ],
  [
    'a path with GET refuses other methods with 405',
    allAnswer(
      405,
      ['POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) => many({ method })),
      'method_not_allowed',
    ),
  ],
  [
    'a path with POST refuses other methods with 405',
    allAnswer(
      405,
      ['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => (scene) => ({ ...session(scene), method })),
      'method_not_allowed',
    ),
  ],
  [
    'a 405 lists the allowed methods',
    async (scene) => {
      for (const operation of Object.values(OPERATIONS)) {
        const { headers } = await scene.ask({ ...operation(scene), method: 'DELETE' })
        assert.equal(headers.allow, operation === session ? 'POST, OPTIONS' : 'GET, OPTIONS')
      }
    },
  ],
  ['a GET with a body is refused with 400', allAnswer(400, many({ method: 'GET', body: '{}' }), 'invalid_request')],
  [
    'a GET with a body above 16 KiB is refused with 413',
    allAnswer(413, many({ method: 'GET', body: 'x'.repeat(16_385) }), 'payload_too_large'),
  ],
  [
    'a GET with a body of exactly 16 KiB is refused with 400',
    allAnswer(400, many({ method: 'GET', body: 'x'.repeat(16_384) }), 'invalid_request'),
  ],
  ['an empty chunked body is a body', citeTest(RAW, 'a GET with an empty chunked body: 400 invalid_request')],
  [
    'a success has its request id in a header and in its body',
    async (scene) => {
      for (const operation of Object.values(OPERATIONS)) {
        const { headers, json } = await scene.ask(operation(scene))
        assert.match(headers['x-request-id'] as string, /^[0-9a-f]{32}$/)
        assert.equal(headers['x-request-id'], json.meta.request_id)
      }
    },
  ],
  [
    'a success has its price in a header: 1, 1, 0, 0, and 10 for a detail',
    async (scene) => {
      const months: unknown[] = []
      for (const operation of [companies, addresses, session, usage, detail]) {
        const { headers, json } = await scene.ask(operation(scene))
        months.push(headers['x-credits-charged-units'])
        assert.equal(String(json.meta.charged_units), headers['x-credits-charged-units'])
      }
      assert.deepEqual(months, ['1', '1', '0', '0', '10'])
    },
  ],
  [
    'a success has the prepared units in a header, which are not all units of the month',
    async (scene) => {
      for (const operation of Object.values(OPERATIONS)) {
        const available = (await scene.ask(operation(scene))).headers['x-credits-available-units'] as string
        assert.match(available, /^\d+$/)
        assert(Number(available) < 99_000)
      }
    },
  ],
  [
    'a success has the month in Bratislava in a header',
    async (scene) => {
      const month = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Bratislava', year: 'numeric', month: '2-digit' })
      for (const operation of Object.values(OPERATIONS)) {
        const period = (await scene.ask(operation(scene))).headers['x-credits-period']
        assert.equal(period, month.format(scene.nodes[0].clock.nowMs()))
      }
    },
  ],
  [
    'a success has the end of the month in a header: midnight in Bratislava, in UTC',
    async (scene) => {
      const local = new Intl.DateTimeFormat('sv', {
        timeZone: 'Europe/Bratislava',
        dateStyle: 'short',
        timeStyle: 'medium',
      })
      for (const operation of Object.values(OPERATIONS)) {
        const reset = (await scene.ask(operation(scene))).headers['x-credits-reset-at'] as string
        assert.match(reset, /Z$/)
        assert.match(local.format(new Date(reset)), /^\d{4}-\d\d-01 00:00:00$/)
        const leftMs = Date.parse(reset) - scene.nodes[0].clock.nowMs()
        assert(0 < leftMs && leftMs < 32 * 24 * 60 * MINUTE_MS)
      }
    },
  ],
  [
    'an error has no credit headers',
    async (scene) => {
      const { headers } = await scene.ask(companies(scene, { q: 'a' }))
      assert.deepEqual(
        Object.keys(headers).filter((name) => name.startsWith('x-credits')),
        [],
      )
    },
  ],
]

export const USAGE_SENTENCES: readonly Sentence[] = [
  [
    'usage refuses parameters',
    allAnswer(
      400,
      ['period=2026-11', 'x', '=', '&', 'lang=sk'].map((query) => (scene) => ({
        ...usage(scene),
        path: `/v1/me/usage?${query}`,
      })),
      'invalid_parameter',
    ),
  ],
  [
    'usage refuses a body',
    answers(400, (scene) => ({ ...usage(scene), method: 'GET', body: '{}' }), 'invalid_request'),
  ],
  [
    'usage refuses sessions',
    answers(403, async (scene) => usage(scene, { key: await tokenOf(scene), origin: ORIGIN }), 'scope_not_allowed'),
  ],
  [
    'usage needs its scope',
    answers(
      403,
      async ({ newCustomer }) => usage({ customer: await newCustomer({ keyScopes: ['companies:read'] }) }),
      'scope_not_allowed',
    ),
  ],
  [
    'usage needs no other scope',
    answers(200, async ({ newCustomer }) => usage({ customer: await newCustomer({ keyScopes: ['usage:read'] }) })),
  ],
  [
    'the accounting is live',
    async (scene) => assert.equal((await scene.ask(usage(scene))).json.data.accounting_status, 'live'),
  ],
]

const atPath =
  (country: string, ico: string, query = '') =>
  (scene: Scene) =>
    detail(scene, '', { path: `/v1/companies/${country}/${ico}${query}` })

export const READ_COMPANY: readonly Sentence[] = [
  [
    'only sk and cz have details',
    allAnswer(
      400,
      ['pl', 'SK', 'xx'].map((country) => atPath(country, ICOS.living)),
      'invalid_parameter',
    ),
  ],
  ['a detail has a country and an ICO', allAnswer(404, [atPath('sk', ''), atPath('', ICOS.living)], 'not_found')],
  [
    'an ICO has exactly eight digits',
    allAnswer(
      400,
      ['0000001', '000000001', '0000000a', 'x'].map((ico) => atPath('sk', ico)),
      'invalid_parameter',
    ),
  ],
  ['an ICO needs its leading zeroes', answers(400, atPath('sk', '1'), 'invalid_parameter')],
  ['an ICO is looked up in its country only', answers(404, atPath('cz', ICOS.living), 'company_not_found')],
  [
    'a detail refuses a query, even lang',
    allAnswer(
      400,
      ['?lang=sk', '?x=1', '?country=sk', '?lang'].map((query) => atPath('sk', ICOS.living, query)),
      'invalid_parameter',
    ),
  ],
  [
    'a detail refuses a body',
    answers(400, (scene) => detail(scene, ICOS.living, { method: 'GET', body: 'x' }), 'invalid_request'),
  ],
  [
    'a detail needs companies:read in the key',
    answers(
      403,
      async ({ newCustomer }) =>
        detail({ customer: await newCustomer({ keyScopes: ['companies:suggest', 'usage:read'] }) }),
      'scope_not_allowed',
    ),
  ],
  [
    'a detail needs no other scope',
    answers(200, async ({ newCustomer }) => detail({ customer: await newCustomer({ keyScopes: ['companies:read'] }) })),
  ],
  [
    'a session that requested companies:read reads details',
    answers(200, async (scene) =>
      detail(scene, ICOS.living, { key: await tokenOf(scene, { scopes: ['companies:read'] }), origin: ORIGIN }),
    ),
  ],
  [
    'a session that requested no scopes reads no details',
    answers(
      403,
      async (scene) => detail(scene, ICOS.living, { key: await tokenOf(scene), origin: ORIGIN }),
      'scope_not_allowed',
    ),
  ],
  [
    'an unknown number is 404 company_not_found',
    answers(404, (scene) => detail(scene, ICOS.unknown), 'company_not_found'),
  ],
  [
    'a 404 states that it does not prove that the company does not exist',
    async (scene) => {
      const { json } = await scene.ask(detail(scene, ICOS.unknown))
      assert.match(json.error.message, /does not prove that there is none/)
    },
  ],
  [
    'several current records are 409 company_identity_ambiguous',
    answers(409, (scene) => detail(scene, ICOS.severalCurrent), 'company_identity_ambiguous'),
  ],
  [
    'several historical records and none current are 409 company_identity_ambiguous',
    answers(409, (scene) => detail(scene, ICOS.severalHistorical), 'company_identity_ambiguous'),
  ],
  [
    'one current record takes precedence over historical ones',
    async (scene) => {
      const { json } = await scene.ask(detail(scene, ICOS.currentAndHistorical))
      assert.equal(json.data.name, 'Mlyn dnešný')
    },
  ],
  ['a country that was never imported is 503', citeTest(DETAIL, '503 for a country that was never imported')],
]
