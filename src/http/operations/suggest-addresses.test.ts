import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { deriveRecordId } from '../../records/record-id.ts'
import { exampleRelease } from '../testing/example-release.ts'
import { queryTextRows, WRONG_QUERIES } from '../testing/queries.ts'
import { type Customer, type Service, startService } from '../testing/service.ts'

let service: Service
let customer: Customer
before(async () => {
  service = await startService({ release: await exampleRelease() })
  customer = await service.customer()
})
after(() => service[Symbol.asyncDispose]())

const path = '/v1/autocomplete/addresses'
const ask = (query: Readonly<Record<string, string | number>>) => service.ask({ path, query, key: customer.key })
const askRaw = (query: string) => service.ask({ path: `${path}?${query}`, key: customer.key })

describe('GET /v1/autocomplete/addresses', () => {
  test('200 with an address point if a house number was typed', async () => {
    const { json } = await ask({ q: 'vzorová 12/3' })
    assert.deepEqual(json.data[0], {
      ...json.data[0],
      id: deriveRecordId('sk', 'address', '10A'),
      country: 'sk',
      name: 'Vzorová 12/3B, 99901 Horné Vzorky',
      address: {
        source_id: '10A',
        street: 'Vzorová',
        street_id: null,
        municipality: 'Horné Vzorky',
        municipality_code: null,
        municipality_part: null,
        municipality_part_code: null,
        postal_code: '99901',
        post_office: null,
        registration_number: '12',
        evidence_number: null,
        house_number_type: null,
        house_number: null,
        orientation_number: '3',
        orientation_letter: 'B',
        district: null,
        district_code: null,
        county: 'Vzorky',
        county_code: null,
        region: 'Vzorový',
        region_code: null,
        building_id: null,
        coordinates: { latitude: 48.7, longitude: 19.1, crs: 'OGC:CRS84' },
      },
      source: {
        code: 'rpo',
        id: '10A',
        url: 'https://data.gov.sk/id/physical-address/10A',
        attribution: 'Example',
      },
    })
  })

  test('200 with a street while no number is typed, and with its first houses after that', async () => {
    const { data } = (await ask({ q: 'vzorová' })).json
    assert.match(data[0].source.id, /^street:/)
    const { source_id, registration_number, orientation_number } = data[0].address
    assert.deepEqual([source_id, registration_number, orientation_number], [null, null, null])
    assert.equal(data[1].address.source_id, '10A')
  })

  test('200 with null for coordinates that the source does not give', async () => {
    const { data } = (await ask({ q: 'mlynská 7 horné vzorky' })).json
    assert.equal(data[0].address.coordinates, null)
  })

  test('200 with the nearest addresses first if a position is given', async () => {
    const first = async (near: object) => (await ask({ q: 'mlynská', ...near })).json.data[0].address.municipality
    assert.equal(await first({ latitude: 48.1, longitude: 17.1 }), 'Dolné Vzorky')
  })

  test('200 costs one unit, even without suggestions', async () => {
    const before = await service.confirmedUnits(customer.account)
    assert.deepEqual((await ask({ q: 'qqqqqqqq' })).json.data, [])
    assert.equal(await service.confirmedUnits(customer.account), before + 1)
  })

  test('503 without a charge for a country whose addresses were never imported', async () => {
    const before = await service.confirmedUnits(customer.account)
    const { status, json } = await ask({ q: 'praha', country: 'cz' })
    assert.deepEqual([status, json.error.code], [503, 'data_unavailable'])
    assert.equal(await service.confirmedUnits(customer.account), before)
  })

  for (const query of [
    'latitude=90&longitude=180',
    'latitude=-90&longitude=-180',
    'latitude=-0.0&longitude=1e1',
    'longitude=17.1&latitude=48.15',
  ])
    test(`200 at ${query}`, async () => assert.equal((await askRaw(`q=mlyn&${query}`)).status, 200))

  for (const query of [
    'latitude=48',
    'longitude=17',
    'latitude=90.1&longitude=0',
    'latitude=0&longitude=-180.5',
    'latitude=NaN&longitude=0',
    'latitude=Infinity&longitude=0',
    'latitude=&longitude=',
    'latitude=48,1&longitude=17',
    'latitude=0x10&longitude=0',
    'latitude=1e999&longitude=0',
    'latitude=.5&longitude=0',
    'latitude=%2B48&longitude=17',
    'latitude=48&longitude=17&latitude=48',
  ])
    test(`400 at ${query}`, async () => {
      const { status, json } = await askRaw(`q=mlyn&${query}`)
      assert.deepEqual([status, json.error.code], [400, 'invalid_parameter'])
    })

  for (const [what, q] of queryTextRows('unsound'))
    test(`400 ${what}`, async () => assert.equal((await ask({ q })).status, 400))

  for (const [what, query] of WRONG_QUERIES)
    test(`400 ${what}`, async () => assert.equal((await askRaw(query)).status, 400))

  test('401 without a credential, 403 without the scope, 405 for HEAD', async () => {
    assert.equal((await service.ask({ path })).json.error.code, 'unauthorized')
    const { key } = await service.customer({ keyScopes: ['companies:suggest'] })
    assert.equal((await service.ask({ path, key })).json.error.code, 'scope_not_allowed')
    assert.equal((await service.ask({ path, key, method: 'HEAD' })).status, 405)
  })
})
