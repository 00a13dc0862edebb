import assert from 'node:assert/strict'
import { denyOrigin, setScopes } from '../../../src/access/control/projects.ts'
import type { Asked } from '../../../src/http/testing/ask.ts'
import { ICOS } from '../../../src/http/testing/example-release.ts'
import { ORIGIN } from '../../../src/http/testing/service.ts'
import { MINUTE_MS } from '../../../src/stdx/time-units.ts'
import { allAnswer, answers, companies, detail, PATHS, session, tokenOf } from '../asking.ts'
import type { Scene } from '../scene.ts'
import type { Sentence } from '../sentence.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

const bodies = (...all: readonly object[]) => all.map((body) => (scene: Scene) => session(scene, body))

/** A body in which the client id replaces `ID`. */
const raw = (body: string) => (scene: Scene) =>
  session(scene, {}, { body: body.replaceAll('ID', scene.customer.project.clientId), headers: JSON_TYPE })

const origins = (...all: readonly (string | undefined)[]) =>
  all.map((origin) => (scene: Scene) => session(scene, {}, { origin }))

const withToken = (token: string, more: object = {}) =>
  ({ ...companies({ customer: { key: token } } as Scene), origin: ORIGIN, ...more }) as Asked

export const SESSIONS: readonly Sentence[] = [
  ['a session is created without a bearer token', answers(200, (scene) => session(scene))],
  [
    'a bearer token is ignored when a session is created',
    answers(200, (scene) => session(scene, {}, { key: 'rgk_nobodys' })),
  ],
  ['a session needs an Origin', allAnswer(403, origins(undefined), 'origin_not_allowed')],
  [
    'the Origin is exactly one that the project allows: scheme, host and port',
    allAnswer(
      403,
      origins(
        ...['https://other.example', 'http://www.example.com', 'https://www.example.com:8443', 'https://example.com'],
        ...['https://sub.www.example.com', 'https://WWW.example.com', `${ORIGIN}/`, `${ORIGIN}.`, 'null'],
      ),
      'origin_not_allowed',
    ),
  ],
  [
    'the Origin of another project is refused',
    answers(
      403,
      async ({ newCustomer }) => session({ customer: await newCustomer({ origins: ['https://two.example'] }) }),
      'origin_not_allowed',
    ),
  ],
  ['client_id is required', allAnswer(400, [raw('{}'), raw('{"scopes":["companies:read"]}')], 'invalid_parameter')],
  [
    'client_id has the form of a client id',
    allAnswer(
      400,
      bodies(
        ...[
          '',
          'x',
          'rgp_',
          `rgp_${'A'.repeat(32)}`,
          `rgp_${'0'.repeat(31)}`,
          `rgp_${'0'.repeat(33)}`,
          `rgk_${'0'.repeat(32)}`,
        ].map((client_id) => ({ client_id })),
        { client_id: 1 },
        { client_id: null },
      ),
      'invalid_parameter',
    ),
  ],
  [
    'an unknown client_id is 401',
    answers(401, (scene) => session(scene, { client_id: `rgp_${'0'.repeat(32)}` }), 'unauthorized'),
  ],
  [
    'scopes may be omitted',
    async (scene) => {
      const { json } = await scene.ask(session(scene))
      assert.deepEqual(json.data.scopes, ['addresses:suggest', 'companies:suggest'])
    },
  ],
  [
    'scopes may be one, two or all three',
    async (scene) => {
      const all = ['addresses:suggest', 'companies:suggest', 'companies:read']
      for (const scopes of [all.slice(2), all.slice(0, 2), all])
        assert.deepEqual((await scene.ask(session(scene, { scopes }))).json.data.scopes, scopes)
    },
  ],
  ['scopes are at least one', allAnswer(400, bodies({ scopes: [] }), 'invalid_parameter')],
  [
    'scopes are at most three',
    allAnswer(
      400,
      bodies({ scopes: ['companies:read', 'companies:suggest', 'addresses:suggest', 'companies:read'] }),
      'invalid_parameter',
    ),
  ],
  ['scopes are unique', allAnswer(400, bodies({ scopes: ['companies:read', 'companies:read'] }), 'invalid_parameter')],
  [
    'scopes are scopes for browsers',
    allAnswer(400, bodies({ scopes: ['usage:read'] }, { scopes: ['x'] }, { scopes: [''] }), 'invalid_parameter'),
  ],
  [
    'scopes are a list of texts',
    allAnswer(
      400,
      bodies({ scopes: 'companies:read' }, { scopes: null }, { scopes: [1] }, { scopes: {} }),
      'invalid_parameter',
    ),
  ],
  [
    'scopes are among those that the project allows in browsers',
    answers(
      403,
      async ({ newCustomer }) =>
        session(
          { customer: await newCustomer({ browserScopes: ['companies:suggest'] }) },
          { scopes: ['companies:read'] },
        ),
      'scope_not_allowed',
    ),
  ],
  [
    'without scopes a session gets the suggestion scopes that the project allows in browsers',
    async (scene) => {
      const customer = await scene.newCustomer({ browserScopes: ['companies:suggest', 'companies:read'] })
      assert.deepEqual((await scene.ask(session({ customer }))).json.data.scopes, ['companies:suggest'])
    },
  ],
  [
    'a project that allows no suggestions in browsers creates no session without scopes',
    answers(
      403,
      async ({ newCustomer }) => session({ customer: await newCustomer({ browserScopes: ['companies:read'] }) }),
      'scope_not_allowed',
    ),
  ],
  [
    'other fields of the body are refused',
    allAnswer(400, bodies({ name: 'x' }, { origin: ORIGIN }), 'invalid_parameter'),
  ],
  [
    'fields such as __proto__ are refused like other fields',
    allAnswer(
      400,
      [raw('{"client_id":"ID","__proto__":{}}'), raw('{"client_id":"ID","constructor":1}')],
      'invalid_parameter',
    ),
  ],
  [
    'a repeated field is rejected as ambiguous',
    allAnswer(
      400,
      [
        raw('{"client_id":"ID","client_id":"ID"}'),
        raw('{"client_id":"ID","scopes":["companies:read"],"scopes":["companies:suggest"]}'),
        raw('{"client_id":"ID","client\\u005fid":"ID"}'),
      ],
      'invalid_parameter',
    ),
  ],
  ['the body is a JSON object', allAnswer(400, ['[]', 'null', '1', '"ID"', 'true'].map(raw), 'invalid_parameter')],
  [
    'the body is JSON',
    allAnswer(400, ['', '{', 'client_id=ID', "{'client_id':'ID'}", '{}{}'].map(raw), 'invalid_request'),
  ],
  [
    'a body of thousands of brackets is refused',
    allAnswer(
      400,
      [
        raw(`{"client_id":"ID","scopes":${'['.repeat(8000)}${']'.repeat(8000)}}`),
        raw(`${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}`),
      ],
      'invalid_parameter',
    ),
  ],
  [
    'the media type is application/json',
    allAnswer(
      400,
      ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', ''].map(
        (type) => (scene) => session(scene, {}, { headers: { 'content-type': type } }),
      ),
      'invalid_request',
    ),
  ],
  [
    'a body above 16 KiB is 413',
    answers(413, (scene) => session(scene, {}, { body: ' '.repeat(16_385), headers: JSON_TYPE }), 'payload_too_large'),
  ],
  [
    'a body of exactly 16 KiB is accepted',
    answers(200, (scene) => raw('{"client_id":"ID"}'.padEnd(16_384 - 34))(scene)),
  ],
  [
    'a query is refused when a session is created',
    answers(400, (scene) => session(scene, {}, { path: `${PATHS.sessions}?x=1` }), 'invalid_parameter'),
  ],
  [
    'a session is valid for 15 minutes and has the time of its end',
    async (scene) => {
      const { json } = await scene.ask(session(scene))
      const lifeMs = Date.parse(json.data.expires_at) - scene.nodes[0].clock.nowMs()
      assert(14.5 * MINUTE_MS < lifeMs && lifeMs <= 15 * MINUTE_MS)
    },
  ],
  [
    'a session is valid until shortly before its end',
    async (scene) => {
      const token = await tokenOf(scene)
      const { status } = await scene.later(14.5 * MINUTE_MS, () => scene.ask(withToken(token)))
      assert.equal(status, 200)
    },
  ],
  [
    'a session is refused after its end',
    async (scene) => {
      const token = await tokenOf(scene)
      const { status, json } = await scene.later(15 * MINUTE_MS, () => scene.ask(withToken(token)))
      assert.deepEqual([status, json.error.code], [401, 'unauthorized'])
    },
  ],
  [
    'a session is bound to the address of its client',
    answers(401, async (scene) => withToken(await tokenOf(scene), { from: '127.0.0.2' }), 'unauthorized'),
  ],
  [
    'a session is bound to its Origin',
    async (scene) => {
      const token = await tokenOf(scene)
      for (const origin of ['https://other.example', undefined, 'null']) {
        const { status, json } = await scene.ask(withToken(token, { origin }))
        assert.deepEqual([status, json.error.code], [403, 'origin_not_allowed'])
      }
    },
  ],
  [
    'a session ends when its Origin is no longer allowed',
    async (scene) => {
      const origin = 'https://shortlived.example'
      const customer = await scene.newCustomer({ origins: [origin] })
      const { json } = await scene.ask(session({ customer }, {}, { origin }))
      await denyOrigin(scene.nodes[0].control, { id: customer.project.id, origin })
      await scene.refresh()
      assert.equal((await scene.ask(withToken(json.data.token, { origin }))).json.error.code, 'origin_not_allowed')
    },
  ],
  [
    'a session suggests companies and addresses',
    async (scene) => {
      const token = await tokenOf(scene)
      for (const path of [PATHS.companies, PATHS.addresses])
        assert.equal((await scene.ask(withToken(token, { path }))).status, 200)
    },
  ],
  [
    'a session may use exactly the scopes that it requested',
    async (scene) => {
      const token = await tokenOf(scene, { scopes: ['companies:read'] })
      assert.equal((await scene.ask(withToken(token))).json.error.code, 'scope_not_allowed')
      assert.equal((await scene.ask(detail(scene, ICOS.living, { key: token, origin: ORIGIN }))).status, 200)
    },
  ],
  [
    'a session loses a scope as soon as its project does',
    async (scene) => {
      const customer = await scene.newCustomer()
      const token = await tokenOf(scene, { scopes: ['companies:read'] }, customer)
      const { id, scopes } = customer.project
      await setScopes(scene.nodes[0].control, { id, scopes, browserScopes: ['companies:suggest'] })
      await scene.refresh()
      const asked = detail(scene, ICOS.living, { key: token, origin: ORIGIN })
      assert.equal((await scene.ask(asked)).json.error.code, 'scope_not_allowed')
    },
  ],
  ['no two sessions have the same token', async (scene) => assert.notEqual(await tokenOf(scene), await tokenOf(scene))],
  [
    'the token of a session reveals neither address nor Origin nor client',
    async (scene) => {
      const token = await tokenOf(scene)
      for (const told of [ORIGIN, '127.0.0.1', scene.customer.project.clientId.slice(4)])
        assert(!Buffer.from(token.slice(4), 'hex').includes(told) && !token.includes(Buffer.from(told).toString('hex')))
    },
  ],
]
