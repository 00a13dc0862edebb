import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { exampleRelease, ICOS } from '../testing/example-release.ts'
import { type Customer, ORIGIN, type Service, startService } from '../testing/service.ts'

let service: Service
let customer: Customer
before(async () => {
  service = await startService({ release: await exampleRelease() })
  customer = await service.customer()
})
after(() => service[Symbol.asyncDispose]())

const read = (country: string, ico: string, more: object = {}) =>
  service.ask({ path: `/v1/companies/${country}/${ico}`, key: customer.key, ...more })

async function outcomeOf(country: string, ico: string): Promise<string> {
  const before = await service.confirmedUnits(customer.account)
  const { status, json } = await read(country, ico)
  const charged = (await service.confirmedUnits(customer.account)) - before
  return `${status} ${status === 200 ? json.data.status : json.error.code}, ${charged} units`
}

const OUTCOMES: readonly (readonly [what: string, country: string, ico: string, outcome: string])[] = [
  ['a living company', 'sk', ICOS.living, '200 null, 10 units'],
  ['a dissolved one', 'sk', ICOS.dissolved, '200 dissolved, 10 units'],
  ['one that the source no longer has', 'sk', ICOS.gone, '200 source_removed, 10 units'],
  ['one that the operator withdrew', 'sk', ICOS.withdrawn, '200 removed, 10 units'],
  ['one without an address', 'sk', ICOS.withoutAddress, '200 null, 10 units'],
  ['a current one beside a historical one', 'sk', ICOS.currentAndHistorical, '200 null, 10 units'],
  ['a number that both countries have', 'cz', ICOS.inBothCountries, '200 null, 10 units'],
  ['an unknown number', 'sk', ICOS.unknown, '404 company_not_found, 0 units'],
  ['a number only the other country has', 'cz', ICOS.living, '404 company_not_found, 0 units'],
  ['several current ones', 'sk', ICOS.severalCurrent, '409 company_identity_ambiguous, 0 units'],
  ['several historical ones and none current', 'sk', ICOS.severalHistorical, '409 company_identity_ambiguous, 0 units'],
  ['another country', 'pl', ICOS.living, '400 invalid_parameter, 0 units'],
  ['a country in capitals', 'SK', ICOS.living, '400 invalid_parameter, 0 units'],
  ['seven digits', 'sk', '0000001', '400 invalid_parameter, 0 units'],
  ['nine digits', 'sk', '000000001', '400 invalid_parameter, 0 units'],
  ['letters', 'sk', '0000000a', '400 invalid_parameter, 0 units'],
  ['a text of a hundred and more', 'sk', '1'.repeat(500), '400 invalid_parameter, 0 units'],
]

describe('GET /v1/companies/{country}/{ico}', () => {
  for (const [what, country, ico, outcome] of OUTCOMES)
    test(`${outcome} for ${what}`, async () => assert.equal(await outcomeOf(country, ico), outcome))

  test('200 with exactly these fields: identity, seat, dates and provenance', async () => {
    const { json } = await read('sk', ICOS.living)
    const { provenance, ...data } = json.data
    assert.deepEqual(data, {
      id: 'fbb70589102384a2ebd106a1b6752fc2',
      country: 'sk',
      ico: ICOS.living,
      name: 'Mlyn pri moste, s.r.o.',
      status: null,
      legal_status: null,
      legal_form: { code: '112', name: 'Spoločnosť s ručením obmedzeným', codelist: 'CL000056' },
      address: { formatted: 'Horné Vzorky, 99901 Horné Vzorky', components: data.address.components },
      identifiers: [
        { type: 'ico', country: 'sk', value: ICOS.living, source: 'rpo' },
        { type: 'source_id', country: 'sk', value: '101', source: 'rpo' },
      ],
      dates: { established_at: '2001-02-03', dissolved_at: null },
      registration: { register: null, office: null, number: null },
      url: 'https://rpo.statistics.sk/new/organization/101/withHistory',
    })
    assert.equal(provenance.dataset, 'rpo')
    assert.equal(provenance.source_key, '101')
  })

  test('200 names only the source of the record', async () => {
    const sourceOf = async (country: string, ico: string) => {
      const { sources } = (await read(country, ico)).json.meta
      return sources.map(({ code, dataset }: { code: string; dataset: string }) => `${code} ${dataset}`)
    }
    assert.deepEqual(await sourceOf('sk', ICOS.living), ['rpo rpo'])
    assert.deepEqual(await sourceOf('cz', ICOS.inBothCountries), ['ares res'])
    assert.deepEqual(await sourceOf('cz', ICOS.onlyInVr), ['ares vr'])
  })

  test('200 for a withdrawn company keeps the identity and drops address and dates', async () => {
    const { data } = (await read('sk', ICOS.withdrawn)).json
    assert.deepEqual([data.address.formatted, data.dates.established_at, data.ico], [null, null, ICOS.withdrawn])
  })

  for (const query of ['lang=sk', 'x=1', 'lang'])
    test(`400 with a query: ${query}`, async () => {
      const { status, json } = await read('sk', `${ICOS.living}?${query}`)
      assert.deepEqual([status, json.error.code], [400, 'invalid_parameter'])
    })

  test('404 for a longer path, or one without a number', async () => {
    for (const ico of [`${ICOS.living}/x`, `${ICOS.living}/`, '']) {
      const { status, json } = await read('sk', ico)
      assert.deepEqual([status, json.error.code], [404, 'not_found'])
    }
  })

  test('405 without a charge for HEAD and other methods', async () => {
    const before = await service.confirmedUnits(customer.account)
    for (const method of ['HEAD', 'POST', 'DELETE']) {
      const { status, headers } = await read('sk', ICOS.living, { method })
      assert.deepEqual([status, headers.allow], [405, 'GET, OPTIONS'])
    }
    assert.equal(await service.confirmedUnits(customer.account), before)
  })

  test('401 and 403 take precedence over 400', async () => {
    assert.equal((await service.ask({ path: '/v1/companies/pl/1' })).status, 401)
    const { key } = await service.customer({ keyScopes: ['companies:suggest'] })
    assert.equal((await service.ask({ path: '/v1/companies/pl/1', key })).json.error.code, 'scope_not_allowed')
  })

  test('403 for a key as soon as its project loses the scope', async () => {
    const { key } = await service.customer({
      scopes: ['companies:suggest', 'usage:read'],
      browserScopes: ['companies:suggest'],
      keyScopes: ['companies:suggest'],
    })
    assert.equal((await read('sk', ICOS.living, { key })).json.error.code, 'scope_not_allowed')
  })

  test('403 for a session without the scope for details; 200 for one with it', async () => {
    const session = async (body: object) =>
      (
        await service.ask({
          path: '/v1/browser-sessions',
          origin: ORIGIN,
          body: { client_id: customer.project.clientId, ...body },
        })
      ).json.data.token
    const plain = await read('sk', ICOS.living, { key: await session({}), origin: ORIGIN })
    assert.deepEqual([plain.status, plain.json.error.code], [403, 'scope_not_allowed'])
    const asked = await read('sk', ICOS.living, { key: await session({ scopes: ['companies:read'] }), origin: ORIGIN })
    assert.equal(asked.status, 200)
  })

  test('503 for a country that was never imported', async () => {
    const { release } = service.state
    assert(release !== undefined)
    service.state.release = {
      ...release,
      manifest: release.manifest,
      companyIndex: () => undefined,
      addressIndex: () => undefined,
      company: () => ({ outcome: 'not_imported' }),
    }
    const { status, json } = await read('sk', ICOS.living)
    service.state.release = release
    assert.deepEqual([status, json.error.code], [503, 'data_unavailable'])
  })

  test('503 for a record whose source is unknown', async () => {
    const { release } = service.state
    assert(release !== undefined)
    const { sources } = release.manifest
    const another = sources.map((source) => ({ ...source, dataset: { ...source.dataset, dataset: 'another' } }))
    for (const unknown of [[], another]) {
      service.state.release = {
        manifest: { ...release.manifest, sources: unknown },
        company: (country, ico) => release.company(country, ico),
        companyIndex: (country) => release.companyIndex(country),
        addressIndex: (country) => release.addressIndex(country),
      }
      assert.equal(await outcomeOf('sk', ICOS.living), '503 data_unavailable, 0 units')
    }
    service.state.release = release
  })
})
