import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createKeyCredential } from '../../client/src/create-regista.ts'
import type { Regista } from '../../client/src/regista.ts'
import { createClient } from '../../client/src/regista-client.ts'
import { RegistaError } from '../../client/src/regista-error.ts'
import {
  type Answer,
  breakBody,
  breakConnection,
  html,
  json,
  neverAnswer,
  newSession,
  REQUEST_ID,
  refusal,
  type ScriptedService,
  service,
  startScriptedService,
  suggestions,
} from './testing/scripted-service.ts'

const CHARGED: readonly (readonly [string, (client: Regista) => Promise<unknown>])[] = [
  ['suggestAddresses', (client) => client.suggestAddresses({ q: 'hlavna' })],
  ['suggestCompanies', (client) => client.suggestCompanies({ q: 'mlyn' })],
  ['readCompany', (client) => client.readCompany('sk', '00000001')],
]

async function failureOf(call: Promise<unknown>): Promise<RegistaError> {
  const error = await call.then(
    () => assert.fail('the call succeeded'),
    (error: unknown) => error,
  )
  assert(error instanceof RegistaError, String(error))
  return error
}

const FAULTS_THAT_MAY_BE_CHARGED: readonly (readonly [string, Answer, string])[] = [
  ['a connection that breaks', breakConnection, 'unreachable'],
  ['a body that breaks off', breakBody, 'unreachable'],
  ['the page of a proxy with 502', html(502), 'invalid_response'],
  ['the page of a proxy with 503 and Retry-After', html(503, { 'Retry-After': '1' }), 'invalid_response'],
  ['the page of a proxy with 429 and Retry-After', html(429, { 'Retry-After': '1' }), 'invalid_response'],
  ['a page with 200, as a captive portal sends it', html(200), 'invalid_response'],
  ['JSON of another service', json(503, { error: 'down', request_id: 1 }), 'invalid_response'],
  ['JSON of another service with a code', json(503, { error: { code: 503 }, request_id: 1 }), 'invalid_response'],
  ['an error without a request id', json(503, { error: { code: 'down' } }), 'invalid_response'],
  ['JSON without data', json(200, { meta: {} }), 'invalid_response'],
  ['JSON null', json(200, null), 'invalid_response'],
  ['a redirect', html(302, { Location: '/elsewhere' }), 'unreachable'],
]

describe('an operation that is charged', () => {
  for (const [operation, call] of CHARGED)
    for (const [what, fault, code] of FAULTS_THAT_MAY_BE_CHARGED)
      test(`${operation} is sent once after ${what}, because it may have been charged`, async () => {
        await using server = await startScriptedService(fault)
        const error = await failureOf(call(server.withKey()))
        assert.equal(error.code, code)
        assert.equal(server.received.length, 1)
      })

  for (const [operation, call] of CHARGED)
    for (const [status, code] of [
      [429, 'rate_limited'],
      [503, 'overloaded'],
      [503, 'accounting_unavailable'],
      [503, 'a_code_of_a_newer_server'],
    ] as const)
      test(`${operation} is repeated after ${status} ${code}, which the service does not charge`, async () => {
        await using server = await startScriptedService([refusal(status, code, 1), suggestions])
        await call(server.withKey())
        assert.equal(server.received.length, 2)
        assert.equal(server.received[0]!.url.href, server.received[1]!.url.href)
      })

  for (const status of [400, 401, 403, 404, 405, 409, 413])
    test(`${status} is final with a server key, even with Retry-After`, async () => {
      await using server = await startScriptedService(refusal(status, 'unauthorized', 1))
      assert.equal((await failureOf(server.withKey().suggestCompanies({ q: 'mlyn' }))).status, status)
      assert.equal(server.received.length, 1)
    })
})

describe('an operation that is free', () => {
  const FREE: readonly (readonly [string, Answer, (server: ScriptedService) => Promise<unknown>])[] = [
    ['getUsage', json(200, { data: {}, meta: { charged_units: 0 } }), (server) => server.withKey().getUsage()],
    ['the creation of a session', newSession, (server) => server.withSessions().canReadCompanies()],
  ]
  const REPEATED: readonly (readonly [string, Answer])[] = [
    ['a connection that breaks', breakConnection],
    ['a body that breaks off', breakBody],
    ['the page of a proxy with 502', html(502)],
    ['503 of the service', refusal(503, 'accounting_unavailable', 1)],
    ['429 of the service', refusal(429, 'rate_limited', 1)],
  ]
  for (const [operation, success, call] of FREE)
    for (const [what, fault] of REPEATED)
      test(`${operation} is repeated after ${what}`, async () => {
        await using server = await startScriptedService([fault, success])
        await call(server)
        assert.equal(server.received.length, 2)
      })

  for (const [operation, , call] of FREE)
    for (const [what, fault] of [
      ['a page with 200', html(200)],
      ['a page with 404', html(404)],
      ['400', refusal(400, 'invalid_request')],
    ] as const)
      test(`${operation} is sent once after ${what}`, async () => {
        await using server = await startScriptedService(fault)
        await failureOf(call(server))
        assert.equal(server.received.length, 1)
      })
})

describe('waiting', () => {
  test('the client waits for as long as Retry-After says, and a little longer', async () => {
    await using server = await startScriptedService([refusal(503, 'overloaded', 3), suggestions])
    await server.withKey().suggestCompanies({ q: 'mlyn' })
    assert.deepEqual(server.waitsMs, [3_150])
  })

  test('waits without Retry-After double, with jitter', async () => {
    await using server = await startScriptedService(breakConnection)
    await failureOf(server.withKey().getUsage())
    assert.deepEqual(server.waitsMs, [225, 450])
  })

  test('the client gives up after three attempts, with the last error', async () => {
    await using server = await startScriptedService([
      refusal(503, 'overloaded', 1),
      refusal(503, 'overloaded', 1),
      refusal(429, 'rate_limited', 2),
    ])
    const error = await failureOf(server.withKey().suggestCompanies({ q: 'mlyn' }))
    assert.equal(error.code, 'rate_limited')
    assert.equal(server.received.length, 3)
  })

  test('a wait beyond the time of the call is not begun, and the error says when to retry', async () => {
    await using server = await startScriptedService(refusal(429, 'rate_limited', 700))
    const error = await failureOf(server.withKey().suggestCompanies({ q: 'mlyn' }))
    assert.deepEqual([error.retryAfterSeconds, server.received.length, server.waitsMs], [700, 1, []])
  })

  test('a month without units is not waited for', async () => {
    await using server = await startScriptedService(refusal(429, 'monthly_limit_reached', 1))
    await failureOf(server.withKey().suggestCompanies({ q: 'mlyn' }))
    assert.equal(server.received.length, 1)
  })

  test('a service that never answers is given up after timeoutMs', async () => {
    await using server = await startScriptedService(neverAnswer)
    const error = await failureOf(server.withKey(50).suggestCompanies({ q: 'mlyn' }))
    assert.deepEqual([error.code, error.status], ['timeout', null])
  })

  test('a body that never ends is given up after timeoutMs', async () => {
    await using server = await startScriptedService((response) => void response.writeHead(200).write('{'))
    assert.equal((await failureOf(server.withKey(50).suggestCompanies({ q: 'mlyn' }))).code, 'timeout')
  })

  test('a session that is never created is given up after timeoutMs', async () => {
    await using server = await startScriptedService(neverAnswer)
    const client = server.withSessions({ timeoutMs: 50 })
    const errors = await Promise.all([failureOf(client.canReadCompanies()), failureOf(client.canReadCompanies())])
    assert.deepEqual(
      errors.map(({ code }) => code),
      ['timeout', 'timeout'],
    )
  })
})

describe('an error', () => {
  test('has code, message, status, request id and retry time of the response', async () => {
    await using server = await startScriptedService(refusal(429, 'monthly_limit_reached', 77))
    const { name, code, message, status, requestId, retryAfterSeconds } = await failureOf(
      server.withKey().suggestCompanies({ q: 'mlyn' }),
    )
    assert.deepEqual(
      { name, code, message, status, requestId, retryAfterSeconds },
      {
        name: 'RegistaError',
        code: 'monthly_limit_reached',
        message: 'This is monthly_limit_reached.',
        status: 429,
        requestId: REQUEST_ID,
        retryAfterSeconds: 77,
      },
    )
  })

  test('has the retry time of the header if the body has none', async () => {
    const body = { error: { code: 'overloaded', message: 'Later.' }, request_id: REQUEST_ID }
    await using server = await startScriptedService(json(503, body, { 'Retry-After': '60' }))
    assert.equal((await failureOf(server.withKey().suggestCompanies({ q: 'mlyn' }))).retryAfterSeconds, 60)
  })

  test('has the retry time of the body if a proxy removed the header', async () => {
    const error = { code: 'monthly_limit_reached', message: 'Later.', retry_after_seconds: 60 }
    await using server = await startScriptedService(json(429, { error, request_id: REQUEST_ID }))
    assert.equal((await failureOf(server.withKey().suggestCompanies({ q: 'mlyn' }))).retryAfterSeconds, 60)
  })

  test('has the status and the request id of a response that is not of the API', async () => {
    await using server = await startScriptedService(html(502, { 'X-Request-Id': REQUEST_ID }))
    const { status, requestId } = await failureOf(server.withKey().suggestCompanies({ q: 'mlyn' }))
    assert.deepEqual([status, requestId], [502, REQUEST_ID])
  })

  test('has no status, but the cause, if nothing listens', async () => {
    const server = await startScriptedService(service)
    await server[Symbol.asyncDispose]()
    const { code, status, cause } = await failureOf(server.withKey().suggestCompanies({ q: 'mlyn' }))
    assert.deepEqual([code, status, cause instanceof Error], ['unreachable', null, true])
  })

  const WRONG: readonly (readonly [string, (client: Regista) => Promise<unknown>])[] = [
    ['a query of one letter', (client) => client.suggestAddresses({ q: 'a' })],
    ['a query without a letter', (client) => client.suggestCompanies({ q: '..' })],
    ['a company number of seven digits', (client) => client.readCompany('sk', '1234567')],
    ['a company number that is a path', (client) => client.readCompany('sk', '../../me')],
  ]
  for (const [what, call] of WRONG)
    test(`rejects ${what} before anything is sent`, async () => {
      await using server = await startScriptedService(service)
      assert.equal((await failureOf(call(server.withSessions()))).code, 'invalid_argument')
      assert.deepEqual(server.paths, [])
    })
})

describe('an abort', () => {
  test('before the call sends nothing', async () => {
    await using server = await startScriptedService(service)
    const signal = AbortSignal.abort(new Error('the person typed on'))
    for (const call of [
      server.withKey().suggestAddresses({ q: 'hlavna' }, { signal }),
      server.withSessions().readCompany('sk', '00000001', { signal }),
      server.withSessions().canReadCompanies({ signal }),
      server.withKey().getUsage({ signal }),
    ])
      await assert.rejects(call, signal.reason as Error)
    assert.deepEqual(server.paths, [])
  })

  test('before the call rejects it even if the cache has the answer', async () => {
    await using server = await startScriptedService(suggestions)
    const client = server.withKey()
    await client.suggestAddresses({ q: 'hlavna' })
    const call = client.suggestAddresses({ q: 'hlavna' }, { signal: AbortSignal.abort() })
    await assert.rejects(call, { name: 'AbortError' })
  })

  test('while the client waits for the response rejects with the reason of the signal', async () => {
    const abort = new AbortController()
    await using server = await startScriptedService(() => abort.abort())
    const call = server.withKey().suggestAddresses({ q: 'hlavna' }, { signal: abort.signal })
    await assert.rejects(call, { name: 'AbortError' })
  })

  test('while the client waits for a retry ends the call', async () => {
    await using server = await startScriptedService(refusal(503, 'overloaded', 1))
    const abort = new AbortController()
    const ports = {
      ...server.ports,
      sleep: (_: number, signal: AbortSignal) => {
        abort.abort()
        return Promise.reject(signal.reason)
      },
    }
    const client = createClient(ports, { baseUrl: server.url, timeoutMs: 10_000 }, createKeyCredential('rgk_'))
    const call = client.suggestAddresses({ q: 'hlavna' }, { signal: abort.signal })
    await assert.rejects(call, { name: 'AbortError' })
    assert.equal(server.received.length, 1)
  })
})
