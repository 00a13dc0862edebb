import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addressWith } from '../../records/testing/bare-records.ts'
import { cases } from '../../stdx/testing/cases.ts'
import { fc } from '../../stdx/testing/properties.ts'
import { RUZINOVSKA, SIKENICKA } from '../testing/sk-addresses.ts'
import { type FeatureOutcome, rageoToRecord } from './rageo-to-record.ts'

describe('a feature becomes an address', () => {
  for (const [what, feature, region, key, fields] of cases<[string, string, string, number, string]>`
    in a city part with streets | ${RUZINOVSKA} | SK010 | ${710106287} | country=sk; street=Ružinovská; streetId=40491; municipality=Bratislava-Ružinov; municipalityCode=SK0102529320; postalCode=82102; registrationNumber=5346; orientationNumber=1; orientationLetter=B; county=Bratislava II; countyCode=SK0102; region=Bratislavský; regionCode=SK010; latitude=48.15881844; longitude=17.17328929; validFrom=2020-07-14
    in a village without streets, without a point | ${SIKENICKA} | SK023 | ${550000} | country=sk; municipality=Sikenička; municipalityCode=SK0234503525; municipalityPart=Sikenička; municipalityPartCode=401810; registrationNumber=142; county=Nové Zámky; countyCode=SK0234; region=Nitriansky; regionCode=SK023
  `) {
    test(what, () => {
      const outcome = rageoToRecord(JSON.parse(feature), region)
      assert.deepEqual(outcome, { outcome: 'record', key, address: addressWith(fields), missing: [] })
    })
  }
})

function changed(properties: object, geometry?: unknown): FeatureOutcome {
  const feature = JSON.parse(RUZINOVSKA)
  Object.assign(feature.properties, properties)
  if (geometry !== undefined) feature.geometry = geometry
  return rageoToRecord(feature, 'SK010')
}

describe('a loss is counted and the address kept', () => {
  for (const [properties, label] of [
    [{ postalcode: '8210' }, 'postalcode is not five digits'],
    [{ validfrom: '2020-02-30Z' }, 'validfrom is not a day'],
    [{ validfrom: '14.7.2020' }, 'validfrom is not a day'],
    [{ validfrom: '1000-01-01Z' }, 'validfrom is 1000-01-01, which means an unknown day'],
    [{ validfrom: '1800-01-01' }, 'validfrom is 1800-01-01, which means an unknown day'],
  ] as const) {
    test(`${JSON.stringify(properties)}: ${label}`, () => {
      const outcome = changed(properties)
      assert.ok(outcome.outcome === 'record')
      assert.deepEqual(outcome.missing, [label])
      assert.equal('postalcode' in properties ? outcome.address.postalCode : outcome.address.validFrom, null)
    })
  }
})

test('a day near those that mean unknown is a day', () => {
  for (const day of ['1000-01-02', '1799-12-31', '1800-01-02']) {
    const outcome = changed({ validfrom: `${day}Z` })
    assert.ok(outcome.outcome === 'record')
    assert.deepEqual([outcome.address.validFrom, outcome.missing], [day, []])
  }
})

describe('a key', () => {
  for (const [published, key, labels] of [
    ['851916A', 851916, []],
    ['851916B', undefined, []],
    ['7101062871', -(11 ** 10 + Number.parseInt('7101062871', 11)), ['key has a wrong check character']],
    ['07101062870', -(11 ** 11 + Number.parseInt('7101062870', 11)), ['key has a leading zero']],
  ] as const) {
    test(`${published} is ${key === undefined ? 'refused' : 'taken'}`, () => {
      const outcome = changed({ identifier: published })
      if (key === undefined) assert.equal(outcome.outcome, 'reject')
      else {
        assert.ok(outcome.outcome === 'record')
        assert.deepEqual([outcome.key, outcome.missing], [key, labels])
      }
    })
  }
})

describe('registration number 0', () => {
  test('is none, and is counted', () => {
    const outcome = changed({ propertyregistrationnumber: '0' })
    assert.ok(outcome.outcome === 'record')
    const { registrationNumber, orientationNumber, orientationLetter } = outcome.address
    assert.deepEqual([registrationNumber, orientationNumber, orientationLetter], [null, '1', 'B'])
    assert.deepEqual(outcome.missing, ['propertyregistrationnumber is 0, which means none'])
  })

  test('without an orientation number is skipped: the point has no number at all', () => {
    const reason = 'registration number 0 and no orientation number'
    assert.deepEqual(changed({ propertyregistrationnumber: '0', orientationnumber: null }), { outcome: 'skip', reason })
  })
})

test('a feature of another region is not read', () => {
  assert.deepEqual(changed({ nuts3_id: 'SK021' }), { outcome: 'other_region', region: 'SK021' })
})

describe('a feature that cannot be used is rejected with its field', () => {
  const KEY = '7101062870'
  const point = (...coordinates: unknown[]) => changed({}, { type: 'Point', coordinates })
  const twoPoints = { type: 'MultiPoint', coordinates: [[17, 48]] }
  for (const [outcome, key, field, reason] of cases<[FeatureOutcome, string | null, string, string]>`
    ${rageoToRecord([], 'SK010')}                | ${null} | feature | is not an object
    ${rageoToRecord({}, 'SK010')}                | ${null} | properties | is missing
    ${rageoToRecord({ properties: 7 }, 'SK010')} | ${null} | properties | is a number; an object was expected
    ${changed({ identifier: null })}             | ${null} | identifier | is missing
    ${changed({ identifier: 7101062870 })}       | ${null} | identifier | is a number; a text was expected
    ${changed({ identifier: 'A7' })}             | A7      | identifier | is "A7"; digits and a check character (0 to 9 or A) were expected, 15 characters at most
    ${changed({ nuts3_id: null })}               | ${KEY} | nuts3_id | is missing
    ${changed({ lau2_name: '' })}                | ${KEY} | lau2_name | is missing
    ${changed({ lau2_id: 529320 })}              | ${KEY} | lau2_id | is a number; a text was expected
    ${changed({ streetname: ['A'] })}            | ${KEY} | streetname | is an array; a text was expected
    ${changed({ streetname: 'x'.repeat(1001) })} | ${KEY} | streetname | has 1001 characters; at most 1000 were expected
    ${changed({ propertyregistrationnumber: null, orientationnumber: '' })} | ${KEY} | propertyregistrationnumber | is missing, and so is orientationnumber; one number was expected
    ${changed({}, 'POINT(17 48)')}               | ${KEY} | geometry | is a text; an object was expected
    ${changed({}, twoPoints)}                    | ${KEY} | geometry.type | is not Point
    ${changed({}, { type: 'Point', coordinates: null })} | ${KEY} | geometry.coordinates | lacks the latitude; latitude 47 to 50 was expected
    ${point(17.1)}                               | ${KEY} | geometry.coordinates | lacks the latitude; latitude 47 to 50 was expected
    ${point(48.1, 49)}                           | ${KEY} | geometry.coordinates | holds "48.1"; longitude 16 to 23 was expected
    ${point('17.1', 48.1)}                       | ${KEY} | geometry.coordinates | holds "17.1"; longitude 16 to 23 was expected
  `) {
    test(`${field} ${reason}`, () => assert.deepEqual(outcome, { outcome: 'reject', key, field, reason }))
  }
})

test('any JSON feature is read, rejected or of another region', () => {
  const names = Object.keys(JSON.parse(RUZINOVSKA).properties)
  const value = fc.oneof(fc.constantFrom('SK010', 'SK021', '7', '', null, 17, 48), fc.jsonValue({ maxDepth: 1 }))
  const geometry = fc.oneof(value, fc.record({ type: fc.constantFrom('Point', 7), coordinates: value }))
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), value), geometry, (properties, geometry) => {
      assert.ok(['record', 'skip', 'reject', 'other_region'].includes(changed(properties, geometry).outcome))
    }),
  )
})
