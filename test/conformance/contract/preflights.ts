import assert from 'node:assert/strict'
import { setProjectState } from '../../../src/access/control/projects.ts'
import { ORIGIN } from '../../../src/http/testing/service.ts'
import { at, but, companies, inPage, PATHS, preflight, session, withKey } from '../asking.ts'
import { outcomeOf } from '../scene.ts'
import { answer, malformed, type Sentences } from '../sentence.ts'

const METHOD = 'access-control-request-method'
const HEADERS = 'access-control-request-headers'
const PLACES = [
  ...[PATHS.companies, PATHS.addresses, PATHS.usage, PATHS.detail].map((path) => [path, 'GET'] as const),
  [PATHS.sessions, 'POST'],
] as const
const OTHER = 'https://other.example'
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'get', 'post']

const named = (headers: string) => preflight(PATHS.companies, 'GET', { [HEADERS]: headers })
const from = (origin: string) => preflight(PATHS.companies, 'GET', { origin })
const others = (method: string, path: string) =>
  METHODS.filter((other) => other !== method).map((other) => preflight(path, other))

/** Responses of every status to pages of allowed Origins. */
const READ = [
  session(),
  inPage(companies()),
  session({ x: 1 }),
  withKey('x', companies()),
  withKey('', at('/v1/nothing')),
  but(companies(), { method: 'DELETE', key: '' }),
  but(session(), { body: 'x'.repeat(16_385) }),
]

export const PREFLIGHTS: Sentences = {
  'every path answers OPTIONS with 204': answer('204', ...PLACES.map(([path, method]) => preflight(path, method))),
  'the documents answer OPTIONS with 204': answer(
    '204',
    ...['/docs', '/openapi.json'].map((path) => preflight(path, 'GET')),
  ),
  'a preflight is answered without a bearer token': answer('204', preflight(PATHS.usage, 'GET')),
  'a preflight has an empty body': async (scene) =>
    assert.equal((await scene.ask(preflight(PATHS.usage, 'GET'))).text, ''),
  'an Origin that is not allowed is 403': answer(
    '403 origin_not_allowed',
    ...['https://other.example', 'null', '*', '', 'https://www.example.com:444', 'https://www.example.com:443'].map(
      from,
    ),
    ...['https://WWW.example.com', `${ORIGIN}/`, `${ORIGIN}.`, 'https://www.example.com.evil.example'].map(from),
  ),
  'the Origin is HTTPS': answer(
    '403 origin_not_allowed',
    ...['http://www.example.com', 'http://localhost:3000'].map(from),
  ),
  'a preflight needs an Origin': answer('403 origin_not_allowed', () => ({
    method: 'OPTIONS',
    path: PATHS.companies,
    headers: { [METHOD]: 'GET' },
  })),
  async 'a preflight names the method, or its page may read that it does not'(scene) {
    const reply = await scene.ask(but(from(ORIGIN), { headers: { origin: ORIGIN } }))
    assert.equal(outcomeOf(reply), '400 invalid_request')
    assert.equal(reply.headers['access-control-allow-origin'], ORIGIN)
  },
  'the method is GET for suggestions, usage and details': answer(
    '403 forbidden',
    ...PLACES.slice(0, -1).flatMap(([path]) => others('GET', path)),
  ),
  'the method is POST for sessions': answer('403 forbidden', ...others('POST', PATHS.sessions)),
  'the headers are optional': answer('204', preflight(PATHS.companies, 'GET')),
  'the headers are Authorization, Content-Type and Accept, in any case': answer(
    '204',
    ...['authorization', 'content-type', 'accept', 'Authorization, Content-Type, Accept', ''].map(named),
    ...['accept,authorization', 'accept,,authorization', 'Authorization, Content-Type,Accept'].map(named),
  ),
  'other headers are 403': answer(
    '403 forbidden',
    ...['x-api-key', 'authorization, cookie', '*', 'authorization;accept', 'authorization x'].map(named),
  ),
  async 'an Origin of a suspended project is 403'(scene) {
    const origin = 'https://sleeping.example'
    const own = await scene.withCustomer({ origins: [origin] })
    await scene.expect('204', from(origin))
    await setProjectState(scene.servers[0].control, { id: own.customer.project.id, state: 'suspended' })
    await scene.refresh()
    await scene.expect('403 origin_not_allowed', from(origin))
  },
  async 'an Origin of an account that is not verified is 403'(scene) {
    const origin = 'https://pending.example'
    await scene.withCustomer({ origins: [origin], state: 'pending' })
    await scene.expect('403 origin_not_allowed', from(origin))
  },
  'a preflight at an unknown path is 404': answer('404 not_found', preflight('/v1/nothing', 'GET')),
  'a preflight accepts any query, and any record in its path': answer(
    '204',
    ...[`${PATHS.companies}?q=x&y=%FF`, '/v1/companies/pl/1'].map((path) => preflight(path, 'GET')),
  ),
  'a preflight with a body is 400': malformed(but(preflight(PATHS.usage, 'GET'), { body: 'x' })),
  'a preflight with a body above 16 KiB is 413': answer(
    '413 payload_too_large',
    but(preflight(PATHS.usage, 'GET'), { body: 'x'.repeat(16_385) }),
  ),
  async 'a preflight returns the Origin, method and headers that are allowed, and for how long'(scene) {
    for (const [path, method] of PLACES) {
      const { headers } = await scene.ask(preflight(path, method))
      assert.equal(headers['access-control-allow-origin'], ORIGIN)
      assert.equal(headers['access-control-allow-methods'], method)
      assert.equal(headers['access-control-allow-headers'], 'Authorization, Content-Type, Accept')
      assert.equal(headers['access-control-max-age'], '7200')
      assert.equal(headers.vary, 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers')
    }
  },
  async 'no response allows credentials such as cookies'(scene) {
    for (const asking of [preflight(PATHS.usage, 'GET'), but(companies(), { origin: ORIGIN }), session()]) {
      const { headers } = await scene.ask(asking)
      assert.deepEqual([headers['access-control-allow-credentials'], headers['set-cookie']], [undefined, undefined])
    }
  },
  async 'a page of an allowed Origin may read responses, errors and the credit headers'(scene) {
    const credits = ['Charged-Units', 'Available-Units', 'Period', 'Reset-At'].map((name) => `X-Credits-${name}`)
    for (const asking of READ) {
      const { headers } = await scene.ask(but(asking, { origin: ORIGIN }))
      assert.equal(headers['access-control-allow-origin'], ORIGIN)
      for (const name of ['X-Request-Id', ...credits, 'Retry-After'])
        assert(String(headers['access-control-expose-headers']).includes(name), name)
    }
  },
  async 'a page of another Origin may not read them'(scene) {
    for (const asking of [...READ.map((one) => but(one, { origin: OTHER })), from(OTHER)]) {
      const { headers } = await scene.ask(asking)
      assert.equal(headers['access-control-allow-origin'], undefined)
    }
  },
}
