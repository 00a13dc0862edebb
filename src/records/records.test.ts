import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cases } from '../stdx/testing/cases.ts'
import { fc } from '../stdx/testing/properties.ts'
import type { Address } from './address.ts'
import { decodeAddress, decodeCompany, encodeRecord } from './canonical.ts'
import { type Company, EMPTY_SEAT } from './company.ts'
import { addDays, dayAfter, parseDay } from './date.ts'
import { formatAddress, formatSeat } from './format-address.ts'
import { splitOrientationNumber } from './house-number.ts'
import { parseIco } from './ico.ts'
import { compileUrlTemplate, fillUrlTemplate, OFFICIAL_URLS } from './public-url.ts'
import { deriveRecordId } from './record-id.ts'
import { deriveStatus } from './status.ts'
import { addressWith, BARE_ADDRESS, BARE_COMPANY, seatWith } from './testing/bare-records.ts'
import { isPlaceholderDay, knownDay, ON_UNKNOWN_DAY, toEndDay } from './unknown-day.ts'
import { parseUrlTemplates } from './url-templates.ts'

describe('parseIco', () => {
  for (const [text, ico] of [
    ['31322832', '31322832'],
    ['31 322 832', '31322832'],
    ['75078', '00075078'],
    ['', undefined],
    ['123456789', undefined],
    ['1234567a', undefined],
    ['-1', undefined],
  ] as const) {
    test(`'${text}' is ${ico}`, () => assert.equal(parseIco(text), ico))
  }
})

describe('parseDay', () => {
  for (const [text, ok] of [
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['1900-02-29', false],
    ['2000-02-29', true],
    ['2026-04-31', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-1-1', false],
    ['2026-01-01Z', false],
  ] as const) {
    test(`${text} is ${ok ? 'a day' : 'no day'}`, () => assert.equal(parseDay(text), ok ? text : undefined))
  }
  test('agrees with the calendar on every day', () => {
    const digits = (length: number, max: number) =>
      fc.nat({ max }).map((number) => String(number).padStart(length, '0'))
    fc.assert(
      fc.property(fc.tuple(digits(4, 9999), digits(2, 13), digits(2, 32)), (parts) => {
        const text = parts.join('-')
        const time = new Date(`${text}T00:00:00Z`)
        const real = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
        assert.equal(parseDay(text) !== undefined, real, text)
      }),
    )
  })
  test('the next day respects months and years', () => {
    const next = ['2026-02-28', '2024-02-28', '2026-12-31'].map(dayAfter)
    assert.deepEqual(next, ['2026-03-01', '2024-02-29', '2027-01-01'])
    assert.equal(addDays('2026-03-29', -45), '2026-02-12')
  })
})

describe('a placeholder day of a register', () => {
  for (const day of ['1000-01-01', '1800-01-01']) {
    test(`${day} as an end: the record has ended, on an unknown day`, () => {
      assert.equal(isPlaceholderDay(day), true)
      const dissolvedOn = toEndDay(day)
      assert.equal(deriveStatus({ withdrawn: false, dissolvedOn, retired: false }), 'dissolved')
      assert.equal(knownDay(dissolvedOn), null)
    })
  }
  for (const day of ['1799-12-31', '1800-01-02', '1000-01-02', '2026-01-01']) {
    test(`is not ${day}`, () => {
      assert.equal(isPlaceholderDay(day), false)
      assert.equal(knownDay(toEndDay(day)), day)
    })
  }
})

describe('splitOrientationNumber', () => {
  for (const [text, number, letter] of [
    ['1B', '1', 'B'],
    ['12', '12', null],
    ['12 a', '12', 'a'],
    ['A', 'A', null],
    ['1-3', '1-3', null],
    ['12/A', '12/A', null],
    ['', null, null],
  ] as const) {
    test(`'${text}' is ${number} and ${letter}`, () =>
      assert.deepEqual(splitOrientationNumber(text), { number, letter }))
  }
})

test('a record id is 32 hex digits, and depends only on country, kind and key', () => {
  const ids = new Set<string>()
  for (const country of ['sk', 'cz'] as const)
    for (const kind of ['company', 'address'] as const)
      for (const key of ['1', '2']) ids.add(deriveRecordId(country, kind, key))
  assert.equal(ids.size, 8)
  for (const id of ids) assert.match(id, /^[0-9a-f]{32}$/)
  // Written down once: a change would give every record in the world a new id.
  assert.equal(deriveRecordId('sk', 'company', '1003617'), ID_OF_1003617)
})

const ID_OF_1003617 = '537879f901d60892c83cddb5f40742c6'

describe('the canonical form', () => {
  const text = fc.option(fc.string({ unit: 'grapheme', maxLength: 5 }))
  const code = fc.option(fc.record({ code: text, name: text, codelist: text }, { noNullPrototype: true }))
  const company = fc.record({
    ...Object.fromEntries(Object.keys(BARE_COMPANY).map((name) => [name, text])),
    country: fc.constantFrom('sk', 'cz'),
    name: fc.string(),
    otherNames: fc.array(fc.string(), { maxLength: 3 }),
    naturalPerson: fc.boolean(),
    dissolvedOn: fc.oneof(text, fc.constant(ON_UNKNOWN_DAY)),
    legalForm: code,
    legalStatus: code,
    register: code,
    seat: fc.record(Object.fromEntries(Object.keys(EMPTY_SEAT).map((name) => [name, text]))),
  })
  test('restores a company, on one line', () => {
    fc.assert(
      fc.property(company, (value) => {
        const body = encodeRecord(value as unknown as Company)
        assert.equal(body.includes('\n'), false)
        assert.deepEqual(decodeCompany(body), { ...value, seat: { ...value.seat } })
      }),
    )
  })
  test('restores an address', () => {
    const degrees = fc.option(fc.double({ min: -90, max: 90, noNaN: true }).map((value) => value + 0))
    const address = fc.record({
      ...Object.fromEntries(Object.keys(BARE_ADDRESS).map((name) => [name, text])),
      country: fc.constantFrom('sk', 'cz'),
      municipality: fc.string(),
      latitude: degrees,
      longitude: degrees,
    })
    fc.assert(
      fc.property(address, (value) => {
        assert.deepEqual(decodeAddress(encodeRecord(value as unknown as Address)), { ...value })
      }),
    )
  })
})

describe('an address in one line', () => {
  for (const [line, fields] of cases<[string, string]>`
    Ružinovská 5346/1B, 82102 Bratislava-Ružinov | street=Ružinovská; registrationNumber=5346; orientationNumber=1; orientationLetter=B; postalCode=82102; municipality=Bratislava-Ružinov
    Sikenička 142, 94359 Sikenička | registrationNumber=142; postalCode=94359; municipality=Sikenička
    Mánesova 2764/10, Královo Pole, 61200 Brno | country=cz; street=Mánesova; registrationNumber=2764; orientationNumber=10; municipalityPart=Královo Pole; postalCode=61200; municipality=Brno
    Jankovcova 1522/53, Holešovice, 17000 Praha 7 | country=cz; street=Jankovcova; registrationNumber=1522; orientationNumber=53; municipalityPart=Holešovice; postalCode=17000; municipality=Praha; postalDistrict=Praha 7
    Valteřice 98, 56301 Výprachtice | country=cz; registrationNumber=98; municipalityPart=Valteřice; postalCode=56301; municipality=Výprachtice
    Kotel č.ev. 20, 46352 Osečná | country=cz; evidenceNumber=20; municipalityPart=Kotel; postalCode=46352; municipality=Osečná
    Hlavná 7, Lúčka | street=Hlavná; orientationNumber=7; municipality=Lúčka
    Kátov | municipality=Kátov; municipalityPart=Kátov; postalCode=90849
    Praha | municipality=Praha
    Líšeň, 62800 Brno | municipality=Brno; municipalityPart=Líšeň; postalCode=62800
    Hlavná, 04001 Košice | municipality=Košice; street=Hlavná; postalCode=04001
  `) {
    test(line, () => assert.equal(formatAddress(addressWith(`country=sk; ${fields}`)), line))
  }

  test('a seat abroad names its country; an unstructured text is used as it is; no seat is empty', () => {
    const abroad = 'street=Hauptstraße; buildingNumber=5; municipality=Wien; country=Rakúsko; countryCode=040'
    const london = 'unstructured=1 Main Street, London'
    assert.equal(formatSeat('sk', seatWith(abroad)), 'Hauptstraße 5, Wien, Rakúsko')
    assert.equal(formatSeat('cz', seatWith(london)), '1 Main Street, London')
    assert.equal(formatSeat('cz', EMPTY_SEAT), '')
    const townAlone = seatWith('municipality=Pardubice; postalCode=53002')
    assert.equal(formatSeat('cz', townAlone), 'Pardubice, 53002 Pardubice')
    for (const country of ['sk', 'cz'] as const)
      assert.equal(formatSeat(country, seatWith('municipality=Nitra; municipalityPart=Nitra')), 'Nitra')
    assert.equal(formatSeat('sk', seatWith('municipality=Wien; country=Rakúsko; countryCode=040')), 'Wien, Rakúsko')
    assert.equal(formatSeat('sk', seatWith('municipality=Nitra; municipalityPart=Dražovce')), 'Dražovce, Nitra')
    const text = 'Vymyšlená 1, 530 02 Pardubice'
    assert.equal(formatSeat('cz', { ...townAlone, unstructured: text }), text)
    const streetAlone = seatWith('street=Main Street; buildingNumber=1')
    assert.equal(formatSeat('sk', streetAlone), 'Main Street 1')
    assert.equal(formatSeat('sk', seatWith(london, streetAlone)), '1 Main Street, London')
  })
})

test('values in a URL are escaped', () => {
  const template = 'https://x.example/{country}/{ico}?{source_id}'
  const filled = fillUrlTemplate(template, { country: 'sk', ico: '1', sourceId: 'a b&c' })
  assert.equal(filled, 'https://x.example/sk/1?a%20b%26c')
})

test('a compiled template gives the URL that filling it gives', () => {
  const all = '{country}-{source_id}.{ico}/{country}'
  for (const template of [...Object.values(OFFICIAL_URLS.companies), '{ico}{ico}', '', 'x', all])
    for (const country of ['sk', 'cz'] as const)
      for (const ico of ['', '00000078']) {
        const filled = fillUrlTemplate(template, { country, ico, sourceId: '851916A' })
        assert.equal(compileUrlTemplate(template, country)(ico, '851916A'), filled)
      }
})

describe('a file of URL templates', () => {
  test('changes only the links that it names', () => {
    const sk = 'https://example.com/firma/{ico}?{country}={source_id}'
    const templates = { ...OFFICIAL_URLS, companies: { ...OFFICIAL_URLS.companies, sk } }
    assert.deepEqual(parseUrlTemplates(JSON.stringify({ companies: { sk } })), { templates })
    assert.deepEqual(parseUrlTemplates('{}'), { templates: OFFICIAL_URLS })
  })

  const wrong: readonly [file: string, sentence: RegExp][] = [
    ['{', /not JSON/],
    ['[]', /must be an object/],
    ['{"people": {}}', /"people" is unknown/],
    ['{"companies": "https://a.example"}', /for each country/],
    ['{"companies": {"pl": "https://a.example"}}', /country "pl" is unknown/],
    ['{"companies": {"sk": 7}}', /not a string/],
    ['{"companies": {"sk": "https://a.example/{name}"}}', /\{name\} is unknown/],
    ['{"companies": {"sk": "https://a.example/{ico"}}', /\{ico is unknown/],
    ['{"addresses": {"cz": "a.example/{ico}"}}', /not a web address/],
    ['{"addresses": {"cz": "javascript:alert({ico})"}}', /not a web address/],
    ['{"addresses": {"cz": ""}}', /not a web address/],
  ]
  for (const [file, sentence] of wrong) {
    test(`is rejected with a message: ${file}`, () => {
      const parsed = parseUrlTemplates(file)
      assert('sentence' in parsed && sentence.test(parsed.sentence), JSON.stringify(parsed))
    })
  }
})
