import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RegistaError } from '../../client/src/regista-error.ts'
import {
  type Answer,
  CLIENT_ID,
  neverAnswer,
  newSession,
  refusal,
  type ScriptedService,
  SERVER_KEY,
  service,
  startScriptedService,
  suggestions,
} from './testing/scripted-service.ts'

const POST = 'POST /v1/browser-sessions'
const GET = 'GET /v1/autocomplete/companies'
const MINUTE_MS = 60_000

/** A query that the cache does not have. */
let queries = 0
const query = () => ({ q: `mlyn ${++queries}` })

/** The tokens of the requests that were not for sessions, each once, in order. */
function tokensOf({ received }: ScriptedService): string[] {
  const tokens = received.filter(({ method }) => method === 'GET').map(({ headers }) => headers.authorization ?? '')
  return [...new Set(tokens)]
}

/** Refuses the first token that it sees, as the service does when the address of the device has changed. */
function refusingFirstToken(): Answer {
  let first: string | undefined
  return (response, request) => {
    if (request.method === 'POST') return newSession(response, request)
    const { authorization } = request.headers
    first ??= authorization
    const answer = authorization === first ? refusal(401, 'unauthorized') : suggestions
    return answer(response, request)
  }
}

describe('a browser session', () => {
  test('is created by the first call and used by the next ones', async () => {
    await using server = await startScriptedService(service)
    const client = server.withSessions()
    assert.deepEqual(server.paths, [])
    await client.suggestCompanies(query())
    await client.suggestCompanies(query())
    assert.deepEqual(server.paths, [POST, GET, GET])
    assert.equal(tokensOf(server).length, 1)
    assert.deepEqual(JSON.parse(server.received[0]!.body), { client_id: CLIENT_ID })
    assert.equal(server.received[0]!.headers.authorization, undefined)
  })

  test('is created once for calls at the same time', async () => {
    await using server = await startScriptedService(service)
    const client = server.withSessions()
    await Promise.all(Array.from({ length: 10 }, () => client.suggestCompanies(query())))
    assert.deepEqual(
      server.paths.filter((path) => path === POST),
      [POST],
    )
  })

  test('is renewed a minute before it expires, and not earlier', async () => {
    await using server = await startScriptedService(service)
    const client = server.withSessions()
    await client.suggestCompanies(query())
    server.moveClockMs(14 * MINUTE_MS - 1)
    await client.suggestCompanies(query())
    server.moveClockMs(1)
    await client.suggestCompanies(query())
    assert.deepEqual(server.paths, [POST, GET, GET, POST, GET])
    assert.equal(tokensOf(server).length, 2)
  })

  test('is renewed in time even if its creation took a minute: its age begins with the request', async () => {
    const slow: Answer = (response, request) => {
      server.moveClockMs(MINUTE_MS)
      newSession(response, request)
    }
    await using server = await startScriptedService([slow, service])
    const client = server.withSessions()
    await client.suggestCompanies(query())
    server.moveClockMs(13 * MINUTE_MS)
    await client.suggestCompanies(query())
    assert.deepEqual(server.paths, [POST, GET, POST, GET])
  })

  test('is renewed once after 401, and the call succeeds', async () => {
    await using server = await startScriptedService(refusingFirstToken())
    await server.withSessions().suggestCompanies(query())
    assert.deepEqual(server.paths, [POST, GET, POST, GET])
  })

  test('is renewed once for several calls that get 401', async () => {
    await using server = await startScriptedService(refusingFirstToken())
    const client = server.withSessions()
    await Promise.all(Array.from({ length: 5 }, () => client.suggestCompanies(query())))
    assert.equal(server.paths.filter((path) => path === POST).length, 2)
    assert.equal(tokensOf(server).length, 2)
  })

  test('is not renewed twice for one call: the second 401 is its error', async () => {
    const refuse: Answer = (response, request) =>
      (request.method === 'POST' ? newSession : refusal(401, 'unauthorized'))(response, request)
    await using server = await startScriptedService(refuse)
    const call = server.withSessions().suggestCompanies(query())
    await assert.rejects(call, { name: 'RegistaError', code: 'unauthorized', status: 401 })
    assert.deepEqual(server.paths, [POST, GET, POST, GET])
  })

  for (const [status, code] of [
    [403, 'origin_not_allowed'],
    [400, 'invalid_parameter'],
  ] as const)
    test(`is not renewed after ${status} ${code}`, async () => {
      const refuse: Answer = (response, request) =>
        (request.method === 'POST' ? newSession : refusal(status, code))(response, request)
      await using server = await startScriptedService(refuse)
      await assert.rejects(server.withSessions().suggestCompanies(query()), { code })
      assert.deepEqual(server.paths, [POST, GET])
    })

  test('that cannot be created fails the call, and the next call tries again', async () => {
    await using server = await startScriptedService([refusal(403, 'origin_not_allowed'), service])
    const client = server.withSessions()
    await assert.rejects(client.suggestCompanies(query()), { code: 'origin_not_allowed' })
    await client.suggestCompanies(query())
    assert.deepEqual(server.paths, [POST, POST, GET])
  })

  test('of an unknown client id is asked for once', async () => {
    await using server = await startScriptedService([refusal(401, 'unauthorized'), service])
    const client = server.withSessions()
    for (const _ of ['first', 'second'])
      await assert.rejects(client.suggestCompanies(query()), { code: 'unauthorized', status: 401 })
    assert.deepEqual(server.paths, [POST])
  })

  test('that others wait for survives the abort of the call that began it', async () => {
    const held = Promise.withResolvers<() => void>()
    const hold: Answer = (response, request) => held.resolve(() => newSession(response, request))
    await using server = await startScriptedService([hold, service])
    const client = server.withSessions()
    const abort = new AbortController()
    const first = client.suggestCompanies(query(), { signal: abort.signal })
    const second = client.suggestCompanies(query())
    const release = await held.promise
    abort.abort()
    await assert.rejects(first, { name: 'AbortError' })
    release()
    await second
    assert.deepEqual(server.paths, [POST, GET])
  })

  test('whose creation is never answered does not hold up an abort', async () => {
    await using server = await startScriptedService(neverAnswer)
    const abort = new AbortController()
    const call = server.withSessions({ timeoutMs: 100 }).suggestCompanies(query(), { signal: abort.signal })
    abort.abort()
    await assert.rejects(call, { name: 'AbortError' })
  })
})

describe('scopes', () => {
  const refusingDetails: Answer = (response, request) =>
    (request.body.includes('companies:read') ? refusal(403, 'scope_not_allowed') : service)(response, request)

  test('are asked for as the page wants them', async () => {
    await using server = await startScriptedService(service)
    const client = server.withSessions({ scopes: ['companies:suggest', 'companies:read'] })
    assert.equal(await client.canReadCompanies(), true)
    assert.deepEqual(JSON.parse(server.received[0]!.body).scopes, ['companies:suggest', 'companies:read'])
  })

  test('without companies:read: suggestions work where the project allows no details', async () => {
    await using server = await startScriptedService(refusingDetails)
    const client = server.withSessions({ scopes: ['companies:suggest', 'companies:read'] })
    assert.equal(await client.canReadCompanies(), false)
    await client.suggestCompanies(query())
    assert.deepEqual(server.paths, [POST, POST, GET])
  })

  test('are not reduced when the session is refused for another reason', async () => {
    await using server = await startScriptedService(refusal(403, 'origin_not_allowed'))
    const client = server.withSessions({ scopes: ['companies:suggest', 'companies:read'] })
    await assert.rejects(client.canReadCompanies(), { code: 'origin_not_allowed' })
    assert.deepEqual(server.paths, [POST])
  })

  test('of which none is left without companies:read are an error', async () => {
    for (const scopes of [['companies:read'], ['companies:suggest'], undefined] as const) {
      await using server = await startScriptedService(refusal(403, 'scope_not_allowed'))
      await assert.rejects(server.withSessions({ scopes }).canReadCompanies(), { code: 'scope_not_allowed' })
      assert.deepEqual(server.paths, [POST])
    }
  })

  test('of a page that names none exclude details', async () => {
    await using server = await startScriptedService(service)
    assert.equal(await server.withSessions().canReadCompanies(), false)
  })

  test('of a server key are not asked for', async () => {
    await using server = await startScriptedService(service)
    assert.equal(await server.withKey().canReadCompanies(), true)
    assert.deepEqual(server.paths, [])
  })
})

test('a server key goes into the Authorization header, and no session is created', async () => {
  await using server = await startScriptedService(service)
  await server.withKey().suggestCompanies(query())
  assert.deepEqual(server.paths, [GET])
  assert.equal(server.received[0]!.headers.authorization, `Bearer ${SERVER_KEY}`)
})

test('an error of a session is a RegistaError for every call that waited for it', async () => {
  await using server = await startScriptedService(refusal(403, 'origin_not_allowed'))
  const client = server.withSessions()
  const outcomes = await Promise.allSettled([client.suggestCompanies(query()), client.suggestCompanies(query())])
  for (const outcome of outcomes) assert(outcome.status === 'rejected' && outcome.reason instanceof RegistaError)
  assert.deepEqual(server.paths, [POST])
})
