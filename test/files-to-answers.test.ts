import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { deriveRecordId } from '../src/records/record-id.ts'
import {
  type AddressDetail,
  type CompanyDetail,
  formatAddressDetail,
  formatAttribution,
  formatCompanyDetail,
} from '../src/release/release.ts'
import { CompanySearch } from '../src/search/search.ts'
import { publishFixtures } from './testing/published-fixtures.ts'

/*
 * The whole way, in real files typed by hand: every register is imported and published, and each field of the public
 * answers that the register has is looked for in an answer.
 */

const fixtures = await publishFixtures()
const release = fixtures.release
after(() => fixtures.remove())

function company(country: 'sk' | 'cz', ico: string): CompanyDetail {
  const answer = release.company(country, ico)
  assert(answer.outcome === 'found')
  const { dataset } = release.manifest.sources.find((source) => source.dataset.name === answer.detail.origin.dataset)!
  return formatCompanyDetail(answer.detail, ico, dataset)
}

function point(country: 'sk' | 'cz', sourceKey: string): AddressDetail {
  const id = deriveRecordId(country, 'address', sourceKey)
  const found = release.addressById(id)
  assert(found !== undefined)
  return formatAddressDetail(found.address, {
    id,
    sourceKey: found.sourceKey,
    code: found.source.dataset.code,
    attribution: formatAttribution(found.source),
  })
}

/** `address.components.street` → its value. */
function leaves(value: unknown, path = ''): [string, unknown][] {
  if (value === null || typeof value !== 'object') return [[path, value]]
  return Object.entries(value).flatMap(([key, field]) => leaves(field, path === '' ? key : `${path}.${key}`))
}

const HEX_64 = /^[0-9a-f]{64}$/

describe('a Slovak company', () => {
  test('has every field that RPO has', () => {
    const detail = company('sk', '00123456')
    const { record_sha256, file_sha256, fetched_at, projection_updated_at, projection_version, ...provenance } =
      detail.provenance
    assert.match(record_sha256, HEX_64)
    assert.match(file_sha256, HEX_64)
    assert.match(`${fetched_at} ${projection_updated_at}`, /^\d{4}-\S+Z \d{4}-\S+Z$/)
    assert.notEqual(projection_version, '')
    assert.deepEqual(
      { ...detail, provenance },
      {
        id: deriveRecordId('sk', 'company', '777001'),
        country: 'sk',
        ico: '00123456',
        name: 'Vymyslené mosty, s.r.o. v likvidácii',
        status: 'dissolved',
        legal_status: { code: '2', name: 'v likvidácii', codelist: 'CL010108' },
        legal_form: { code: '112', name: 'Spoločnosť s ručením obmedzeným', codelist: 'CL000056' },
        address: {
          formatted: 'Pri moste 215/14B, 04023 Košice - mestská časť Sídlisko KVP',
          components: {
            street: 'Pri moste',
            municipality: 'Košice - mestská časť Sídlisko KVP',
            municipality_part: 'Vymyslená časť',
            municipality_code: 'SK0423599883',
            registration_number: '215',
            evidence_number: null,
            orientation_number: '14',
            orientation_letter: 'B',
            building_number: '14B',
            postal_code: '04023',
            country: 'Slovenská republika',
            country_code: '703',
            address_id: '1234567',
            formatted: 'Pri moste 215/14B, 04023 Košice - mestská časť Sídlisko KVP',
          },
        },
        identifiers: [
          { type: 'ico', country: 'sk', value: '00123456', source: 'rpo' },
          { type: 'source_id', country: 'sk', value: '777001', source: 'rpo' },
        ],
        dates: { established_at: '1999-01-01', dissolved_at: '2025-12-31' },
        registration: {
          register: { code: '1', name: 'Obchodný register', codelist: 'CL010112' },
          office: 'Mestský súd Košice',
          number: 'Sro/54457/V',
        },
        provenance: {
          source_code: 'rpo',
          dataset: 'rpo',
          source_key: '777001',
          revision_id: 'sk-rpo:777001@1',
          observed_at: '2026-06-06',
          source_updated_at: '2026-05-29',
        },
      },
    )
  })

  test('with a seat in a municipality without a code', () => {
    const { name, status, address } = company('sk', '31322832')
    assert.deepEqual(
      [name, status, address.formatted, address.components.municipality_code],
      ['SLOVNAFT, a.s.', null, 'Vlčie hrdlo 1, 82412 Bratislava', null],
    )
  })
})

describe('a Czech company', () => {
  test('has every field that RES has, the municipality’s code from RÚIAN and the register from VR', () => {
    const detail = company('cz', '00654321')
    const {
      record_sha256: _record,
      file_sha256: _file,
      fetched_at: _fetched,
      projection_updated_at: _at,
      projection_version: _version,
      ...provenance
    } = detail.provenance
    assert.deepEqual(
      { ...detail, provenance },
      {
        id: deriveRecordId('cz', 'company', '00654321'),
        country: 'cz',
        ico: '00654321',
        name: 'Vymyšlené mosty, s.r.o. "v likvidaci"',
        status: 'dissolved',
        legal_status: null,
        legal_form: { code: '112', name: 'Společnost s ručením omezeným', codelist: '56' },
        address: {
          formatted: 'Jankovcova 1522/53a, Holešovice, 17000 Praha',
          components: {
            street: 'Jankovcova',
            municipality: 'Praha',
            municipality_part: 'Holešovice',
            municipality_code: '554782',
            registration_number: '1522',
            evidence_number: null,
            orientation_number: '53',
            orientation_letter: 'a',
            building_number: null,
            postal_code: '17000',
            country: 'Česká republika',
            country_code: '203',
            address_id: '25958895',
            formatted: 'Jankovcova 1522/53a, Holešovice, 17000 Praha',
          },
        },
        identifiers: [
          { type: 'ico', country: 'cz', value: '00654321', source: 'ares' },
          { type: 'source_id', country: 'cz', value: '00654321', source: 'ares' },
        ],
        dates: { established_at: '1999-03-04', dissolved_at: '2026-08-31' },
        registration: {
          register: { code: 'OR', name: 'obchodní rejstřík', codelist: null },
          office: null,
          number: null,
        },
        provenance: {
          source_code: 'ares',
          dataset: 'res',
          source_key: '00654321',
          revision_id: 'cz-res:00654321@6',
          observed_at: '2026-09-15',
          source_updated_at: '2026-09-01',
        },
      },
    )
  })

  test('that RES lacks comes from VR, with VR as its source', () => {
    const { provenance, registration, address } = company('cz', '65666232')
    assert.deepEqual(
      [provenance.dataset, registration.register?.code, address.components.address_id],
      ['vr', 'SR', '7580932'],
    )
  })

  test('with an evidence number, and with a seat that is only a text', () => {
    assert.equal(company('cz', '00700015').address.components.evidence_number, '45')
    assert.match(company('cz', '00700001').address.formatted!, /^Ringstraße 1, +10115 Berlin, Německo$/)
  })

  test('with a seat that is only a text has what is certain in it, and is found by its town', () => {
    const { components } = company('cz', '00700040').address
    const { municipality, municipality_code, postal_code, evidence_number, country_code, street } = components
    assert.deepEqual(
      [municipality, municipality_code, postal_code, evidence_number, country_code, street],
      ['Trojanovice', '599999', '74401', '12', '203', null],
    )
    const hits = new CompanySearch(release.companyIndex('cz')!).search('vymysleny trojanovice', { limit: 5 })
    assert.deepEqual(
      hits.map((hit) => hit.company.ico),
      ['00700040'],
    )
  })

  test('with nothing but its end is not found', () => {
    assert.equal(release.company('cz', '00700023').outcome, 'not_found')
  })
})

describe('an address point', () => {
  test('has every field that the regional file has', () => {
    assert.deepEqual(point('sk', '7101062870'), {
      id: deriveRecordId('sk', 'address', '7101062870'),
      country: 'sk',
      name: 'Ružinovská 5346/1B, 82102 Bratislava-Ružinov',
      address: {
        source_id: '7101062870',
        street: 'Ružinovská',
        street_id: '40491',
        municipality: 'Bratislava-Ružinov',
        municipality_code: 'SK0102529320',
        municipality_part: null,
        municipality_part_code: null,
        postal_code: '82102',
        post_office: null,
        registration_number: '5346',
        evidence_number: null,
        house_number_type: null,
        house_number: null,
        orientation_number: '1',
        orientation_letter: 'B',
        district: null,
        district_code: null,
        county: 'Bratislava II',
        county_code: 'SK0102',
        region: 'Bratislavský',
        region_code: 'SK010',
        building_id: null,
        coordinates: { latitude: 48.1588184, longitude: 17.1732893, crs: 'OGC:CRS84' },
      },
      source: {
        code: 'ra',
        id: '7101062870',
        url: 'https://data.gov.sk/id/physical-address/7101062870',
        attribution: 'Zdroj: Ministerstvo vnútra SR — Register adries / RAGEO Open Data, CC BY 4.0',
      },
      updated_at: '2020-07-14',
    })
    const village = point('sk', '5500000')
    assert.deepEqual(
      [village.address.municipality_part, village.address.municipality_part_code, village.address.coordinates],
      ['Sikenička', '401810', null],
    )
    assert.equal(village.name, 'Sikenička 142, Sikenička')
  })

  test('has every field that the national file has', () => {
    const { address, name, source, updated_at } = point('sk', '851916A')
    assert.deepEqual(address, {
      source_id: '851916A',
      street: 'Lipová "nová"',
      street_id: null,
      municipality: 'Holíč',
      municipality_code: null,
      municipality_part: 'Prietržka',
      municipality_part_code: null,
      postal_code: '90851',
      post_office: null,
      registration_number: '5346',
      evidence_number: null,
      house_number_type: null,
      house_number: null,
      orientation_number: '1',
      orientation_letter: 'B',
      district: null,
      district_code: null,
      county: 'Skalica',
      county_code: null,
      region: 'Trnavský',
      region_code: null,
      building_id: null,
      coordinates: { latitude: 48.81, longitude: 17.1732893, crs: 'OGC:CRS84' },
    })
    assert.deepEqual(
      [name, source.id, source.url, updated_at],
      ['Lipová "nová" 5346/1B, 90851 Holíč', '851916A', 'https://data.gov.sk/id/physical-address/851916A', null],
    )
  })

  test('has every field that RÚIAN has', () => {
    const { address, name, source, updated_at } = point('cz', '25958895')
    const { coordinates, ...components } = address
    assert.deepEqual(components, {
      source_id: '25958895',
      street: 'Jankovcova',
      street_id: '460401',
      municipality: 'Praha',
      municipality_code: '554782',
      municipality_part: 'Holešovice',
      municipality_part_code: '490067',
      postal_code: '17000',
      post_office: null,
      registration_number: '1522',
      evidence_number: null,
      house_number_type: 'č.p.',
      house_number: '1522',
      orientation_number: '53',
      orientation_letter: 'a',
      district: 'Praha 7',
      district_code: '500186',
      county: null,
      county_code: null,
      region: 'Hlavní město Praha',
      region_code: '19',
      building_id: null,
    })
    assert(
      Math.abs(coordinates!.latitude - 50.09235233) < 1e-5 && Math.abs(coordinates!.longitude - 14.43264242) < 1e-5,
    )
    assert.deepEqual(
      [name, source.attribution, updated_at],
      ['Jankovcova 1522/53a, Holešovice, 17000 Praha 7', 'ČÚZK, 2026', '2011-07-01'],
    )
    const village = point('cz', '8338752')
    assert.deepEqual(
      [village.address.county, village.address.county_code, village.name],
      ['Nový Jičín', '3804', 'Trojanovice 2, 74401 Trojanovice'],
    )
    assert.deepEqual(
      [point('cz', '99000002').address.evidence_number, point('cz', '99000002').address.house_number_type],
      ['7', 'č.ev.'],
    )
  })
})

describe('no field is always empty', () => {
  /** What neither source publishes, or what a later step fills. */
  const NOWHERE = ['address.post_office', 'address.building_id']
  test('in an address', () => {
    const points = [
      point('sk', '7101062870'),
      point('sk', '5500000'),
      point('cz', '25958895'),
      point('cz', '8338752'),
      point('cz', '99000002'),
    ]
    const filled = new Set(
      points.flatMap((one) => leaves(one)).flatMap(([path, value]) => (value === null ? [] : [path])),
    )
    const empty = leaves(points[0])
      .map(([path]) => path)
      .filter((path) => !filled.has(path))
    assert.deepEqual(empty, NOWHERE)
  })
  test('in a company', () => {
    const companies = [company('sk', '00123456'), company('cz', '00654321'), company('cz', '00700015')]
    const filled = new Set(
      companies.flatMap((one) => leaves(one)).flatMap(([path, value]) => (value === null ? [] : [path])),
    )
    assert.deepEqual(
      leaves(companies[0])
        .map(([path]) => path)
        .filter((path) => !filled.has(path)),
      [],
    )
  })
})
