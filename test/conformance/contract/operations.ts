import assert from 'node:assert/strict'
import { ICOS } from '../../../src/http/testing/example-release.ts'
import { MINUTE_MS } from '../../../src/stdx/time-units.ts'
import {
  addresses,
  at,
  but,
  by,
  companies,
  detail,
  inPage,
  KEYED,
  OPERATIONS,
  PATHS,
  session,
  usage,
} from '../asking.ts'
import { answer, invalid, malformed, rawTest, type Sentences } from '../sentence.ts'
import { withRelease } from './release-of-scene.ts'

const gets = (changes: object) => KEYED.map((operation) => but(operation(), changes))
const withGet = (bytes: number) => gets({ method: 'GET', body: 'x'.repeat(bytes) })
const methods = (...all: readonly string[]) => all.flatMap((method) => gets({ method }))

/** Rules for every endpoint. */
export const ENDPOINTS: Sentences = {
  async 'answers are application/json in UTF-8'(scene) {
    for (const operation of OPERATIONS) {
      const { headers } = await scene.ask(operation())
      assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    }
  },
  'HEAD is refused with 405': answer('405', ...methods('HEAD'), but(session(), { method: 'HEAD', body: undefined })),
  async 'HEAD returns neither a body nor credit headers'(scene) {
    const { text, headers } = await scene.ask(but(detail(), { method: 'HEAD' }))
    assert.deepEqual([text, headers['x-credits-charged-units']], ['', undefined])
  },
  'a path with GET refuses other methods with 405': answer(
    '405 method_not_allowed',
    ...methods('POST', 'PUT', 'PATCH', 'DELETE'),
  ),
  'a path with POST refuses other methods with 405': answer(
    '405 method_not_allowed',
    ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => but(session(), { method })),
  ),
  async 'a 405 lists the allowed methods'(scene) {
    for (const operation of OPERATIONS)
      for (const method of ['DELETE', 'HEAD']) {
        const { headers } = await scene.ask(but(operation(), { method, body: undefined }))
        assert.equal(headers.allow, operation === session ? 'POST, OPTIONS' : 'GET, OPTIONS')
      }
  },
  'a GET with a body is refused with 400': malformed(...gets({ method: 'GET', body: '{}' })),
  'a GET with a body above 16 KiB is refused with 413': answer('413 payload_too_large', ...withGet(16_385)),
  'a GET with a body of exactly 16 KiB is refused with 400': malformed(...withGet(16_384)),
  'an empty chunked body is a body': rawTest('a GET with an empty chunked body: 400 invalid_request'),
  async 'a success has its request id in a header and in its body'(scene) {
    for (const operation of OPERATIONS) {
      const { headers, json } = await scene.ask(operation())
      assert.match(headers['x-request-id'] as string, /^[0-9a-f]{32}$/)
      assert.equal(headers['x-request-id'], json.meta.request_id)
    }
  },
  async 'a success has its price in a header: 1, 1, 0, 0, and 10 for a detail'(scene) {
    const prices: unknown[] = []
    for (const operation of [companies, addresses, session, usage, detail]) {
      const { headers, json } = await scene.ask(operation())
      prices.push(headers['x-credits-charged-units'])
      assert.equal(String(json.meta.charged_units), headers['x-credits-charged-units'])
    }
    assert.deepEqual(prices, ['1', '1', '0', '0', '10'])
  },
  async 'a success has the prepared units in a header, which are not all units of the month'(scene) {
    for (const operation of OPERATIONS) {
      const available = (await scene.ask(operation())).headers['x-credits-available-units'] as string
      assert.match(available, /^\d+$/)
      assert(Number(available) < 99_000)
    }
  },
  async 'a success has the month in Bratislava in a header'(scene) {
    const month = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Bratislava', year: 'numeric', month: '2-digit' })
    for (const operation of OPERATIONS) {
      const period = (await scene.ask(operation())).headers['x-credits-period']
      assert.equal(period, month.format(scene.servers[0].clock.nowMs()))
    }
  },
  async 'a success has the end of the month in a header: midnight in Bratislava, in UTC'(scene) {
    const form = { timeZone: 'Europe/Bratislava', dateStyle: 'short', timeStyle: 'medium' } as const
    const local = new Intl.DateTimeFormat('sv', form)
    for (const operation of OPERATIONS) {
      const reset = (await scene.ask(operation())).headers['x-credits-reset-at'] as string
      assert.match(reset, /Z$/)
      assert.match(local.format(new Date(reset)), /^\d{4}-\d\d-01 00:00:00$/)
      const leftMs = Date.parse(reset) - scene.servers[0].clock.nowMs()
      assert(0 < leftMs && leftMs < 32 * 24 * 60 * MINUTE_MS)
    }
  },
  async 'an error has no credit headers'(scene) {
    const { headers } = await scene.ask(companies({ q: 'a' }))
    const credits = Object.keys(headers).filter((name) => name.startsWith('x-credits'))
    assert.deepEqual(credits, [])
  },
}

export const USAGE_SENTENCES: Sentences = {
  'usage refuses parameters': invalid(
    ...['period=2026-11', 'x', '=', '&', 'lang=sk'].map((query) => at(`${PATHS.usage}?${query}`)),
  ),
  'usage refuses a body': malformed(but(usage(), { method: 'GET', body: '{}' })),
  'usage refuses sessions': answer('403 scope_not_allowed', inPage(usage())),
  'usage needs its scope': answer('403 scope_not_allowed', by({ keyScopes: ['companies:read'] }, usage())),
  'usage needs no other scope': answer('200', by({ keyScopes: ['usage:read'] }, usage())),
  'the accounting is live': async (scene) =>
    assert.equal((await scene.ask(usage())).json.data.accounting_status, 'live'),
}

const icos = (...all: readonly string[]) => all.map((ico) => detail(ico))

export const READ_COMPANY: Sentences = {
  'only sk and cz have details': invalid(...['pl', 'SK', 'xx'].map((country) => detail(ICOS.living, country))),
  'a detail has a country and an ICO': answer('404 not_found', ...icos('', `${ICOS.living}/`), detail(ICOS.living, '')),
  'an ICO has exactly eight digits': invalid(...icos('0000001', '000000001', '0000000a', 'x', '1'.repeat(500))),
  'an ICO needs its leading zeroes': invalid(detail('1')),
  'an ICO is looked up in its country only': answer('404 company_not_found', detail(ICOS.living, 'cz')),
  'a detail refuses a query, even lang': invalid(
    ...['?lang=sk', '?x=1', '?country=sk', '?lang'].map((query) => at(`${PATHS.detail}${query}`)),
  ),
  'a detail refuses a body': malformed(but(detail(), { method: 'GET', body: 'x' })),
  'a detail needs companies:read in the key': answer(
    '403 scope_not_allowed',
    by({ keyScopes: ['companies:suggest', 'usage:read'] }, detail()),
  ),
  'a detail needs no other scope': answer('200', by({ keyScopes: ['companies:read'] }, detail())),
  'a session that requested companies:read reads details': answer(
    '200',
    inPage(detail(), { scopes: ['companies:read'] }),
  ),
  'a session that requested no scopes reads no details': answer('403 scope_not_allowed', inPage(detail())),
  'an unknown number is 404 company_not_found': answer('404 company_not_found', detail(ICOS.unknown)),
  async 'a 404 states that it does not prove that the company does not exist'(scene) {
    const { json } = await scene.ask(detail(ICOS.unknown))
    assert.match(json.error.message, /does not prove that there is none/)
  },
  'several current subjects are 409 company_identity_ambiguous': answer(
    '409 company_identity_ambiguous',
    detail(ICOS.severalCurrent),
  ),
  'several historical subjects and none current are 409 company_identity_ambiguous': answer(
    '409 company_identity_ambiguous',
    detail(ICOS.severalHistorical),
  ),
  async 'several registrations of one subject are one record, that of the main register'(scene) {
    const { json } = await scene.ask(detail(ICOS.severalRegistrations))
    assert.deepEqual([json.data.name, json.data.provenance.source_key], ['Ing. Ján Mlynár - ZRNO', '114'])
    for (const q of [ICOS.severalRegistrations, 'ján mlynár']) {
      const { data } = (await scene.ask(companies({ q }))).json
      assert.deepEqual([data.length, data[0].id], [1, json.data.id])
    }
  },
  'one current record takes precedence over historical ones': async (scene) =>
    assert.equal((await scene.ask(detail(ICOS.currentAndHistorical))).json.data.name, 'Mlyn dnešný'),
  'a country that was never imported is 503': (scene) =>
    withRelease(
      scene,
      () => ({ companyIndex: () => undefined, company: () => ({ outcome: 'not_imported' }) }),
      () => scene.expect('503 data_unavailable', detail()),
    ),
}
