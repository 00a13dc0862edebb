import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exampleAddress, exampleCompany, importExample } from '../catalog/testing/sets.ts'
import type { Address } from '../records/address.ts'
import { type Company, EMPTY_SEAT, type Seat } from '../records/company.ts'
import { deriveRecordId } from '../records/record-id.ts'
import { formatSourceKey } from '../records/source-key.ts'
import { seatWith } from '../records/testing/bare-records.ts'
import { ON_UNKNOWN_DAY } from '../records/unknown-day.ts'
import { fieldsIn } from '../stdx/testing/cases.ts'
import { formatCompanyDetail } from './release.ts'
import { CZ_ADDRESSES, CZ_RES, CZ_VR, czech, House, SK_CSV, SK_RAGEO } from './testing/house.ts'

describe('a published release', () => {
  test('finds a record with its provenance by country and ICO, and by id', async () => {
    const house = new House()
    const company = exampleCompany({ ico: '31322832', name: 'Vzor, a.s.' })
    importExample(house.catalog, { rows: { 1003617: company } })
    await house.publish()
    using release = house.current()
    const answer = release.company('sk', '31322832')
    assert(answer.outcome === 'found')
    const { origin } = answer.detail
    assert.deepEqual(answer.detail.company, company)
    assert.equal(answer.detail.id, deriveRecordId('sk', 'company', '1003617'))
    assert.equal(origin.revisionId, 'sk-rpo:1003617@1')
    assert.equal(origin.sourceKey, '1003617')
    assert.match(origin.recordSha256, /^[0-9a-f]{64}$/)
    assert.deepEqual([origin.observedOn, origin.fetchedAt], ['2026-06-06', '2026-06-07T00:00:00.000Z'])
    assert.deepEqual(release.companyById(answer.detail.id), answer.detail)
    assert.equal(release.companyById('0'.repeat(32)), undefined)
    assert.equal(release.company('sk', '99999999').outcome, 'not_found')
    assert.equal(release.company('cz', '31322832').outcome, 'not_imported')
  })

  const [current, old, wrong] = [{}, { dissolvedOn: '2020-01-01' }, { inconsistent: true as const }]
  for (const [name, records, outcome] of [
    ['one current record is found', [current], '1'],
    ['a current record is found among historical ones', [old, current, old], '2'],
    ['two current subjects are ambiguous', [current, current], 'ambiguous'],
    ['of two current subjects, one of them inconsistent, the other is the answer', [wrong, current], '2'],
    ['two current subjects, both inconsistent, are ambiguous', [wrong, wrong], 'ambiguous'],
    ['an inconsistent record is the answer if it is the only one', [wrong], '1'],
    ['a current inconsistent record is the answer beside a historical one', [wrong, old], '1'],
    ['one historical record is found', [old], '1'],
    ['several historical subjects and none current are ambiguous', [old, old], 'ambiguous'],
  ] as const) {
    test(name, async () => {
      const house = new House()
      const named = (changes: Partial<Company>, i: number) => exampleCompany({ name: `Vzorka ${i}`, ...changes })
      importExample(house.catalog, { rows: records.map((changes, i) => [i + 1, named(changes, i)] as const) })
      await house.publish()
      using release = house.current()
      const answer = release.company('sk', '00000001')
      assert.equal(answer.outcome === 'found' ? answer.detail.origin.sourceKey : answer.outcome, outcome)
    })
  }

  test('has the state of each record: dissolved, retired or withdrawn', async () => {
    const house = new House()
    const company = (key: number, dissolvedOn: string | null = null) =>
      exampleCompany({ ico: `0000000${key}`, dissolvedOn })
    const rows = { 1: company(1), 2: company(2), 3: company(3), 4: company(4), 5: company(5, '2020-02-02') }
    importExample(house.catalog, { rows })
    const later = { 1: company(1), 2: company(2, '2026-06-30'), 3: company(3) }
    importExample(house.catalog, { rows: later, observedOn: '2026-07-04', finish: { allowShrink: true } })
    house.catalog.withdraw(house.catalog.find({ country: 'sk', ico: '00000003' })[0]!, 'asked for')
    await house.publish()
    using release = house.current()
    const status = (n: number) => {
      const answer = release.company('sk', `0000000${n}`)
      return answer.outcome === 'found' ? answer.detail.status : answer.outcome
    }
    const expected = [null, 'dissolved', 'removed', 'source_removed', 'dissolved']
    assert.deepEqual([1, 2, 3, 4, 5].map(status), expected)
    const columns = release.companyColumns('sk')!
    const statuses = Array.from({ length: columns.length }, (_, i) => columns.at(i).status)
    assert.deepEqual(statuses, expected)
  })

  test('a company that was dissolved on an unknown day is dissolved and shows no day', async () => {
    const house = new House()
    const living = exampleCompany()
    const dissolvedOn = ON_UNKNOWN_DAY
    const rows = { 1: exampleCompany({ dissolvedOn }), 2: living, 3: exampleCompany({ ico: '00000003', dissolvedOn }) }
    importExample(house.catalog, { rows })
    await house.publish()
    using release = house.current()
    const [found, ended] = [living.ico!, '00000003'].map((ico) => {
      const answer = release.company('sk', ico)
      assert(answer.outcome === 'found', answer.outcome)
      const { identifiers, status, dates } = formatCompanyDetail(answer.detail, ico, { code: 'rpo', dataset: 'rpo' })
      return [identifiers[1]!.value, status, dates.dissolved_at]
    })
    assert.deepEqual(found, ['2', null, null])
    assert.deepEqual(ended, ['3', 'dissolved', null])
    const columns = release.companyColumns('sk')!
    const statuses = [0, 1, 2].map((place) => columns.at(place).status)
    assert.deepEqual(statuses, ['dissolved', null, 'dissolved'])
  })

  test('joins a Czech company with its register entry and with the municipality of its address', async () => {
    const house = new House()
    house.import(CZ_ADDRESSES, {
      21690278: exampleAddress({ country: 'cz', municipality: 'Praha', municipalityCode: '554782' }),
    })
    const seat = { ...exampleCompany().seat, municipality: 'Praha', addressId: '21690278' }
    house.import(CZ_RES, { 75078: czech({ ico: '00075078', seat }), 80000: czech({ ico: '00080000' }) })
    const register = { code: 'OR', name: null, codelist: null }
    house.import(CZ_VR, {
      75078: czech({ ico: '00075078', name: 'Other name', register }),
      90000: czech({ ico: '00090000', register }),
    })
    await house.publish()
    using release = house.current()
    const found = release.company('cz', '00075078')
    assert(found.outcome === 'found')
    const { company } = found.detail
    assert.deepEqual([company.register, company.name], [register, 'Vzorka s.r.o.'])
    assert.equal(company.seat.municipalityCode, '554782')
    assert.equal(found.detail.origin.dataset, 'cz-res')
    const only = release.company('cz', '00090000')
    assert(only.outcome === 'found')
    assert.deepEqual([only.detail.origin.dataset, only.detail.origin.sourceKey], ['cz-vr', '00090000'])
  })

  const CODE = 'SK0101500001'
  const bare = fieldsIn('street=; postalCode=; registrationNumber=; orientationNumber=; municipalityPart=')
  const point = exampleAddress({ ...bare, municipality: 'Obec-Dvor', municipalityCode: CODE })
  const JOINS: readonly (readonly [string, Partial<Seat>, expectedCode: string | null, counted: string])[] = [
    ['a seat without a code gets that of its point', { municipality: 'Obec-Dvor' }, 'SK0101500001', 'seatsJoined'],
    ['another spelling of the name is the same place', { municipality: 'OBEC - dvor' }, 'SK0101500001', 'seatsJoined'],
    ['a city does not contradict its borough', { municipality: 'Obec' }, 'SK0101500001', 'seatsJoined'],
    ['another borough does', { municipality: 'Obec-Sad' }, null, 'seatsContradictory'],
    ['a code that agrees stays', { municipality: 'Obec', municipalityCode: CODE }, 'SK0101500001', 'seatsJoined'],
    ['a code that differs stays', { municipalityCode: 'SK0101500009' }, 'SK0101500009', 'seatsContradictory'],
    ['a seat in another municipality gets no code', { municipality: 'Iná' }, null, 'seatsContradictory'],
    ['a key that no point has adds nothing', { municipality: 'Obec', addressId: '123' }, null, 'seatsMissing'],
    ['a seat without a key is not joined', { municipality: 'Obec', addressId: null }, null, 'none'],
  ]
  for (const [name, changes, code, counted] of JOINS) {
    test(`joins Slovak seats with their points: ${name}`, async () => {
      const house = new House()
      house.import(SK_RAGEO, { 85191: point }, { scope: 'SK010' })
      const addressId = formatSourceKey(85191, SK_RAGEO.keyForm)
      const seat = { ...EMPTY_SEAT, addressId, ...changes }
      importExample(house.catalog, { rows: { 1: exampleCompany({ seat }) } })
      const report = await house.publish()
      using release = house.current()
      const answer = release.company('sk', '00000001')
      assert(answer.outcome === 'found')
      assert.deepEqual(answer.detail.company.seat, { ...seat, municipalityCode: code })
      const { counts } = report.segments.find((segment) => segment.name === 'companies-sk')!
      for (const outcome of ['seatsJoined', 'seatsMissing', 'seatsContradictory'])
        assert.equal(counts[outcome], outcome === counted ? 1 : 0, outcome)
    })
  }

  test('takes Slovak points from the regional files if there are any, else from the national file, and derives their codes', async () => {
    const house = new House()
    const west = { region: 'Západný', county: 'Okres A', municipality: 'Obec A' }
    const east = { region: 'Východný', county: 'Okres B', municipality: 'Košice-Sídlisko KVP' }
    house.import(SK_CSV, {
      1: exampleAddress({ ...west, region: 'Západný kraj' }),
      2: exampleAddress(east),
      3: exampleAddress({ ...east, municipality: 'Neznáma' }),
    })
    house.import(
      SK_RAGEO,
      { 1: exampleAddress({ ...west, municipalityCode: 'SK0101500001', street: 'Regionálna' }) },
      { scope: 'SK010' },
    )
    const place = 'municipality=Košice - mestská časť Sídlisko KVP; municipalityCode=SK0423599883'
    const seat = seatWith(place, exampleCompany().seat)
    importExample(house.catalog, { rows: { 1: exampleCompany({ seat }) } })
    const report = await house.publish()
    using release = house.current()
    const columns = release.addressColumns('sk')!
    const points = Array.from({ length: columns.length }, (_, i) => columns.at(i))
    const inWords = points.map((one) => {
      const codes = [one.municipalityCode, one.countyCode, one.regionCode].map(String)
      return [one.street, one.municipality, ...codes].join(', ')
    })
    assert.deepEqual(inWords, [
      'Regionálna, Obec A, SK0101500001, SK0101, SK010',
      'Vzorová, Košice-Sídlisko KVP, SK0423599883, SK0423, SK042',
      'Vzorová, Neznáma, null, null, null',
    ])
    const segment = report.segments.find(({ name }) => name === 'addresses-sk')!
    assert.deepEqual(segment.counts, { 'sk-addresses-rageo': 1, 'sk-addresses-csv': 2, municipalityCodesMissing: 1 })
  })

  test('returns every field of an address', async () => {
    const house = new House()
    const full = Object.fromEntries(Object.keys(exampleAddress()).map((name) => [name, `${name} ž`]))
    const address = { ...full, country: 'cz', latitude: 50.0894798, longitude: 14.3986063 } as unknown as Address
    house.import(CZ_ADDRESSES, { 7: address, 8: exampleAddress({ country: 'cz', latitude: null, longitude: null }) })
    await house.publish()
    const columns = house.current().addressColumns('cz')!
    assert.deepEqual(columns.at(0), address)
    assert.deepEqual([columns.at(1).latitude, columns.at(1).longitude], [null, null])
  })

  test('of one day has that day in the public detail', async () => {
    const house = new House()
    importExample(house.catalog, { rows: { 5: exampleCompany({ ico: '00000077' }) } })
    await house.publish()
    using release = house.current()
    const answer = release.company('sk', '00000077')
    assert(answer.outcome === 'found')
    const detail = formatCompanyDetail(answer.detail, '00000077', { code: 'rpo', dataset: 'rpo' })
    const names = 'address country dates ico id identifiers legal_form legal_status name provenance registration status'
    assert.deepEqual(Object.keys(detail).toSorted(), names.split(' '))
    const identifiers = detail.identifiers.map(({ type, value }) => `${type} ${value}`)
    assert.deepEqual(identifiers, ['ico 00000077', 'source_id 5'])
    assert.equal(detail.address.formatted, 'Horné Vzorky, 99901 Horné Vzorky')
    assert.equal(detail.provenance.observed_at, '2026-06-06')
  })
})
