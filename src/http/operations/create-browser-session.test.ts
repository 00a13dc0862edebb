import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { denyOrigin } from '../../access/control/projects.ts'
import { MINUTE_MS } from '../../stdx/time-units.ts'
import { type Asked, untilStatus } from '../testing/ask.ts'
import { booksWith } from '../testing/books-with.ts'
import { exampleRelease } from '../testing/example-release.ts'
import { type Customer, ORIGIN, type Service, startService } from '../testing/service.ts'

let service: Service
let customer: Customer
let clientId: string
before(async () => {
  service = await startService({ release: await exampleRelease() })
  customer = await service.customer()
  clientId = customer.project.clientId
})
after(() => service[Symbol.asyncDispose]())

const path = '/v1/browser-sessions'
const create = (body: object | string, more: Partial<Asked> | { origin: undefined } = {}) =>
  service.ask({ path, origin: ORIGIN, body, ...more } as Asked)
const suggest = (key: string, more: object = {}) =>
  service.ask({ path: '/v1/autocomplete/companies', query: { q: 'mlyn' }, key, origin: ORIGIN, ...more })
const tokenFor = async (body: object = {}) => (await create({ client_id: clientId, ...body })).json.data.token as string

describe('POST /v1/browser-sessions', () => {
  test('200 with a token for fifteen minutes and the scopes for suggestions; nothing is charged', async () => {
    const before = await service.confirmedUnits(customer.account)
    const { status, json, headers } = await create({ client_id: clientId })
    assert.equal(status, 200)
    assert.deepEqual(json.data.scopes, ['addresses:suggest', 'companies:suggest'])
    const lifeMs = Date.parse(json.data.expires_at) - service.clock.nowMs()
    assert(14 * MINUTE_MS < lifeMs && lifeMs <= 15 * MINUTE_MS)
    assert.equal(headers['access-control-allow-origin'], ORIGIN)
    assert.deepEqual(Object.keys(json.meta), ['request_id', 'charged_units'])
    assert.equal(await service.confirmedUnits(customer.account), before)
  })

  test('200 with the credits of the account, for which the books are not asked for the usage', async () => {
    let asked = 0
    const usage = () => Promise.reject(new Error(`the books were asked, ${++asked}`))
    const ledgerPort = booksWith(() => ({ usage }))
    await using quiet = await startService({ release: await exampleRelease(), ledgerPort })
    const { account, project, key } = await quiet.customer({ allowanceUnits: 40 })
    const request = { path, origin: ORIGIN, body: { client_id: project.clientId } }
    const before = await quiet.ask(request)
    assert.deepEqual([before.status, before.headers['x-credits-available-units']], [200, '40'])
    assert.equal((await quiet.ask({ path: '/v1/autocomplete/companies', query: { q: 'mlyn' }, key })).status, 200)
    const { status, headers } = await quiet.ask(request)
    assert.deepEqual([status, asked], [200, 0])
    assert.equal(headers['x-credits-charged-units'], '0')
    assert.equal(headers['x-credits-available-units'], '39')
    const real = await quiet.ledger.usage(account)
    assert(real.outcome === 'usage')
    assert.equal(headers['x-credits-period'], real.period)
    assert.equal(headers['x-credits-reset-at'], new Date(real.endsAtMs).toISOString())
  })

  test('503 while the books are not trusted', async () => {
    const { account, project } = await service.customer()
    await service.ledger.distrust({ account, reason: 'example', detail: 'for this test' })
    const { json } = await untilStatus(503, () => create({ client_id: project.clientId }))
    assert.equal(json.error.code, 'accounting_unavailable')
  })

  test('200 with exactly the requested scopes', async () => {
    const { json } = await create({ client_id: clientId, scopes: ['companies:read'] })
    assert.deepEqual(json.data.scopes, ['companies:read'])
  })

  test('a session gets suggestions, and each costs the account one unit', async () => {
    const key = await tokenFor()
    const before = await service.confirmedUnits(customer.account)
    assert.equal((await suggest(key)).status, 200)
    assert.equal(await service.confirmedUnits(customer.account), before + 1)
  })

  test('401 for a session that is used from another address, expired or forged', async () => {
    const key = await tokenFor()
    assert.equal((await suggest(key, { from: '127.0.0.2' })).status, 401)
    assert.equal((await suggest(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)).status, 403)
    assert.equal((await suggest(`${key.slice(0, 40)}${key[40] === '0' ? '1' : '0'}${key.slice(41)}`)).status, 401)
    service.clock.moveMs(15 * MINUTE_MS)
    assert.equal((await suggest(key)).status, 401)
  })

  test('403 for a session that is used from another origin or without one', async () => {
    const key = await tokenFor()
    for (const origin of ['https://other.example', 'null', undefined]) {
      const { status, json } = await suggest(key, { origin })
      assert.deepEqual([status, json.error.code], [403, 'origin_not_allowed'])
    }
  })

  test('403 for a session that requests the account’s usage', async () => {
    const { status, json } = await service.ask({ path: '/v1/me/usage', key: await tokenFor(), origin: ORIGIN })
    assert.deepEqual([status, json.error.code], [403, 'scope_not_allowed'])
  })

  test('403 for a session as soon as its origin is no longer allowed', async () => {
    const origin = 'https://shortlived.example'
    const { project } = await service.customer({ origins: [origin] })
    const { json } = await create({ client_id: project.clientId }, { origin })
    await denyOrigin(service.control, { id: project.id, origin })
    await service.refresh()
    assert.equal((await suggest(json.data.token, { origin })).json.error.code, 'origin_not_allowed')
  })

  const WRONG: readonly (readonly [what: string, body: () => string | object, code: string])[] = [
    ['no client id', () => ({}), 'invalid_parameter'],
    ['a client id of another form', () => ({ client_id: 'rgp_x' }), 'invalid_parameter'],
    ['a client id in capitals', () => ({ client_id: `rgp_${'A'.repeat(32)}` }), 'invalid_parameter'],
    ['a client id that is a number', () => ({ client_id: 1 }), 'invalid_parameter'],
    ['another field', () => ({ client_id: clientId, name: 'x' }), 'invalid_parameter'],
    ['a field that objects have', () => `{"client_id":"${clientId}","__proto__":{}}`, 'invalid_parameter'],
    ['no scopes in the list', () => ({ client_id: clientId, scopes: [] }), 'invalid_parameter'],
    [
      'four scopes',
      () => ({
        client_id: clientId,
        scopes: ['companies:read', 'companies:suggest', 'addresses:suggest', 'companies:read'],
      }),
      'invalid_parameter',
    ],
    [
      'a scope twice',
      () => ({ client_id: clientId, scopes: ['companies:read', 'companies:read'] }),
      'invalid_parameter',
    ],
    ['a scope that there is not', () => ({ client_id: clientId, scopes: ['companies:write'] }), 'invalid_parameter'],
    ['the scope of usage', () => ({ client_id: clientId, scopes: ['usage:read'] }), 'invalid_parameter'],
    ['scopes as a text', () => ({ client_id: clientId, scopes: 'companies:read' }), 'invalid_parameter'],
    ['null for scopes', () => ({ client_id: clientId, scopes: null }), 'invalid_parameter'],
    ['a list', () => '[]', 'invalid_parameter'],
    ['a text', () => '"x"', 'invalid_parameter'],
    ['null', () => 'null', 'invalid_parameter'],
    ['no JSON', () => '{', 'invalid_request'],
    ['two values', () => '{}{}', 'invalid_request'],
    ['nothing', () => '', 'invalid_request'],
    ['a byte order mark', () => `\ufeff{"client_id":"${clientId}"}`, 'invalid_request'],
    ['JSON that is no UTF-8', () => Buffer.from('{"client_id":"\xff"}', 'latin1'), 'invalid_request'],
    ['a very deep list', () => '['.repeat(8000), 'invalid_request'],
  ]
  for (const [what, body, code] of WRONG)
    test(`400 ${code} for ${what}`, async () => {
      const { status, json } = await create(body(), { headers: { 'content-type': 'application/json' } })
      assert.deepEqual([status, json.error.code], [400, code])
    })

  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/jsonx',
    '',
  ])
    test(`400 for the media type ${JSON.stringify(type)}`, async () => {
      const { status, json } = await create(JSON.stringify({ client_id: clientId }), {
        headers: { 'content-type': type },
      })
      assert.deepEqual([status, json.error.code], [400, 'invalid_request'])
    })

  for (const type of ['application/json;charset=utf-8', 'Application/JSON; charset="UTF-8"'])
    test(`200 for the media type ${type}`, async () => {
      const { status } = await create(JSON.stringify({ client_id: clientId }), { headers: { 'content-type': type } })
      assert.equal(status, 200)
    })

  test('400 with a query', async () => {
    assert.equal((await create({ client_id: clientId }, { path: `${path}?x=1` })).json.error.code, 'invalid_parameter')
  })

  test('401 for an unknown client id, even from an origin that is not allowed', async () => {
    const body = { client_id: `rgp_${'0'.repeat(32)}` }
    assert.equal((await create(body, { origin: 'https://other.example' })).json.error.code, 'unauthorized')
  })

  test('403 for a missing, different or similar origin', async () => {
    for (const origin of [
      undefined,
      'null',
      'https://other.example',
      'http://www.example.com',
      'https://www.example.com.',
      `${ORIGIN}:443`,
      `${ORIGIN}/`,
      'https://WWW.example.com',
      'https://sub.www.example.com',
    ]) {
      const { json } = await create({ client_id: clientId }, { origin } as Partial<Asked>)
      assert.equal(json.error.code, 'origin_not_allowed', String(origin))
    }
  })

  test('403 for a scope that the project does not allow in browsers, also if it allows none of the default ones', async () => {
    const { project } = await service.customer({ browserScopes: ['companies:suggest'] })
    const wider = await create({ client_id: project.clientId, scopes: ['companies:read'] })
    assert.deepEqual([wider.status, wider.json.error.code], [403, 'scope_not_allowed'])
    const { project: none } = await service.customer({ browserScopes: ['companies:read'] })
    assert.equal((await create({ client_id: none.clientId })).json.error.code, 'scope_not_allowed')
  })

  test('403 for an account that is not verified', async () => {
    const { project } = await service.customer({ state: 'pending' })
    assert.equal((await create({ client_id: project.clientId })).json.error.code, 'forbidden')
  })

  test('405 for GET and HEAD', async () => {
    for (const method of ['GET', 'HEAD', 'PUT']) {
      const { status, headers } = await service.ask({ path, method, origin: ORIGIN })
      assert.deepEqual([status, headers.allow], [405, 'POST, OPTIONS'])
    }
  })
})
