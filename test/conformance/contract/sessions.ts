import assert from 'node:assert/strict'
import { denyOrigin, setScopes } from '../../../src/access/control/projects.ts'
import { ICOS } from '../../../src/http/testing/example-release.ts'
import { ORIGIN } from '../../../src/http/testing/service.ts'
import { MINUTE_MS } from '../../../src/stdx/time-units.ts'
import { addresses, but, by, companies, detail, inPage, PATHS, session, tokenOf, withKey } from '../asking.ts'
import type { Asking } from '../scene.ts'
import { answer, invalid, malformed, type Sentences } from '../sentence.ts'

const READ = { scopes: ['companies:read'] }
const UNKNOWN = { client_id: `rgp_${'0'.repeat(32)}` }
const WRONG_IDS = ['', 'x', 'rgp_', 'rgp_x', `rgp_${'A'.repeat(32)}`, `rgp_${'0'.repeat(31)}`, `rgp_${'0'.repeat(33)}`]

const bodies = (...all: readonly object[]) => all.map(session)
const scopes = (...all: readonly unknown[]) => all.map((given) => session({ scopes: given }))
const origins = (...all: readonly (string | undefined)[]) => all.map((origin) => but(session(), { origin }))
const types = (...all: readonly string[]) => all.map((type) => raw('{"client_id":"ID"}', type))

/** A body in which the client id replaces `ID`. */
const raw =
  (body: string | Buffer, type = 'application/json'): Asking =>
  async (scene) => {
    const { clientId } = scene.customer.project
    const sent = typeof body === 'string' ? body.replaceAll('ID', clientId) : body
    return await but(session(), { body: sent, headers: { 'content-type': type } })(scene)
  }

const raws = (...all: readonly (string | Buffer)[]) => all.map((body) => raw(body))

/** A suggestion with this session, from its page. */
const suggest = (token: string) => but(withKey(token, companies()), { origin: ORIGIN })

export const SESSIONS: Sentences = {
  'a session is created without a bearer token': answer('200', session()),
  'a bearer token is ignored when a session is created': answer('200', withKey('rgk_nobodys', session())),
  'a session needs an Origin': answer('403 origin_not_allowed', ...origins(undefined)),
  'the Origin is exactly one that the project allows: scheme, host and port': answer(
    '403 origin_not_allowed',
    ...origins('https://other.example', 'http://www.example.com', 'https://www.example.com:8443', `${ORIGIN}:443`),
    ...origins('https://example.com', 'https://sub.www.example.com', 'https://WWW.example.com'),
    ...origins(`${ORIGIN}/`, `${ORIGIN}.`, 'null'),
  ),
  'the Origin of another project is refused': answer(
    '403 origin_not_allowed',
    by({ origins: ['https://two.example'] }, session()),
  ),
  'client_id is required': invalid(...raws('{}', '{"scopes":["companies:read"]}')),
  'client_id has the form of a client id': invalid(
    ...[...WRONG_IDS, `rgk_${'0'.repeat(32)}`, 1, null].map((client_id) => session({ client_id })),
  ),
  'an unknown client_id is 401': answer('401 unauthorized', session(UNKNOWN)),
  async 'scopes may be omitted'(scene) {
    const { json } = await scene.ask(session())
    assert.deepEqual(json.data.scopes, ['addresses:suggest', 'companies:suggest'])
  },
  async 'scopes may be one, two or all three'(scene) {
    const all = ['addresses:suggest', 'companies:suggest', 'companies:read']
    for (const scopes of [all.slice(2), all.slice(0, 2), all])
      assert.deepEqual((await scene.ask(session({ scopes }))).json.data.scopes, scopes)
  },
  'scopes are at least one': invalid(...scopes([])),
  'scopes are at most three': invalid(
    ...scopes(['companies:read', 'companies:suggest', 'addresses:suggest', 'companies:read']),
  ),
  'scopes are unique': invalid(...scopes(['companies:read', 'companies:read'])),
  'scopes are scopes for browsers': invalid(...scopes(['usage:read'], ['companies:write'], ['x'], [''])),
  'scopes are a list of texts': invalid(...scopes('companies:read', null, [1], {})),
  'scopes are among those that the project allows in browsers': answer(
    '403 scope_not_allowed',
    by({ browserScopes: ['companies:suggest'] }, session(READ)),
  ),
  async 'without scopes a session gets the suggestion scopes that the project allows in browsers'(scene) {
    const { json } = await scene.ask(by({ browserScopes: ['companies:suggest', 'companies:read'] }, session()))
    assert.deepEqual(json.data.scopes, ['companies:suggest'])
  },
  'a project that allows no suggestions in browsers creates no session without scopes': answer(
    '403 scope_not_allowed',
    by({ browserScopes: ['companies:read'] }, session()),
  ),
  'other fields of the body are refused': invalid(...bodies({ name: 'x' }, { origin: ORIGIN })),
  'fields such as __proto__ are refused like other fields': invalid(
    ...raws('{"client_id":"ID","__proto__":{}}', '{"client_id":"ID","constructor":1}'),
  ),
  'a repeated field is rejected as ambiguous': invalid(
    ...raws('{"client_id":"ID","client_id":"ID"}', '{"client_id":"ID","client\\u005fid":"ID"}'),
    raw('{"client_id":"ID","scopes":["companies:read"],"scopes":["companies:suggest"]}'),
  ),
  'the body is a JSON object': invalid(...raws('[]', 'null', '1', '"ID"', 'true')),
  'the body is JSON in UTF-8': malformed(
    ...raws('', '{', 'client_id=ID', "{'client_id':'ID'}", '{}{}', '['.repeat(8000), '\ufeff{"client_id":"ID"}'),
    raw(Buffer.from('{"client_id":"\xff"}', 'latin1')),
  ),
  'a body of thousands of brackets is refused': invalid(
    raw(`{"client_id":"ID","scopes":${'['.repeat(8000)}${']'.repeat(8000)}}`),
    raw(`${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}`),
  ),
  'the media type is application/json': malformed(
    ...types('text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', ''),
    ...types('application/jsonx'),
  ),
  'the media type may be in any case and name UTF-8': answer(
    '200',
    ...types('application/json;charset=utf-8', 'Application/JSON; charset="UTF-8"'),
  ),
  'a body above 16 KiB is 413': answer('413 payload_too_large', raw(' '.repeat(16_385))),
  'a body of exactly 16 KiB is accepted': answer('200', raw('{"client_id":"ID"}'.padEnd(16_384 - 34))),
  'a query is refused when a session is created': invalid(but(session(), { path: `${PATHS.sessions}?x=1` })),
  async 'a session is valid for 15 minutes and has the time of its end'(scene) {
    const { json } = await scene.ask(session())
    const lifeMs = Date.parse(json.data.expires_at) - scene.servers[0].clock.nowMs()
    assert(14.5 * MINUTE_MS < lifeMs && lifeMs <= 15 * MINUTE_MS)
  },
  async 'a session is valid until shortly before its end'(scene) {
    const token = await tokenOf(scene)
    await scene.later(14.5 * MINUTE_MS, () => scene.expect('200', suggest(token)))
  },
  async 'a session is refused after its end'(scene) {
    const token = await tokenOf(scene)
    await scene.later(15 * MINUTE_MS, () => scene.expect('401 unauthorized', suggest(token)))
  },
  'a session is bound to the address of its client': answer(
    '401 unauthorized',
    but(inPage(companies()), { from: '127.0.0.2' }),
  ),
  'a session is bound to its Origin': answer(
    '403 origin_not_allowed',
    ...['https://other.example', undefined, 'null'].map((origin) => but(inPage(companies()), { origin })),
  ),
  async 'a session cannot be forged'(scene) {
    const token = await tokenOf(scene)
    const digit = (at: number) => (token.at(at) === '0' ? '1' : '0')
    await scene.expect('401 unauthorized', suggest(`${token.slice(0, 40)}${digit(40)}${token.slice(41)}`))
    // The last digits are of the Origin.
    await scene.expect('403 origin_not_allowed', suggest(`${token.slice(0, -1)}${digit(-1)}`))
  },
  async 'a session ends when its Origin is no longer allowed'(scene) {
    const origin = 'https://shortlived.example'
    const own = await scene.withCustomer({ origins: [origin] })
    const { json } = await own.ask(but(session(), { origin }))
    await denyOrigin(scene.servers[0].control, { id: own.customer.project.id, origin })
    await scene.refresh()
    await own.expect('403 origin_not_allowed', but(suggest(json.data.token), { origin }))
  },
  'a session suggests companies and addresses': answer('200', inPage(companies()), inPage(addresses())),
  async 'a session may use exactly the scopes that it requested'(scene) {
    await scene.expect('403 scope_not_allowed', inPage(companies(), READ))
    await scene.expect('200', inPage(detail(), READ))
  },
  async 'a session loses a scope as soon as its project does'(scene) {
    const own = await scene.withCustomer()
    const token = await tokenOf(own, READ)
    const { id, scopes } = own.customer.project
    await setScopes(scene.servers[0].control, { id, scopes, browserScopes: ['companies:suggest'] })
    await scene.refresh()
    await own.expect('403 scope_not_allowed', but(withKey(token, detail(ICOS.living)), { origin: ORIGIN }))
  },
  'no two sessions have the same token': async (scene) => assert.notEqual(await tokenOf(scene), await tokenOf(scene)),
  async 'the token of a session reveals neither address nor Origin nor client'(scene) {
    const token = await tokenOf(scene)
    for (const told of [ORIGIN, '127.0.0.1', scene.customer.project.clientId.slice(4)])
      assert(!Buffer.from(token.slice(4), 'hex').includes(told) && !token.includes(Buffer.from(told).toString('hex')))
  },
}
