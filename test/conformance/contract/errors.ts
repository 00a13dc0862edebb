import assert from 'node:assert/strict'
import { ICOS } from '../../../src/http/testing/example-release.ts'
import { until } from '../../../src/stdx/testing/until.ts'
import { answersOf } from '../answers.ts'
import {
  addresses,
  at,
  but,
  by,
  charges,
  companies,
  detail,
  OPERATIONS,
  PATHS,
  session,
  usage,
  withKey,
} from '../asking.ts'
import { outcomeOf } from '../scene.ts'
import { answer, chargeTest, invalid, openapiTest, rateTest, rawTest, type Sentences } from '../sentence.ts'
import { withoutRelease } from './release-of-scene.ts'

const ELSEWHERE = { origin: 'https://other.example' }
const NOBODYS = { client_id: `rgp_${'0'.repeat(32)}` }

export const ERRORS: Sentences = {
  'invalid parameters, countries, ICOs, queries and bodies are 400': invalid(
    ...[companies({ limit: 0 }), addresses({ country: 'pl' }), detail('1'), companies({ q: '--' }), session({ x: 1 })],
  ),
  'a missing bearer token is 401': answer(
    '401 unauthorized',
    ...[PATHS.companies, PATHS.addresses].map((path) => withKey('', at(path))),
  ),
  'an unknown path is 404': answer(
    '404 not_found',
    ...['/v1', '/v1/', '/v1/nothing', `${PATHS.usage}/`, `${PATHS.detail}/x`].map((path) => at(path)),
  ),
  async 'an error has a request id, the same in its body and its header'(scene) {
    for (const { json, headers } of (await answersOf(scene)).errors)
      assert.equal(json.request_id, headers['x-request-id'])
  },
  async 'no two requests have the same id, even if they fail'(scene) {
    const { companies, errors } = await answersOf(scene)
    const ids = [...companies, ...errors].map(({ headers }) => headers['x-request-id'])
    assert.equal(new Set(ids).size, ids.length)
  },
  async 'an error repeats nothing of the request but a plain name of an unknown parameter or field'(scene) {
    const word = 'znamenie'
    const secret = `${word}1`
    for (const asking of [
      companies({ [secret]: word }),
      companies({ country: word }),
      withKey(word, companies()),
      detail(word),
      session({ [secret]: word }),
      but(session(), { origin: `https://${word}.example` }),
      at(`/v1/${word}`),
    ])
      assert(!(await scene.ask(asking)).text.includes(word))
    for (const asking of [companies({ [word]: 1 }), session({ [word]: 1 })])
      assert.match((await scene.ask(asking)).json.error.message, /"znamenie"/)
  },
  async 'missing rights are reported before invalid parameters'(scene) {
    const wrong = [companies({ limit: 0 }), detail('1', 'pl')]
    await scene.expect('401 unauthorized', ...wrong.map((asking) => withKey('', asking)))
    await scene.expect('403 scope_not_allowed', ...wrong.map((asking) => by({ keyScopes: ['usage:read'] }, asking)))
  },
  'an unknown method is reported before anything else': answer(
    '405 method_not_allowed',
    but(companies(), { method: 'PUT', key: '', body: 'x' }),
  ),
  'too large a body is reported before missing rights': answer(
    '413 payload_too_large',
    but(companies(), { method: 'GET', key: '', body: 'x'.repeat(20_000) }),
  ),
  'invalid parameters are reported before missing data': invalid(addresses({ country: 'cz', limit: 0 })),
  'an unknown client gets 401 before its Origin is checked': answer(
    '401 unauthorized',
    but(session(NOBODYS), ELSEWHERE),
  ),
  'a country whose data were never imported is 503': answer('503 data_unavailable', addresses({ country: 'cz' })),
  'without data every operation that needs them is 503 and costs nothing, and the others are answered': charges(
    0,
    (scene) =>
      withoutRelease(scene, async () => {
        await scene.expect('503 data_unavailable', companies(), addresses(), detail())
        await scene.expect('200', usage(), session())
      }),
  ),
  async 'books in doubt charge nothing: 503 for everything that shows units'(scene) {
    const own = await scene.withCustomer()
    const doubt = { account: own.customer.account, reason: 'example', detail: 'for this test' }
    await scene.servers[0].ledger.distrust(doubt)
    for (const operation of OPERATIONS) {
      const look = async () => outcomeOf(await own.ask(operation()))
      assert.equal(await until(look, 'the doubt', (seen) => seen !== '200'), '503 accounting_unavailable')
    }
  },
  async 'a 503 has the time to wait in a header and in the body'(scene) {
    const { headers, json } = await scene.ask(addresses({ country: 'cz' }))
    assert.equal(headers['retry-after'], String(json.error.retry_after_seconds))
    assert(1 <= json.error.retry_after_seconds)
  },
  async 'other errors have no time to wait'(scene) {
    for (const { headers, status, json } of (await answersOf(scene)).errors)
      if (status !== 503)
        assert.deepEqual([headers['retry-after'], json.error.retry_after_seconds], [undefined, undefined])
  },
  'only details return 404 company_not_found': answer('200', companies({ q: ICOS.unknown })),
  'a rate limit is 429 with the time to wait': rateTest(
    'ip: 429 before the body and the credential are checked; other addresses are served',
  ),
  'keys have rate limits': rateTest('key: 429 with the time to wait, without a charge, and 200 after that time'),
  'accounts have rate limits': rateTest(
    'account: 429 with the time to wait, without a charge, and 200 after that time',
  ),
  'details have rate limits': rateTest('details: 429 with the time to wait, without a charge, and 200 after that time'),
  'usage has rate limits': rateTest('usage: 429 with the time to wait, without a charge, and 200 after that time'),
  'sessions have rate limits': rateTest('session: 429 for a session'),
  'the creation of sessions has rate limits': rateTest('mint_ip: 429 for further sessions'),
  'guesses of keys have a rate limit': rateTest(
    'ip_guesses: 429 for further wrong keys, never for a valid key from the same address',
  ),
  'concurrent requests have a limit': rateTest(
    'concurrent: 429 for one concurrent request too many of an account, and 200 when one has ended',
  ),
  'a request with an unknown charge gets no response': chargeTest(
    'gets no response when it is unknown whether it was charged',
  ),
  'a request that arrives too slowly is rejected': rawTest(
    'requests that arrive byte by byte on a thousand connections get 408, and others are served meanwhile',
  ),
  'the interface description has its version': openapiTest('has the version of the contract'),
  'the interface description lists the statuses of each operation': openapiTest(
    'has the statuses and headers of the contract for each operation',
  ),
}
