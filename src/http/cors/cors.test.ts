import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setProjectState } from '../../access/control/projects.ts'
import { OPERATIONS } from '../operations/operations.ts'
import { exampleRelease } from '../testing/example-release.ts'
import { type Customer, ORIGIN, type Service, startService } from '../testing/service.ts'

let service: Service
let customer: Customer
before(async () => {
  service = await startService({ release: await exampleRelease() })
  customer = await service.customer()
})
after(() => service[Symbol.asyncDispose]())

const SUGGEST = '/v1/autocomplete/companies'
const preflight = (headers: Readonly<Record<string, string>>, path = SUGGEST) =>
  service.ask({ method: 'OPTIONS', path, headers })
const METHOD = 'access-control-request-method'
const HEADERS = 'access-control-request-headers'
const PAGE = { origin: ORIGIN, [METHOD]: 'GET' }

describe('OPTIONS', () => {
  for (const { path, method } of OPERATIONS)
    test(`204 at ${path} for ${method} only`, async () => {
      const at = path.replace('{country}', 'sk').replace('{ico}', '00000001')
      const { status, headers } = await preflight({ origin: ORIGIN, [METHOD]: method }, at)
      assert.equal(status, 204)
      assert.equal(headers['access-control-allow-origin'], ORIGIN)
      assert.equal(headers['access-control-allow-methods'], method)
      assert.equal(headers['access-control-allow-headers'], 'Authorization, Content-Type, Accept')
      assert.equal(headers['access-control-max-age'], '7200')
      assert.equal(headers['access-control-allow-credentials'], undefined)
      assert.equal(headers.vary, 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers')
      for (const other of ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', method.toLowerCase()].filter(
        (one) => one !== method,
      )) {
        const { status: refused } = await preflight({ origin: ORIGIN, [METHOD]: other }, at)
        assert.equal(refused, 403, other)
      }
    })

  test('204 with the query of the later request, whatever record the path names', async () => {
    assert.equal((await preflight(PAGE, `${SUGGEST}?q=a&x=%FF`)).status, 204)
    assert.equal((await preflight(PAGE, '/v1/companies/pl/1')).status, 204)
  })

  for (const list of ['', 'authorization', 'Authorization, Content-Type,Accept', 'accept,,authorization'])
    test(`204 for the headers ${JSON.stringify(list)}`, async () =>
      assert.equal((await preflight({ ...PAGE, [HEADERS]: list })).status, 204))

  for (const list of ['x-request-id', 'authorization, cookie', '*', 'authorization x'])
    test(`403 for the headers ${JSON.stringify(list)}`, async () =>
      assert.equal((await preflight({ ...PAGE, [HEADERS]: list })).status, 403))

  for (const origin of [
    'null',
    'https://other.example',
    'http://www.example.com',
    'https://www.example.com:443',
    'https://www.example.com.',
    'https://www.example.com.evil.example',
    'https://WWW.EXAMPLE.COM',
    '*',
    '',
  ])
    test(`403 for the origin ${JSON.stringify(origin)}`, async () => {
      const { status, json, headers } = await preflight({ ...PAGE, origin })
      assert.deepEqual([status, json.error.code], [403, 'origin_not_allowed'])
      assert.equal(headers['access-control-allow-origin'], undefined)
    })

  test('403 without an origin, 400 without a method, 404 at an unknown path', async () => {
    assert.equal((await preflight({ [METHOD]: 'GET' })).json.error.code, 'origin_not_allowed')
    const { status, json, headers } = await preflight({ origin: ORIGIN })
    assert.deepEqual([status, json.error.code], [400, 'invalid_request'])
    assert.equal(headers['access-control-allow-origin'], ORIGIN)
    assert.equal((await preflight(PAGE, '/v1/nothing')).status, 404)
  })

  test('400 with a body, 413 with a large one', async () => {
    const ask = (body: string) => service.ask({ method: 'OPTIONS', path: SUGGEST, headers: PAGE, body })
    assert.equal((await ask('x')).status, 400)
    assert.equal((await ask('x'.repeat(16_385))).status, 413)
  })

  test('403 for an origin that only a suspended project allows', async () => {
    const origin = 'https://sleeping.example'
    const { project } = await service.customer({ origins: [origin] })
    assert.equal((await preflight({ ...PAGE, origin })).status, 204)
    await setProjectState(service.control, { id: project.id, state: 'suspended' })
    await service.refresh()
    assert.equal((await preflight({ ...PAGE, origin })).status, 403)
  })

  test('costs nothing', async () => assert.equal(await service.confirmedUnits(customer.account), 0))
})

describe('a response to a page', () => {
  const ERRORS: readonly (readonly [
    status: number,
    asked: { readonly path: string; readonly method?: string; readonly body?: string },
  ])[] = [
    [400, { path: '/v1/browser-sessions', body: '{}' }],
    [401, { path: SUGGEST }],
    [404, { path: '/v1/nothing' }],
    [405, { path: SUGGEST, method: 'DELETE' }],
    [413, { path: '/v1/browser-sessions', body: 'x'.repeat(16_385) }],
  ]
  for (const [status, asked] of ERRORS)
    test(`with status ${status} may be read by a page of an allowed origin, and by no other`, async () => {
      const allowed = await service.ask({ ...asked, origin: ORIGIN })
      assert.deepEqual([allowed.status, allowed.headers['access-control-allow-origin']], [status, ORIGIN])
      const other = await service.ask({ ...asked, origin: 'https://other.example' })
      assert.deepEqual([other.status, other.headers['access-control-allow-origin']], [status, undefined])
    })
})
