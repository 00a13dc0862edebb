import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Company } from '../../records/company.ts'
import { companyWith, seatWith } from '../../records/testing/bare-records.ts'
import { ON_UNKNOWN_DAY } from '../../records/unknown-day.ts'
import { EVERY_FIELD, SLOVNAFT } from '../testing/sk-rpo.ts'
import { toRecord } from './to-record.ts'

/** A record with neither an ICO nor a register is no company. */
const REGISTER = { sourceRegister: { value: { code: '2' } } }

describe('a record of the register becomes a company', () => {
  const register = { code: '1', name: 'Obchodný register', codelist: 'CL010112' }

  test('as published for a company that changed its name', () => {
    const seat = 'street=Vlčie hrdlo; municipality=Bratislava; orientationNumber=1; buildingNumber=1; postalCode=82412'
    const company = companyWith(
      'country=sk; ico=31322832; name=SLOVNAFT, a.s.; establishedOn=1992-05-01; registerOffice=Mestský súd Bratislava III; registerNumber=Sa/426/B; updatedOn=2026-07-09',
      { otherNames: ['SLOVNAFT a.s.'], register, seat: seatWith(seat) },
    )
    const missing = ['addresses.regNumber is 0, which means no number']
    assert.deepEqual(toRecord(JSON.parse(SLOVNAFT)), { outcome: 'record', key: 1003617, company, missing })
  })

  test('with every used field and none of the dropped ones', () => {
    const company = companyWith(
      'country=sk; ico=00123456; name=Vymyslené mosty, s.r.o. v likvidácii; establishedOn=1999-01-01; dissolvedOn=2025-12-31; registerOffice=Mestský súd Košice; registerNumber=Sro/54457/V; updatedOn=2026-05-29',
      {
        otherNames: ['Vymyslené mosty, s.r.o.', 'Mosty a brody, spol. s r.o.', 'VM Bridges Ltd.'],
        legalForm: { code: '112', name: 'Spoločnosť s ručením obmedzeným', codelist: 'CL000056' },
        legalStatus: { code: '2', name: 'v likvidácii', codelist: 'CL010108' },
        register,
        seat: seatWith(
          'street=Pri moste; municipality=Košice - mestská časť Sídlisko KVP; municipalityCode=SK0423599883; municipalityPart=Vymyslená časť; registrationNumber=215; orientationNumber=14; orientationLetter=B; buildingNumber=14B; postalCode=04023; country=Slovenská republika; countryCode=703; addressId=1234567',
        ),
      },
    )
    assert.deepEqual(toRecord(JSON.parse(EVERY_FIELD)), { outcome: 'record', key: 777001, company, missing: [] })
  })

  test('with nothing but a key, a name and the register', () => {
    const outcome = toRecord({ id: 1, fullNames: [{ value: 'Obec Vymyslená' }], ...REGISTER })
    const company = companyWith('country=sk; name=Obec Vymyslená', {
      register: { code: '2', name: null, codelist: null },
    })
    assert.deepEqual(outcome, { outcome: 'record', key: 1, company, missing: [] })
  })
})

function recordOf(fields: object): { company: Company; missing: readonly string[] } {
  const outcome = toRecord({ id: 5, fullNames: [{ value: 'Vymyslená, a.s.' }], ...REGISTER, ...fields })
  assert.ok(outcome.outcome === 'record', JSON.stringify(outcome))
  return outcome
}

const companyOf = (fields: object) => recordOf(fields).company

describe('a name', () => {
  test('loses control characters and double spaces before equal names are merged', () => {
    const fullNames = [{ value: ' ALFA\u0000 \n s.r.o. ' }, { value: 'ALFA s.r.o.', validTo: '2001-01-01' }]
    const { name, otherNames } = companyOf({ fullNames })
    assert.deepEqual([name, otherNames], ['ALFA s.r.o.', []])
  })
  test('that is current but blank is replaced by the previous one', () => {
    const fullNames = [
      { value: '  ', validFrom: '2020-01-01' },
      { value: 'ALFA', validTo: '2019-12-31' },
    ]
    assert.equal(companyOf({ fullNames }).name, 'ALFA')
  })
})

test('a company that was terminated on an unknown day is dissolved', () => {
  for (const termination of ['1000-01-01', '1800-01-01']) {
    const { company, missing } = recordOf({ termination })
    assert.equal(company.dissolvedOn, ON_UNKNOWN_DAY)
    assert.deepEqual(missing, [`termination is ${termination}, which means an unknown day`])
  }
})

test('a terminated company has the status of its termination, an active one has not', () => {
  const status = (code: string) => ({ value: { code, codelistCode: 'CL010108' }, validFrom: '2020-02-02' })
  const legalStatuses = [status('10'), status('17')]
  assert.equal(companyOf({ legalStatuses, termination: '2020-02-02' }).legalStatus?.code, '17')
  assert.equal(companyOf({ legalStatuses }).legalStatus?.code, '10')
  assert.equal(companyOf({ legalStatuses: [status('1')] }).legalStatus, null)
})

describe('the mark of an inconsistent record', () => {
  for (const [mark, inconsistent, missing] of [
    [true, true, []],
    [false, undefined, []],
    [undefined, undefined, []],
    ['true', undefined, ['containsInconsistency is neither true nor false']],
  ] as const) {
    test(`${mark} is ${inconsistent ?? 'none'} and loses ${missing.length} values`, () => {
      const record = recordOf({ containsInconsistency: mark })
      assert.deepEqual([record.company.inconsistent, record.missing], [inconsistent, missing])
    })
  }
})

test('the ICO 11111111, which fails the check digit and is real, is accepted', () =>
  assert.equal(companyOf({ identifiers: [{ value: '11111111' }] }).ico, '11111111'))

test('a record of the bulk files, which have no dbModificationDate, has no day of change', () =>
  assert.equal(companyOf({}).updatedOn, null))

describe('a loss is counted and the record kept', () => {
  for (const [fields, label] of [
    [{ identifiers: [{ value: 'Neuvedené' }] }, 'ico is not a number of eight digits'],
    [{ identifiers: [{ value: '001781521576' }] }, 'ico is not a number of eight digits'],
    [{ establishment: '2001-02-29' }, 'establishment is not a day'],
    [{ dbModificationDate: '2026-07-09T00:00:00' }, 'dbModificationDate is not a day'],
    [{ establishment: '1000-01-01' }, 'establishment is 1000-01-01, which means an unknown day'],
    [{ establishment: '1800-01-01' }, 'establishment is 1800-01-01, which means an unknown day'],
    [{ dbModificationDate: '1800-01-01' }, 'dbModificationDate is 1800-01-01, which means an unknown day'],
  ] as const) {
    test(`${JSON.stringify(fields)}: ${label}`, () => {
      const { company, missing } = recordOf(fields)
      assert.deepEqual([company, missing], [companyOf({}), [label]])
    })
  }
  test('an ICO gets its missing leading zeros', () =>
    assert.equal(companyOf({ identifiers: [{ value: '151866' }] }).ico, '00151866'))
})

test('unused fields may have any value', () => {
  const bodies = ['stakeholders', 'statutoryBodies', 'deposits', 'statisticalCodes', 'license', 'new']
  const fields = ['activities', 'equities', 'shares', ...bodies]
  for (const value of [null, 7, 'x', {}, [7]]) {
    const company = companyOf(Object.fromEntries(fields.map((field) => [field, value])))
    assert.deepEqual(company, companyOf({}))
  }
})
