import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { WithdrawnRecords } from '../../release/release.ts'
import { DAY_MS } from '../../stdx/time-units.ts'
import { exampleRelease } from '../testing/example-release.ts'
import { queryTextRows, WRONG_QUERIES } from '../testing/queries.ts'
import { type Customer, ORIGIN, type Service, startService } from '../testing/service.ts'

let service: Service
let customer: Customer
before(async () => {
  service = await startService({ release: await exampleRelease() })
  customer = await service.customer()
})
after(() => service[Symbol.asyncDispose]())

const path = '/v1/autocomplete/companies'
const ask = (query: Readonly<Record<string, string | number>>) => service.ask({ path, query, key: customer.key })
const askRaw = (query: string) => service.ask({ path: `${path}?${query}`, key: customer.key })

/** The units that were charged during `work`. */
async function chargeOf(work: () => Promise<unknown>): Promise<number> {
  const before = await service.confirmedUnits(customer.account)
  await work()
  return (await service.confirmedUnits(customer.account)) - before
}

describe('GET /v1/autocomplete/companies', () => {
  test('200 with the matching companies, the best first', async () => {
    const { status, json } = await ask({ q: 'mlyn pri' })
    assert.equal(status, 200)
    assert.deepEqual(json.data[0], {
      id: 'fbb70589102384a2ebd106a1b6752fc2',
      country: 'sk',
      ico: '00000001',
      name: 'Mlyn pri moste, s.r.o.',
      address: 'Horné Vzorky, 99901 Horné Vzorky',
      status: null,
      url: 'https://rpo.statistics.sk/new/organization/101/withHistory',
      updated_at: '2026-01-02',
    })
  })

  test('200 costs one unit, even without suggestions', async () => {
    assert.equal(await chargeOf(() => ask({ q: 'mlyn' })), 1)
    assert.equal(
      await chargeOf(async () => {
        const { status, json } = await ask({ q: 'qqqqqqqq' })
        assert.deepEqual({ status, data: json.data }, { status: 200, data: [] })
        assert.equal(json.meta.sources.length, 1)
      }),
      1,
    )
  })

  test('200 never includes a withdrawn company', async () => {
    const { json } = await ask({ q: 'mlyn stiahnutý' })
    assert.doesNotMatch(JSON.stringify(json.data), /stiahnutý/)
  })

  test('200 with at most as many companies as requested, ten by default', async () => {
    const count = async (query: Readonly<Record<string, string | number>>) => (await ask(query)).json.data.length
    assert.equal(await count({ q: 'píla' }), 10)
    assert.equal(await count({ q: 'píla', limit: 1 }), 1)
    assert.equal(await count({ q: 'píla', limit: 10 }), 10)
  })

  test('200 in Slovak for sk, in Czech for cz, or in the requested language', async () => {
    const meta = async (query: Readonly<Record<string, string>>) => {
      const { country, language } = (await ask({ q: 'mlyn', ...query })).json.meta
      return `${country} ${language}`
    }
    assert.equal(await meta({}), 'sk sk')
    assert.equal(await meta({ country: 'cz' }), 'cz cs')
    assert.equal(await meta({ country: 'cz', lang: 'sk' }), 'cz sk')
    assert.equal(await meta({ lang: 'en' }), 'sk en')
  })

  test('200 names the sources of the data and their day', async () => {
    const { json } = await ask({ q: 'mlyn', country: 'cz' })
    const { data_as_of, coverage, sources, warnings } = json.meta
    assert.equal(data_as_of, '2026-06-06')
    assert.deepEqual(coverage, { state: 'stale', source_metadata_updated_at: '2026-06-06' })
    assert.deepEqual(warnings, ['data_stale'])
    assert.equal(sources.length, 2)
  })

  test('200 marks the data as stale from the first day on which they are', async () => {
    await using own = await startService({ release: await exampleRelease() })
    own.clock.moveMs(Date.parse('2026-06-07T12:00:00Z') - own.clock.nowMs())
    const { key } = await own.customer()
    const state = async () =>
      (await own.ask({ path, query: { q: 'mlyn', country: 'cz' }, key })).json.meta.coverage.state
    assert.equal(await state(), 'complete')
    own.clock.moveMs(60 * DAY_MS)
    assert.equal(await state(), 'stale')
  })

  for (const [what, q] of queryTextRows('sound'))
    test(`200 ${what}`, async () => assert.equal((await ask({ q })).status, 200))

  for (const [what, q] of queryTextRows('unsound'))
    test(`400 ${what}, and nothing is charged`, async () => {
      const charge = await chargeOf(async () => {
        const { status, json } = await ask({ q })
        assert.deepEqual([status, json.error.code], [400, 'invalid_parameter'])
      })
      assert.equal(charge, 0)
    })

  for (const [what, query] of WRONG_QUERIES)
    test(`400 ${what}`, async () => {
      const { status, json } = await askRaw(query)
      assert.deepEqual([status, json.error.code], [400, 'invalid_parameter'])
    })

  for (const query of ['latitude=48&longitude=17', 'latitude=48'])
    test(`400 a position: ${query}`, async () => assert.equal((await askRaw(`q=mlyn&${query}`)).status, 400))

  test('401 and 403 take precedence over 400', async () => {
    assert.equal((await service.ask({ path })).status, 401)
    const { key } = await service.customer({ keyScopes: ['usage:read'] })
    const { status, json } = await service.ask({ path, key })
    assert.deepEqual([status, json.error.code], [403, 'scope_not_allowed'])
  })

  for (const authorization of [
    '',
    'Basic YTpi',
    'Bearer',
    `Bearer rgk_${'0'.repeat(64)}`,
    `Bearer rgb_${'0'.repeat(64)}`,
    'Bearer x',
  ])
    test(`401 with Authorization: ${JSON.stringify(authorization)}`, async () => {
      const reply = await service.ask({ path, query: { q: 'mlyn' }, headers: { authorization } })
      assert.deepEqual([reply.status, reply.json.error.code], [401, 'unauthorized'])
      assert.equal(reply.headers['www-authenticate'], 'Bearer')
    })

  test('401 for a key in the query, which is also an unknown parameter', async () => {
    assert.equal((await service.ask({ path: `${path}?q=mlyn&key=${customer.key}` })).status, 401)
  })

  test('403 for an account that is not verified', async () => {
    const { key } = await service.customer({ state: 'pending' })
    const { status, json } = await service.ask({ path, query: { q: 'mlyn' }, key })
    assert.deepEqual([status, json.error.code], [403, 'forbidden'])
  })

  test('405 for every other method, with the allowed methods', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']) {
      const { status, headers } = await service.ask({ path: `${path}?q=mlyn`, method, key: customer.key })
      assert.deepEqual([status, headers.allow], [405, 'GET, OPTIONS'])
    }
  })

  test('503 without a charge while there is no release, and while the books are unavailable', async () => {
    const { release } = service.state
    const charge = await chargeOf(async () => {
      service.state.release = undefined
      const { status, json } = await ask({ q: 'mlyn' })
      assert.deepEqual([status, json.error.code], [503, 'data_unavailable'])
    })
    service.state.release = release
    assert.equal(charge, 0)
    const usage = await service.ledger.usage(customer.account)
    assert(usage.outcome === 'usage')
    assert.equal(usage.inFlightReservedUnits, 0)
    service.state.fresh = 'stale'
    const { status, json } = await ask({ q: 'mlyn' })
    service.state.fresh = 'fresh'
    assert.deepEqual([status, json.error.code], [503, 'accounting_unavailable'])
  })

  test('a page may read responses and errors; a server key in a page gets no CORS headers', async () => {
    const session = await service.ask({
      path: '/v1/browser-sessions',
      origin: ORIGIN,
      body: { client_id: customer.project.clientId },
    })
    const { token } = session.json.data
    const asked = { path, query: { q: 'mlyn' }, origin: ORIGIN }
    for (const reply of [await service.ask({ ...asked, key: token }), await service.ask(asked)]) {
      assert.equal(reply.headers['access-control-allow-origin'], ORIGIN)
      assert.match(reply.headers['access-control-expose-headers']!, /X-Credits-Reset-At.*Retry-After/)
    }
    const leaked = await service.ask({ ...asked, key: customer.key })
    assert.deepEqual([leaked.status, leaked.headers['access-control-allow-origin']], [200, undefined])
    // A page with many visitors must not fill the log.
    assert.equal((await service.ask({ ...asked, key: customer.key })).status, 200)
    assert.deepEqual(
      service.logged.filter(({ level }) => level === 'warn').map(({ facts }) => Object.keys(facts)),
      [['requestId', 'key']],
    )
  })

  test('a server key in the query is rejected, and the log names the key', async () => {
    const { key, keyId } = await service.customer()
    const unknown = `rgk_${'0'.repeat(64)}`
    const warnings = () => service.logged.filter(({ facts }) => 'key' in facts && facts.key === keyId)
    for (const query of [`q=mlyn&key=${key}`, `q=${key}`, `q=mlyn&token=${unknown}`]) {
      const status = query.startsWith('q=mlyn') ? 400 : 200
      assert.equal((await service.ask({ path: `${path}?${query}`, key: customer.key })).status, status)
    }
    assert.deepEqual(
      warnings().map(({ level, message }) => [level, message]),
      [['warn', 'a URL contained a server key: revoke the key and issue another']],
    )
    assert(!JSON.stringify(service.logged).includes(key), 'the log has no key')
  })
})

describe('withdrawn records', () => {
  const entry = (kind: 'company' | 'address', sourceKey: string) =>
    ({ country: 'sk', kind, sourceKey, withdrawnAt: '2026-06-07T00:00:00.000Z' }) as const

  test('are not suggested; other records fill the list up to the limit', async () => {
    const withdrawn = new WithdrawnRecords()
    await using own = await startService({ release: await exampleRelease(), withdrawn })
    const { key } = await own.customer()
    const suggest = async (limit: number) => {
      const { json } = await own.ask({ path, query: { q: 'píla', limit }, key })
      return json.data.map(({ url }: { url: string }) => Number(/\/([0-9]+)\//.exec(url)![1])) as number[]
    }
    const all = await suggest(10)
    assert.equal(all.length, 10)
    withdrawn.replace(all.slice(0, 7).map((sourceKey) => entry('company', String(sourceKey))))
    const rest = await suggest(10)
    assert.equal(rest.length, 8)
    assert.deepEqual(
      rest.filter((one) => all.slice(0, 7).includes(one)),
      [],
    )
    assert.deepEqual(await suggest(2), rest.slice(0, 2))
    assert.deepEqual(rest.slice(0, 3), all.slice(7))
  })

  test('have a detail with only their identity and the status removed', async () => {
    const withdrawn = new WithdrawnRecords([entry('company', '101')])
    await using own = await startService({ release: await exampleRelease(withdrawn), withdrawn })
    const { key } = await own.customer()
    const { status, json } = await own.ask({ path: '/v1/companies/sk/00000001', key })
    assert.equal(status, 200)
    assert.deepEqual([json.data.status, json.data.address.formatted], ['removed', null])
  })

  test('are not suggested as houses of a street either', async () => {
    const withdrawn = new WithdrawnRecords()
    await using own = await startService({ release: await exampleRelease(), withdrawn })
    const { key } = await own.customer()
    const ids = async () => {
      const { json } = await own.ask({ path: '/v1/autocomplete/addresses', query: { q: 'Mlynská 7' }, key })
      return json.data.map(({ source }: { source: { id: string } }) => source.id) as string[]
    }
    const [first] = await ids()
    withdrawn.replace([entry('address', first!)])
    assert(!(await ids()).includes(first!))
  })
})
