import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRegista, isQuery, type RegistaOptions } from '../../client/src/index.ts'
import { fc } from '../../src/stdx/testing/properties.ts'
import {
  CLIENT_ID,
  refusal,
  type ScriptedService,
  SERVER_KEY,
  service,
  startScriptedService,
  suggestions,
} from './testing/scripted-service.ts'

function sentOf({ received }: ScriptedService): Record<string, string>[] {
  return received.map(({ url }) => Object.fromEntries(url.searchParams))
}

describe('the cache', () => {
  test('answers backspace without a request and without a charge', async () => {
    await using server = await startScriptedService(suggestions)
    const client = server.withKey()
    for (const q of ['hl', 'hla', 'hlav']) await client.suggestAddresses({ q })
    const { fromCache, credits, meta } = await client.suggestAddresses({ q: 'hla' })
    assert.equal(server.received.length, 3)
    assert.deepEqual([fromCache, credits.chargedUnits, meta.charged_units], [true, 0, 1])
    assert.equal(credits.availableUnits, 99)
  })

  test('keeps suggestions of every operation and parameter apart', async () => {
    await using server = await startScriptedService(suggestions)
    const client = server.withKey()
    const calls = () => [
      client.suggestAddresses({ q: 'hlavna' }),
      client.suggestCompanies({ q: 'hlavna' }),
      client.suggestAddresses({ q: 'hlavna ' }),
      client.suggestAddresses({ q: 'hlavna', country: 'cz' }),
      client.suggestAddresses({ q: 'hlavna', lang: 'en' }),
      client.suggestAddresses({ q: 'hlavna', limit: 5 }),
      client.suggestAddresses({ q: 'hlavna', near: { latitude: 48, longitude: 17 } }),
    ]
    const first = await Promise.all(calls())
    const second = await Promise.all(calls())
    assert(first.every(({ fromCache }) => !fromCache))
    assert(second.every(({ fromCache }) => fromCache))
    assert.equal(server.received.length, first.length)
  })

  test('forgets after five minutes', async () => {
    await using server = await startScriptedService(suggestions)
    const client = server.withKey()
    await client.suggestAddresses({ q: 'hlavna' })
    server.moveClockMs(5 * 60_000 - 1)
    assert.equal((await client.suggestAddresses({ q: 'hlavna' })).fromCache, true)
    server.moveClockMs(1)
    assert.equal((await client.suggestAddresses({ q: 'hlavna' })).fromCache, false)
  })

  test('keeps the last fifty', async () => {
    await using server = await startScriptedService(suggestions)
    const client = server.withKey()
    for (let i = 0; i <= 50; i++) await client.suggestAddresses({ q: `hlavna ${i}` })
    assert.equal((await client.suggestAddresses({ q: 'hlavna 1' })).fromCache, true)
    assert.equal((await client.suggestAddresses({ q: 'hlavna 0' })).fromCache, false)
  })

  test('forgets first those that are out of date, not those that were read again', async () => {
    await using server = await startScriptedService(suggestions)
    const client = server.withKey()
    for (let i = 0; i < 50; i++) await client.suggestAddresses({ q: `hlavna ${i}` })
    server.moveClockMs(5 * 60_000)
    for (const i of [0, 50]) await client.suggestAddresses({ q: `hlavna ${i}` })
    assert.equal((await client.suggestAddresses({ q: 'hlavna 0' })).fromCache, true)
  })

  test('keeps no error and no company detail', async () => {
    await using server = await startScriptedService([refusal(400, 'invalid_parameter'), suggestions])
    const client = server.withKey()
    await assert.rejects(client.suggestAddresses({ q: 'hlavna' }))
    assert.equal((await client.suggestAddresses({ q: 'hlavna' })).fromCache, false)
    await client.readCompany('sk', '00000001')
    assert.equal((await client.readCompany('sk', '00000001')).fromCache, false)
  })
})

describe('a request', () => {
  test('carries exactly the text that was typed, for every text that the service accepts', async () => {
    await using server = await startScriptedService(suggestions)
    const client = server.withKey()
    const query = fc
      .oneof(fc.string({ unit: 'binary', maxLength: 120 }), fc.string({ unit: 'grapheme' }))
      .filter(isQuery)
    await fc.assert(
      fc.asyncProperty(query, async (q) => {
        const { fromCache } = await client.suggestCompanies({ q })
        if (!fromCache) assert.equal(server.received.at(-1)!.url.searchParams.get('q'), q)
      }),
      { numRuns: 200, examples: [['a+b %20&q=x#?'], ['  a  '], ['ž́e']] },
    )
  })

  test('carries no cookie, follows no redirect, and is kept by no cache of the browser', async () => {
    const sent: (RequestInit | undefined)[] = []
    await using server = await startScriptedService(service)
    const client = createRegista({
      baseUrl: server.url,
      clientId: CLIENT_ID,
      fetch: (input, init) => {
        sent.push(init)
        return fetch(input, init)
      },
    })
    await client.suggestCompanies({ q: 'mlyn' })
    assert.equal(sent.length, 2)
    for (const init of sent)
      assert.deepEqual([init?.credentials, init?.redirect, init?.cache], ['omit', 'error', 'no-store'])
  })

  test('carries the parameters that were given, and no others', async () => {
    await using server = await startScriptedService(suggestions)
    const client = server.withKey()
    const near = { latitude: 48.1, longitude: -17.25 }
    await client.suggestAddresses({ q: 'hlavna', country: 'cz', lang: 'en', limit: 5, near })
    await client.suggestCompanies({ q: 'mlyn', country: undefined, lang: undefined, limit: undefined })
    assert.deepEqual(sentOf(server), [
      { q: 'hlavna', country: 'cz', lang: 'en', limit: '5', latitude: '48.1', longitude: '-17.25' },
      { q: 'mlyn' },
    ])
  })

  test('carries a position of the Geolocation API, which has no properties of its own', async () => {
    await using server = await startScriptedService(suggestions)
    class Coordinates {
      get latitude() {
        return 48.1
      }
      get longitude() {
        return 17.2
      }
      get accuracy() {
        return 5
      }
    }
    await server.withKey().suggestAddresses({ q: 'hlavna', near: new Coordinates() })
    assert.deepEqual(sentOf(server), [{ q: 'hlavna', latitude: '48.1', longitude: '17.2' }])
  })
})

describe('credits', () => {
  test('are those of the response headers', async () => {
    await using server = await startScriptedService(suggestions)
    const { credits } = await server.withKey().suggestAddresses({ q: 'hlavna' })
    assert.deepEqual(credits, {
      chargedUnits: 1,
      availableUnits: 99,
      period: '2026-11',
      resetAt: '2026-11-30T23:00:00.000Z',
    })
  })

  test('are null where a proxy removed the headers, except for the charge', async () => {
    const body = JSON.stringify({ data: [], meta: { request_id: 'x', charged_units: 1 } })
    await using server = await startScriptedService((response) => void response.end(body))
    const { credits } = await server.withKey().suggestAddresses({ q: 'hlavna' })
    assert.deepEqual(credits, { chargedUnits: 1, availableUnits: null, period: null, resetAt: null })
  })
})

describe('createRegista', () => {
  const baseUrl = 'http://127.0.0.1:1'
  const WRONG: readonly (readonly [string, RegistaOptions])[] = [
    ['no credential', { baseUrl }],
    ['two credentials', { baseUrl, clientId: CLIENT_ID, serverKey: SERVER_KEY }],
    ['a server key as client id', { baseUrl, clientId: SERVER_KEY }],
    ['a client id in capitals', { baseUrl, clientId: CLIENT_ID.toUpperCase() }],
  ]
  for (const [what, options] of WRONG)
    test(`refuses ${what}, without a secret in the message`, () => {
      assert.throws(
        () => createRegista(options),
        (error: Error & { code?: string }) => error.code === 'invalid_argument' && !/5{8}|c{8}/i.test(error.message),
      )
    })

  test('takes a server key where there is a global location without a value, as in Deno', () => {
    Object.defineProperty(globalThis, 'location', { value: undefined, configurable: true })
    try {
      createRegista({ baseUrl, serverKey: SERVER_KEY })
    } finally {
      Reflect.deleteProperty(globalThis, 'location')
    }
  })

  test('shares a session between callers of the same service, client id and scopes only', async () => {
    await using one = await startScriptedService(service)
    await using other = await startScriptedService(service)
    const read = async (url: string, scopes?: RegistaOptions['scopes']) => {
      await createRegista({ baseUrl: url, clientId: CLIENT_ID, scopes }).canReadCompanies()
    }
    await Promise.all([read(one.url), read(`${one.url}/`), read(one.url)])
    assert.equal(one.received.length, 1)
    await read(one.url, ['companies:suggest'])
    assert.equal(one.received.length, 2)
    await read(other.url)
    assert.equal(other.received.length, 1)
  })

  test('uses the fetch that it is given, and keeps its sessions apart', async () => {
    await using server = await startScriptedService(service)
    const urls: string[] = []
    await createRegista({ baseUrl: server.url, clientId: CLIENT_ID }).canReadCompanies()
    const client = createRegista({
      baseUrl: server.url,
      clientId: CLIENT_ID,
      fetch: (input, init) => {
        urls.push(String(input))
        return fetch(input, init)
      },
    })
    await client.canReadCompanies()
    assert.deepEqual(urls, [`${server.url}/v1/browser-sessions`])
  })
})
