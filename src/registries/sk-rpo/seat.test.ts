import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { seatOf } from './seat.ts'

const ignore = () => {}

describe('a seat', () => {
  test('is one text only if its municipality is unknown', () => {
    const formatedAddress = '1 Invented Road, London'
    assert.equal(seatOf({ addresses: [{ formatedAddress }] }, ignore).unstructured, formatedAddress)
    const structured = seatOf({ addresses: [{ formatedAddress, municipality: { value: 'Badín' } }] }, ignore)
    assert.equal(structured.unstructured, null)
  })
  test('has the first of its postal codes, without spaces', () => {
    assert.equal(seatOf({ addresses: [{ postalCodes: ['029 51', '02901'] }] }, ignore).postalCode, '02951')
    assert.equal(seatOf({ addresses: [{ postalCodes: [] }] }, ignore).postalCode, null)
    assert.equal(seatOf({ addresses: [{ postalCodes: [null] }] }, ignore).postalCode, null)
  })
})

test('a building number keeps its published form, besides its parts', () => {
  const { registrationNumber, orientationNumber, orientationLetter, buildingNumber } = seatOf(
    { addresses: [{ street: 'Vymyslená', regNumber: 0, buildingNumber: '9/A' }] },
    ignore,
  )
  assert.deepEqual([registrationNumber, orientationNumber, orientationLetter, buildingNumber], [null, '9', 'A', '9/A'])
})

describe('the key of the address point', () => {
  for (const [buildingIndex, addressId] of [
    ['851916A', '851916A'],
    ['7101062870', '7101062870'],
    [7101062870, '7101062870'],
    ['0012345', '0012345'],
    [undefined, null],
    [null, null],
    ['  ', null],
  ] as const) {
    test(`${JSON.stringify(buildingIndex)} is ${addressId}`, () => {
      const labels: string[] = []
      const seat = seatOf({ addresses: [{ buildingIndex }] }, (label) => void labels.push(label))
      assert.deepEqual([seat.addressId, labels], [addressId, []])
    })
  }
  const texts = ['7', 'A', '851916a', '85 1916A', '8519A16', '1'.repeat(21), '1'.repeat(2000)]
  for (const buildingIndex of [...texts, 0, 851916.5, -12, 1e30, {}, ['12'], true]) {
    test(`${JSON.stringify(buildingIndex).slice(0, 30)} is none, and is counted`, () => {
      const labels: string[] = []
      const seat = seatOf({ addresses: [{ buildingIndex }] }, (label) => void labels.push(label))
      assert.deepEqual([seat.addressId, labels], [null, ['addresses.buildingIndex is not a key of an address point']])
    })
  }
})
