import assert from 'node:assert/strict'
import { setProjectState } from '../../../src/access/control/projects.ts'
import { ORIGIN } from '../../../src/http/testing/service.ts'
import { allAnswer, answers, companies, PATHS, preflight, session } from '../asking.ts'
import type { Sentence } from '../sentence.ts'

const METHOD = 'access-control-request-method'
const HEADERS = 'access-control-request-headers'
const PLACES = [
  [PATHS.companies, 'GET'],
  [PATHS.addresses, 'GET'],
  [PATHS.usage, 'GET'],
  [PATHS.detail, 'GET'],
  [PATHS.sessions, 'POST'],
] as const

const named = (headers: string) => () => preflight(PATHS.companies, 'GET', { [HEADERS]: headers })
const from = (origin: string) => () => preflight(PATHS.companies, 'GET', { origin })

export const PREFLIGHTS: readonly Sentence[] = [
  [
    'every path answers OPTIONS with 204',
    allAnswer(
      204,
      PLACES.map(
        ([path, method]) =>
          () =>
            preflight(path, method),
      ),
    ),
  ],
  [
    'the documents answer OPTIONS with 204',
    allAnswer(
      204,
      ['/docs', '/openapi.json'].map((path) => () => preflight(path, 'GET')),
    ),
  ],
  ['a preflight is answered without a bearer token', answers(204, () => preflight(PATHS.usage, 'GET'))],
  [
    'a preflight has an empty body',
    async (scene) => assert.equal((await scene.ask(preflight(PATHS.usage, 'GET'))).text, ''),
  ],
  [
    'an Origin that is not allowed is 403',
    allAnswer(
      403,
      ['https://other.example', 'null', 'https://www.example.com:444', 'https://WWW.example.com', `${ORIGIN}/`].map(
        from,
      ),
      'origin_not_allowed',
    ),
  ],
  [
    'the Origin is HTTPS',
    allAnswer(403, [from('http://www.example.com'), from('http://localhost:3000')], 'origin_not_allowed'),
  ],
  [
    'a preflight needs an Origin',
    answers(
      403,
      () => ({ method: 'OPTIONS', path: PATHS.companies, headers: { [METHOD]: 'GET' } }),
      'origin_not_allowed',
    ),
  ],
  [
    'a preflight names the method',
    answers(400, () => ({ method: 'OPTIONS', path: PATHS.companies, headers: { origin: ORIGIN } }), 'invalid_request'),
  ],
  [
    'the method is GET for suggestions, usage and details',
    allAnswer(
      403,
      PLACES.filter(([, method]) => method === 'GET').flatMap(([path]) =>
        ['POST', 'PUT', 'DELETE', 'HEAD', 'get'].map((method) => () => preflight(path, method)),
      ),
      'forbidden',
    ),
  ],
  [
    'the method is POST for sessions',
    allAnswer(
      403,
      ['GET', 'PUT', 'DELETE', 'HEAD', 'post'].map((method) => () => preflight(PATHS.sessions, method)),
      'forbidden',
    ),
  ],
  ['the headers are optional', answers(204, () => preflight(PATHS.companies, 'GET'))],
  [
    'the headers are Authorization, Content-Type and Accept, in any case',
    allAnswer(
      204,
      [
        'authorization',
        'content-type',
        'accept',
        'Authorization, Content-Type, Accept',
        'accept,authorization',
        '',
      ].map(named),
    ),
  ],
  [
    'other headers are 403',
    allAnswer(403, ['x-api-key', 'authorization, cookie', '*', 'authorization;accept'].map(named), 'forbidden'),
  ],
  [
    'an Origin of a suspended project is 403',
    async (scene) => {
      const origin = 'https://sleeping.example'
      const { project } = await scene.newCustomer({ origins: [origin] })
      assert.equal((await scene.ask(from(origin)())).status, 204)
      await setProjectState(scene.nodes[0].control, { id: project.id, state: 'suspended' })
      await scene.refresh()
      assert.equal((await scene.ask(from(origin)())).status, 403)
    },
  ],
  [
    'an Origin of an account that is not verified is 403',
    async (scene) => {
      const origin = 'https://pending.example'
      await scene.newCustomer({ origins: [origin], state: 'pending' })
      assert.equal((await scene.ask(from(origin)())).status, 403)
    },
  ],
  ['a preflight at an unknown path is 404', answers(404, () => preflight('/v1/nothing', 'GET'), 'not_found')],
  ['a preflight accepts any query', answers(204, () => preflight(`${PATHS.companies}?q=x&y=%FF`, 'GET'))],
  [
    'a preflight with a body is 400',
    answers(400, () => ({ ...preflight(PATHS.usage, 'GET'), body: 'x' }), 'invalid_request'),
  ],
  [
    'a preflight with a body above 16 KiB is 413',
    answers(413, () => ({ ...preflight(PATHS.usage, 'GET'), body: 'x'.repeat(16_385) }), 'payload_too_large'),
  ],
  [
    'a preflight returns the Origin, method and headers that are allowed, and for how long',
    async (scene) => {
      for (const [path, method] of PLACES) {
        const { headers } = await scene.ask(preflight(path, method))
        assert.equal(headers['access-control-allow-origin'], ORIGIN)
        assert.equal(headers['access-control-allow-methods'], method)
        assert.equal(headers['access-control-allow-headers'], 'Authorization, Content-Type, Accept')
        assert.equal(headers['access-control-max-age'], '7200')
      }
    },
  ],
  [
    'no response allows credentials such as cookies',
    async (scene) => {
      for (const asked of [preflight(PATHS.usage, 'GET'), { ...companies(scene), origin: ORIGIN }, session(scene)]) {
        const { headers } = await scene.ask(asked)
        assert.deepEqual([headers['access-control-allow-credentials'], headers['set-cookie']], [undefined, undefined])
      }
    },
  ],
  [
    'a page of an allowed Origin may read responses, errors and the credit headers',
    async (scene) => {
      for (const asked of [session(scene), { ...companies(scene, {}, { key: 'x' }), origin: ORIGIN }]) {
        const { headers } = await scene.ask(asked)
        assert.equal(headers['access-control-allow-origin'], ORIGIN)
        for (const name of [
          'X-Request-Id',
          'X-Credits-Charged-Units',
          'X-Credits-Available-Units',
          'X-Credits-Period',
          'X-Credits-Reset-At',
          'Retry-After',
        ])
          assert(String(headers['access-control-expose-headers']).includes(name), name)
      }
    },
  ],
  [
    'a page of another Origin may not read them',
    async (scene) => {
      const { headers } = await scene.ask(session(scene, {}, { origin: 'https://other.example' }))
      assert.equal(headers['access-control-allow-origin'], undefined)
    },
  ],
]
