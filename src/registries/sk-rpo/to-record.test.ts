import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Company, EMPTY_SEAT, type Seat } from '../../records/company.ts'
import { EVERY_FIELD, SLOVNAFT } from './fixtures.ts'
import { toRecord } from './to-record.ts'

describe('a record of the register becomes a company', () => {
  test('as published for a company that changed its name', () => {
    const company: Company = {
      country: 'sk',
      ico: '31322832',
      name: 'SLOVNAFT, a.s.',
      otherNames: ['SLOVNAFT a.s.'],
      naturalPerson: false,
      establishedOn: '1992-05-01',
      dissolvedOn: null,
      legalForm: null,
      legalStatus: null,
      register: { code: '1', name: 'Obchodný register', codelist: 'CL010112' },
      registerOffice: 'Mestský súd Bratislava III',
      registerNumber: 'Sa/426/B',
      size: null,
      seat: {
        ...EMPTY_SEAT,
        street: 'Vlčie hrdlo',
        municipality: 'Bratislava',
        orientationNumber: '1',
        buildingNumber: '1',
        postalCode: '82412',
      },
      updatedOn: '2026-07-09',
    }
    assert.deepEqual(toRecord(JSON.parse(SLOVNAFT)), { outcome: 'record', key: 1003617, company, missing: [] })
  })

  test('with every field that is taken over, and none of those that are dropped', () => {
    const company: Company = {
      country: 'sk',
      ico: '00123456',
      name: 'Vymyslené mosty, s.r.o. v likvidácii',
      otherNames: ['Vymyslené mosty, s.r.o.', 'Mosty a brody, spol. s r.o.', 'VM Bridges Ltd.'],
      naturalPerson: false,
      establishedOn: '1999-01-01',
      dissolvedOn: '2025-12-31',
      legalForm: { code: '112', name: 'Spoločnosť s ručením obmedzeným', codelist: 'CL000056' },
      legalStatus: { code: '2', name: 'v likvidácii', codelist: 'CL010108' },
      register: { code: '1', name: 'Obchodný register', codelist: 'CL010112' },
      registerOffice: 'Mestský súd Košice',
      registerNumber: 'Sro/54457/V',
      size: null,
      seat: {
        street: 'Pri moste',
        municipality: 'Košice - mestská časť Sídlisko KVP',
        municipalityCode: 'SK0423599883',
        municipalityPart: 'Vymyslená časť',
        registrationNumber: '215',
        evidenceNumber: null,
        orientationNumber: '14',
        orientationLetter: 'B',
        buildingNumber: '14B',
        postalCode: '04023',
        country: 'Slovenská republika',
        countryCode: '703',
        addressId: null,
        unstructured: null,
      },
      updatedOn: '2026-05-29',
    }
    assert.deepEqual(toRecord(JSON.parse(EVERY_FIELD)), { outcome: 'record', key: 777001, company, missing: [] })
  })

  test('with nothing but a key and a name', () => {
    const outcome = toRecord({ id: 1, fullNames: [{ value: 'Obec Vymyslená' }] })
    assert.equal(outcome.outcome, 'record')
    assert.ok(outcome.outcome === 'record')
    const { country, name, otherNames, naturalPerson, seat, ...others } = outcome.company
    assert.deepEqual([country, name, otherNames, naturalPerson, seat], ['sk', 'Obec Vymyslená', [], false, EMPTY_SEAT])
    assert.deepEqual(new Set(Object.values(others)), new Set([null]))
  })
})

function companyOf(fields: object): Company {
  const outcome = toRecord({ id: 5, fullNames: [{ value: 'Vymyslená, a.s.' }], ...fields })
  assert.ok(outcome.outcome === 'record', JSON.stringify(outcome))
  return outcome.company
}

describe('numbers of a seat', () => {
  const cases: readonly (readonly [string, object, Partial<Seat>])[] = [
    [
      'both fields',
      { street: 'A', regNumber: 215, buildingNumber: '14' },
      { registrationNumber: '215', orientationNumber: '14' },
    ],
    [
      'both in one',
      { regNumber: 0, buildingNumber: '1143/79' },
      { registrationNumber: '1143', orientationNumber: '79' },
    ],
    [
      'both in one, with a letter',
      { buildingNumber: '1143/79 A' },
      { registrationNumber: '1143', orientationNumber: '79', orientationLetter: 'A' },
    ],
    [
      'both in one besides the first',
      { regNumber: 7, buildingNumber: '1143/79' },
      { registrationNumber: '7', orientationNumber: '79' },
    ],
    ['a slash with nothing before it', { buildingNumber: '/79' }, { orientationNumber: '79' }],
    ['a slash with nothing behind it', { buildingNumber: '1143/' }, { registrationNumber: '1143' }],
    ['two slashes', { buildingNumber: '1143/79/2' }, { registrationNumber: '1143', orientationNumber: '79/2' }],
    [
      'one in a street',
      { street: 'A', regNumber: 0, buildingNumber: '5C' },
      { orientationNumber: '5', orientationLetter: 'C' },
    ],
    ['one in a village: it may be either', { regNumber: 0, buildingNumber: '142' }, {}],
    [
      'one in a village with the other known',
      { regNumber: 88, buildingNumber: '142' },
      { registrationNumber: '88', orientationNumber: '142' },
    ],
    ['the first alone', { regNumber: 142 }, { registrationNumber: '142' }],
    ['no digits', { street: 'A', buildingNumber: 'blok B' }, { orientationNumber: 'blok B' }],
    ['none', { street: 'A', regNumber: 0 }, {}],
  ]
  for (const [what, address, wanted] of cases) {
    test(what, () => {
      const { registrationNumber, orientationNumber, orientationLetter, buildingNumber } = companyOf({
        addresses: [address],
      }).seat
      assert.deepEqual(
        { registrationNumber, orientationNumber, orientationLetter, buildingNumber },
        {
          registrationNumber: null,
          orientationNumber: null,
          orientationLetter: null,
          buildingNumber: (address as { buildingNumber?: string }).buildingNumber ?? null,
          ...wanted,
        },
      )
    })
  }
})

describe('a seat', () => {
  test('is one text only where nothing is known of its municipality', () => {
    const formatedAddress = '1 Invented Road, London'
    assert.equal(companyOf({ addresses: [{ formatedAddress }] }).seat.unstructured, formatedAddress)
    const structured = companyOf({ addresses: [{ formatedAddress, municipality: { value: 'Badín' } }] }).seat
    assert.equal(structured.unstructured, null)
  })
  test('has the first of its postal codes, without spaces', () => {
    assert.equal(companyOf({ addresses: [{ postalCodes: ['029 51', '02901'] }] }).seat.postalCode, '02951')
    assert.equal(companyOf({ addresses: [{ postalCodes: [] }] }).seat.postalCode, null)
    assert.equal(companyOf({ addresses: [{ postalCodes: [null] }] }).seat.postalCode, null)
  })
})

describe('a name', () => {
  test('loses control characters and doubled spaces, and then equal ones are one', () => {
    const fullNames = [{ value: ' ALFA\u0000 \n s.r.o. ' }, { value: 'ALFA s.r.o.', validTo: '2001-01-01' }]
    const { name, otherNames } = companyOf({ fullNames })
    assert.deepEqual([name, otherNames], ['ALFA s.r.o.', []])
  })
  test('that is current but blank gives way to the one before it', () => {
    const fullNames = [
      { value: '  ', validFrom: '2020-01-01' },
      { value: 'ALFA', validTo: '2019-12-31' },
    ]
    assert.equal(companyOf({ fullNames }).name, 'ALFA')
  })
})

describe('a natural person', () => {
  for (const [code, wanted] of [
    ['099', false],
    ['100', true],
    ['101', true],
    ['103', true],
    ['105', true],
    ['110', true],
    ['111', false],
    ['112', false],
    ['119', false],
    ['205', false],
    ['421', false],
    ['422', true],
    ['10', false],
    ['1010', false],
  ] as const) {
    test(`${wanted ? 'has' : 'has not'} legal form ${code}`, () => {
      assert.equal(companyOf({ legalForms: [{ value: { code } }] }).naturalPerson, wanted)
    })
  }
})

describe('a loss is counted and the record kept', () => {
  for (const [fields, label] of [
    [{ identifiers: [{ value: 'Neuvedené' }] }, 'ico is not a number of eight digits'],
    [{ identifiers: [{ value: '001781521576' }] }, 'ico is not a number of eight digits'],
    [{ establishment: '2001-02-29' }, 'establishment is not a day'],
    [{ termination: '31.12.2001' }, 'termination is not a day'],
    [{ dbModificationDate: '2026-07-09T00:00:00' }, 'dbModificationDate is not a day'],
  ] as const) {
    test(`${JSON.stringify(fields)}: ${label}`, () => {
      const outcome = toRecord({ id: 5, fullNames: [{ value: 'Vymyslená, a.s.' }], ...fields })
      assert.ok(outcome.outcome === 'record')
      assert.deepEqual(outcome.missing, [label])
      const { ico, establishedOn, dissolvedOn, updatedOn } = outcome.company
      assert.deepEqual([ico, establishedOn, dissolvedOn, updatedOn], [null, null, null, null])
    })
  }
  test('an ICO without its zeroes in front gets them', () =>
    assert.equal(companyOf({ identifiers: [{ value: '151866' }] }).ico, '00151866'))
})

describe('a record that cannot be used is rejected with its field', () => {
  const named = { id: 5, fullNames: [{ value: 'Vymyslená, a.s.' }] }
  const cases: readonly (readonly [unknown, string | null, string, string])[] = [
    [null, null, 'record', 'is not an object'],
    [[], null, 'record', 'is not an object'],
    [{}, null, 'id', 'is not a whole number above zero'],
    [{ ...named, id: '5' }, null, 'id', 'is not a whole number above zero'],
    [{ ...named, id: 1.5 }, null, 'id', 'is not a whole number above zero'],
    [{ ...named, id: 1e20 }, null, 'id', 'is not a whole number above zero'],
    [{ id: 5 }, '5', 'fullNames', 'is missing'],
    [{ id: 5, fullNames: null }, '5', 'fullNames', 'is missing'],
    [{ id: 5, fullNames: [{ value: ' \t' }] }, '5', 'fullNames', 'is missing'],
    [{ id: 5, fullNames: 'ALFA' }, '5', 'fullNames', 'is a text; an array was expected'],
    [{ id: 5, fullNames: ['ALFA'] }, '5', 'fullNames', 'holds a text; only objects were expected'],
    [{ id: 5, fullNames: [null] }, '5', 'fullNames', 'holds null; only objects were expected'],
    [{ id: 5, fullNames: [{ value: 7 }] }, '5', 'fullNames.value', 'is a number; a text was expected'],
    [
      { id: 5, fullNames: [{ value: 'x'.repeat(1001) }] },
      '5',
      'fullNames.value',
      'has 1001 characters; at most 1000 were expected',
    ],
    [
      { id: 5, fullNames: Array.from({ length: 300 }, (_, i) => ({ value: `A${i}` })) },
      '5',
      'fullNames',
      'holds more than 200 names',
    ],
    [
      { id: 5, fullNames: [{ value: 'A', validTo: 2001 }] },
      '5',
      'fullNames.validTo',
      'is not a text; a day was expected',
    ],
    [{ ...named, alternativeNames: {} }, '5', 'alternativeNames', 'is an object; an array was expected'],
    [{ ...named, identifiers: [{ value: 31322832 }] }, '5', 'identifiers.value', 'is a number; a text was expected'],
    [{ ...named, addresses: [[]] }, '5', 'addresses', 'holds an array; only objects were expected'],
    [{ ...named, addresses: [{ street: true }] }, '5', 'addresses.street', 'is a boolean; a text was expected'],
    [{ ...named, addresses: [{ regNumber: '215' }] }, '5', 'addresses.regNumber', 'is a text; a number was expected'],
    [{ ...named, addresses: [{ regNumber: 2.5 }] }, '5', 'addresses.regNumber', 'is not a whole number'],
    [
      { ...named, addresses: [{ buildingNumber: 14 }] },
      '5',
      'addresses.buildingNumber',
      'is a number; a text was expected',
    ],
    [
      { ...named, addresses: [{ postalCodes: '82412' }] },
      '5',
      'addresses.postalCodes',
      'is a text; an array was expected',
    ],
    [
      { ...named, addresses: [{ postalCodes: [82412] }] },
      '5',
      'addresses.postalCodes',
      'is a number; a text was expected',
    ],
    [
      { ...named, addresses: [{ municipality: 'Badín' }] },
      '5',
      'addresses.municipality',
      'is a text; an object was expected',
    ],
    [
      { ...named, addresses: [{ country: { code: 703 } }] },
      '5',
      'addresses.country.code',
      'is a number; a text was expected',
    ],
    [{ ...named, legalForms: [{ value: '112' }] }, '5', 'legalForms.value', 'is a text; an object was expected'],
    [
      { ...named, legalStatuses: [{ value: { code: 2 } }] },
      '5',
      'legalStatuses.value.code',
      'is a number; a text was expected',
    ],
    [{ ...named, sourceRegister: [] }, '5', 'sourceRegister', 'is an array; an object was expected'],
    [
      { ...named, sourceRegister: { registrationNumbers: [{ value: 1 }] } },
      '5',
      'sourceRegister.registrationNumbers.value',
      'is a number; a text was expected',
    ],
    [{ ...named, establishment: 19920501 }, '5', 'establishment', 'is a number; a text was expected'],
    [{ ...named, termination: {} }, '5', 'termination', 'is an object; a text was expected'],
  ]
  for (const [raw, key, field, reason] of cases) {
    test(`${JSON.stringify(raw).slice(0, 90)}: ${field} ${reason}`, () => {
      assert.deepEqual(toRecord(raw), { outcome: 'reject', key, field, reason })
    })
  }
})

test('fields that are not taken over may be anything', () => {
  const fields = [
    'activities',
    'equities',
    'shares',
    'stakeholders',
    'statutoryBodies',
    'deposits',
    'statisticalCodes',
    'license',
    'new',
  ]
  for (const value of [null, 7, 'x', {}, [7]]) {
    const company = companyOf(Object.fromEntries(fields.map((field) => [field, value])))
    assert.deepEqual(company, companyOf({}))
  }
})

test('whatever JSON a record is, it is taken or rejected, and no reject repeats what it says', () => {
  const names = [
    'value',
    'validFrom',
    'validTo',
    'code',
    'street',
    'regNumber',
    'buildingNumber',
    'postalCodes',
    'municipality',
  ]
  const outer = ['id', 'identifiers', 'fullNames', 'addresses', 'legalForms', 'sourceRegister', 'establishment']
  const leaf = fc.oneof(
    fc.constantFrom(null, 5, 0.5, true, 'TAJNÉ', '2001-01-01'),
    fc.array(fc.constantFrom('TAJNÉ', 5)),
  )
  const inner = fc.dictionary(fc.constantFrom(...names), fc.oneof(leaf, fc.dictionary(fc.constantFrom(...names), leaf)))
  const value = fc.oneof(leaf, inner, fc.array(fc.oneof(leaf, inner), { maxLength: 3 }))
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...outer), value), (raw) => {
      const outcome = toRecord({ id: 5, ...raw })
      if (outcome.outcome === 'reject') assert.ok(!JSON.stringify(outcome).includes('TAJNÉ'))
      else assert.notEqual(outcome.company.name, '')
    }),
    { numRuns: 1000 },
  )
})
