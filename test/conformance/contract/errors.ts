import assert from 'node:assert/strict'
import { ICOS } from '../../../src/http/testing/example-release.ts'
import { answersOf } from '../answers.ts'
import { addresses, allAnswer, answers, companies, detail, OPERATIONS, PATHS, session, usage } from '../asking.ts'
import { CHARGE, citeTest, OPENAPI, RATES, RAW, type Sentence } from '../sentence.ts'

export const ERRORS: readonly Sentence[] = [
  [
    'invalid parameters, countries, ICOs, queries and bodies are 400',
    allAnswer(
      400,
      [
        (scene) => companies(scene, { limit: 0 }),
        (scene) => addresses(scene, { country: 'pl' }),
        (scene) => detail(scene, '1'),
        (scene) => companies(scene, { q: '--' }),
        (scene) => session(scene, { x: 1 }),
      ],
      'invalid_parameter',
    ),
  ],
  [
    'a missing bearer token is 401',
    allAnswer(
      401,
      Object.values(PATHS)
        .slice(0, 2)
        .map((path) => () => ({ path })),
      'unauthorized',
    ),
  ],
  [
    'an unknown path is 404',
    allAnswer(
      404,
      ['/v1', '/v1/', '/v1/nothing', `${PATHS.usage}/`].map((path) => () => ({ path })),
      'not_found',
    ),
  ],
  [
    'an error has a request id, the same in its body and its header',
    async (scene) => {
      for (const { json, headers } of (await answersOf(scene)).errors)
        assert.equal(json.request_id, headers['x-request-id'])
    },
  ],
  [
    'no two requests have the same id, even if they fail',
    async (scene) => {
      const { companies, errors } = await answersOf(scene)
      const ids = [...companies, ...errors].map(({ headers }) => headers['x-request-id'])
      assert.equal(new Set(ids).size, ids.length)
    },
  ],
  [
    'an error repeats nothing of the request but a plain name of an unknown parameter or field',
    async (scene) => {
      const word = 'znamenie'
      const secret = `${word}1`
      for (const asked of [
        companies(scene, { q: 'mlyn', [secret]: word }),
        companies(scene, { country: word }),
        companies(scene, {}, { key: word }),
        detail(scene, word),
        session(scene, { [secret]: word }),
        session(scene, {}, { origin: `https://${word}.example` }),
        { path: `/v1/${word}` },
      ])
        assert(!(await scene.ask(asked)).text.includes(word))
      for (const asked of [companies(scene, { q: 'mlyn', [word]: 1 }), session(scene, { [word]: 1 })])
        assert.match((await scene.ask(asked)).json.error.message, /"znamenie"/)
    },
  ],
  [
    'missing rights are reported before invalid parameters',
    async (scene) => {
      assert.equal((await scene.ask(companies(scene, { limit: 0 }, { key: '' }))).status, 401)
      const customer = await scene.newCustomer({ keyScopes: ['usage:read'] })
      assert.equal((await scene.ask(companies({ customer }, { limit: 0 }))).status, 403)
    },
  ],
  [
    'an unknown method is reported before anything else',
    answers(405, (scene) => companies(scene, {}, { method: 'PUT', key: '', body: 'x' }), 'method_not_allowed'),
  ],
  [
    'too large a body is reported before missing rights',
    answers(413, () => ({ path: PATHS.companies, method: 'GET', body: 'x'.repeat(20_000) }), 'payload_too_large'),
  ],
  [
    'invalid parameters are reported before missing data',
    answers(400, (scene) => addresses(scene, { country: 'cz', limit: 0 }), 'invalid_parameter'),
  ],
  [
    'an unknown client gets 401 before its Origin is checked',
    answers(
      401,
      (scene) => session(scene, { client_id: `rgp_${'0'.repeat(32)}` }, { origin: 'https://other.example' }),
      'unauthorized',
    ),
  ],
  [
    'a country whose data were never imported is 503',
    answers(503, (scene) => addresses(scene, { country: 'cz' }), 'data_unavailable'),
  ],
  [
    'without data every operation that needs them is 503, and the others are answered',
    async (scene) => {
      const [{ state, ask }] = scene.nodes
      const { release } = state
      state.release = undefined
      const seen: number[] = []
      for (const operation of [companies, addresses, detail, usage, session])
        seen.push((await ask(operation(scene))).status)
      state.release = release
      assert.deepEqual(seen, [503, 503, 503, 200, 200])
    },
  ],
  [
    'books in doubt charge nothing: 503 for everything that shows units',
    async (scene) => {
      const customer = await scene.newCustomer()
      const [node] = scene.nodes
      await node.ledger.distrust({ account: customer.account, reason: 'example', detail: 'for this test' })
      for (const operation of Object.values(OPERATIONS)) {
        let reply = await node.ask(operation({ customer }))
        while (reply.status === 200) reply = await node.ask(operation({ customer }))
        assert.deepEqual([reply.status, reply.json.error.code], [503, 'accounting_unavailable'])
      }
    },
  ],
  [
    'a 503 has the time to wait in a header and in the body',
    async (scene) => {
      const { headers, json } = await scene.ask(addresses(scene, { country: 'cz' }))
      assert.equal(headers['retry-after'], String(json.error.retry_after_seconds))
      assert(1 <= json.error.retry_after_seconds)
    },
  ],
  [
    'other errors have no time to wait',
    async (scene) => {
      for (const { headers, status, json } of (await answersOf(scene)).errors)
        if (status !== 503)
          assert.deepEqual([headers['retry-after'], json.error.retry_after_seconds], [undefined, undefined])
    },
  ],
  ['only details return 404 company_not_found', answers(200, (scene) => companies(scene, { q: ICOS.unknown }))],
  [
    'a rate limit is 429 with the time to wait',
    citeTest(RATES, 'ip: 429 before the body and the credential are checked; other addresses are served'),
  ],
  [
    'keys have rate limits',
    citeTest(RATES, 'key: 429 with the time to wait, without a charge, and 200 after that time'),
  ],
  [
    'accounts have rate limits',
    citeTest(RATES, 'account: 429 with the time to wait, without a charge, and 200 after that time'),
  ],
  [
    'details have rate limits',
    citeTest(RATES, 'details: 429 with the time to wait, without a charge, and 200 after that time'),
  ],
  [
    'usage has rate limits',
    citeTest(RATES, 'usage: 429 with the time to wait, without a charge, and 200 after that time'),
  ],
  ['sessions have rate limits', citeTest(RATES, 'session: 429 for a session')],
  ['the creation of sessions has rate limits', citeTest(RATES, 'mint_ip: 429 for further sessions')],
  [
    'guesses of keys have a rate limit',
    citeTest(RATES, 'ip_guesses: 429 for further wrong keys, never for a valid key from the same address'),
  ],
  [
    'concurrent requests have a limit',
    citeTest(RATES, 'concurrent: 429 for one concurrent request too many of an account, and 200 when one has ended'),
  ],
  [
    'a request with an unknown charge gets no response',
    citeTest(CHARGE, 'gets no response when it is unknown whether it was charged'),
  ],
  [
    'a request that arrives too slowly is rejected',
    citeTest(RAW, 'requests that arrive byte by byte on a thousand connections get 408 and delay no other client'),
  ],
  ['the interface description has its version', citeTest(OPENAPI, 'has the version of the contract')],
  [
    'the interface description lists the statuses of each operation',
    citeTest(OPENAPI, 'has the statuses and headers of the contract for each operation'),
  ],
]
