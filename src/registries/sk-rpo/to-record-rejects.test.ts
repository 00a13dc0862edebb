import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cases } from '../../stdx/testing/cases.ts'
import { fc } from '../../stdx/testing/properties.ts'
import { toRecord } from './to-record.ts'

describe('a record that cannot be used is rejected with its field', () => {
  const names = (...fullNames: unknown[]) => ({ id: 5, fullNames })
  const many = Array.from({ length: 300 }, (_, i) => ({ value: `A${i}` }))
  const named = names({ value: 'Vymyslená, a.s.' })
  const address = (fields: object) => ({ ...named, addresses: [fields] })
  const register = (fields: object) => ({ ...named, sourceRegister: fields })
  for (const [raw, key, field, reason] of cases<[unknown, string | null, string, string]>`
    ${null}                                    | ${null} | record | is not an object
    ${[]}                                      | ${null} | record | is not an object
    ${{}}                                      | ${null} | id | is not a whole number above zero
    ${{ ...named, id: '5' }}                   | ${null} | id | is not a whole number above zero
    ${{ ...named, id: 1.5 }}                   | ${null} | id | is not a whole number above zero
    ${{ ...named, id: 1e20 }}                  | ${null} | id | is not a whole number above zero
    ${{ id: 5 }}                               | 5 | fullNames | is missing
    ${{ id: 5, fullNames: null }}              | 5 | fullNames | is missing
    ${names({ value: ' \t' })}                 | 5 | fullNames | is missing
    ${{ id: 5, fullNames: 'ALFA' }}            | 5 | fullNames | is a text; an array was expected
    ${names('ALFA')}                           | 5 | fullNames | holds a text; only objects were expected
    ${names(null)}                             | 5 | fullNames | holds null; only objects were expected
    ${names(...many)}                          | 5 | fullNames | holds more than 200 names
    ${names({ value: 7 })}                     | 5 | fullNames.value | is a number; a text was expected
    ${names({ value: 'x'.repeat(1001) })}      | 5 | fullNames.value | has 1001 characters; at most 1000 were expected
    ${names({ value: 'A', validTo: 2001 })}    | 5 | fullNames.validTo | is not a text; a day was expected
    ${{ ...named, alternativeNames: {} }}      | 5 | alternativeNames | is an object; an array was expected
    ${{ ...named, identifiers: [{ value: 3 }] }} | 5 | identifiers.value | is a number; a text was expected
    ${address([])}                             | 5 | addresses | holds an array; only objects were expected
    ${address({ street: true })}               | 5 | addresses.street | is a boolean; a text was expected
    ${address({ regNumber: '215' })}           | 5 | addresses.regNumber | is a text; a number was expected
    ${address({ regNumber: 2.5 })}             | 5 | addresses.regNumber | is not a whole number
    ${address({ buildingNumber: 14 })}         | 5 | addresses.buildingNumber | is a number; a text was expected
    ${address({ postalCodes: '82412' })}       | 5 | addresses.postalCodes | is a text; an array was expected
    ${address({ postalCodes: [82412] })}       | 5 | addresses.postalCodes | is a number; a text was expected
    ${address({ municipality: 'Badín' })}      | 5 | addresses.municipality | is a text; an object was expected
    ${address({ country: { code: 703 } })}     | 5 | addresses.country.code | is a number; a text was expected
    ${{ ...named, legalForms: [{ value: '112' }] }} | 5 | legalForms.value | is a text; an object was expected
    ${{ ...named, legalStatuses: [{ value: { code: 2 } }] }} | 5 | legalStatuses.value.code | is a number; a text was expected
    ${register([])}                            | 5 | sourceRegister | is an array; an object was expected
    ${register({ registrationNumbers: [{ value: 1 }] })} | 5 | sourceRegister.registrationNumbers.value | is a number; a text was expected
    ${{ ...named, establishment: 19920501 }}   | 5 | establishment | is a number; a text was expected
    ${{ ...named, termination: '2026-02-30' }} | 5 | termination | is not a day; YYYY-MM-DD is expected
    ${{ ...named, termination: '30.06.2026' }} | 5 | termination | is not a day; YYYY-MM-DD is expected
    ${{ ...named, termination: {} }}           | 5 | termination | is an object; a text was expected
  `) {
    test(`${JSON.stringify(raw).slice(0, 90)}: ${field} ${reason}`, () => {
      // A record with neither an ICO nor a register would be skipped.
      const record = key === null ? raw : { identifiers: [{ value: '1' }], ...(raw as object) }
      assert.deepEqual(toRecord(record), { outcome: 'reject', key, field, reason })
    })
  }
})

test('any JSON record is read or rejected, and no reject repeats its content', () => {
  const names = 'value validFrom validTo code street regNumber buildingNumber postalCodes municipality'.split(' ')
  const outer = ['id', 'identifiers', 'fullNames', 'addresses', 'legalForms', 'sourceRegister', 'establishment']
  const values = fc.constantFrom(null, 5, 0.5, true, 'TAJNÉ', '2001-01-01')
  const leaf = fc.oneof(values, fc.array(fc.constantFrom('TAJNÉ', 5)))
  const inner = fc.dictionary(fc.constantFrom(...names), fc.oneof(leaf, fc.dictionary(fc.constantFrom(...names), leaf)))
  const value = fc.oneof(leaf, inner, fc.array(fc.oneof(leaf, inner), { maxLength: 3 }))
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...outer), value), (raw) => {
      const outcome = toRecord({ id: 5, ...raw })
      if (outcome.outcome === 'reject') assert.ok(!JSON.stringify(outcome).includes('TAJNÉ'))
      else if (outcome.outcome === 'record') assert.notEqual(outcome.company.name, '')
    }),
    { numRuns: 1000 },
  )
})
