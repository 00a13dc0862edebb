import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isNaturalPerson } from './natural-person.ts'

describe('a natural person', () => {
  for (const [code, wanted] of [
    ['001', true],
    ['1', false],
    ['002', false],
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
      assert.equal(isNaturalPerson({ code, name: null, codelist: 'CL000056' }), wanted)
    })
  }
})

test('a record without a legal form is not a natural person', () => assert.equal(isNaturalPerson(null), false))
