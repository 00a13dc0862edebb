import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Seat } from '../../records/company.ts'
import { seatOf } from './seat.ts'

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
      const { registrationNumber, orientationNumber, orientationLetter, buildingNumber } = seatOf({
        addresses: [address],
      })
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
    assert.equal(seatOf({ addresses: [{ formatedAddress }] }).unstructured, formatedAddress)
    const structured = seatOf({ addresses: [{ formatedAddress, municipality: { value: 'Badín' } }] })
    assert.equal(structured.unstructured, null)
  })
  test('has the first of its postal codes, without spaces', () => {
    assert.equal(seatOf({ addresses: [{ postalCodes: ['029 51', '02901'] }] }).postalCode, '02951')
    assert.equal(seatOf({ addresses: [{ postalCodes: [] }] }).postalCode, null)
    assert.equal(seatOf({ addresses: [{ postalCodes: [null] }] }).postalCode, null)
  })
})
