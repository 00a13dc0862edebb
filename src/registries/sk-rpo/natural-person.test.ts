import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNaturalPerson } from './natural-person.ts'

test('the legal forms of natural persons are 001, 100 to 110 and 422', () => {
  const persons = ['001', '100', '101', '103', '105', '110', '422']
  const others = ['1', '002', '099', '111', '112', '119', '205', '421', '10', '1010']
  const isPerson = (code: string) => isNaturalPerson({ code, name: null, codelist: 'CL000056' })
  assert.deepEqual([...persons, ...others].filter(isPerson), persons)
})

test('a record without a legal form is not a natural person', () => assert.equal(isNaturalPerson(null), false))
