import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { loadSections } from '../../stdx/testing/sections.ts'
import { exampleAddress } from '../testing/address-columns.ts'
import { AddressColumns } from './address-columns.ts'
import { AddressColumnsBuilder } from './address-columns-builder.ts'

const unusual = fc.constantFrom('1', '12', '007', '0', '1-3', '', 'A', '999999999', '1234567890')
const text = fc.option(fc.oneof(unusual, fc.string()), { nil: null })
const number = fc.option(fc.nat({ max: 70_000 }).map(String), { nil: null })
const degrees = fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }).map((value) => value / 1e7)

const TEXTS =
  'street streetId municipalityCode municipalityPart district postalDistrict postalCode county houseNumberType orientationLetter validFrom'
const address = fc
  .record({
    ...Object.fromEntries(TEXTS.split(' ').map((name) => [name, text])),
    municipality: fc.string(),
    registrationNumber: fc.oneof(text, number),
    evidenceNumber: fc.oneof(text, number),
    houseNumber: fc.oneof(text, number),
    orientationNumber: fc.oneof(text, number),
    latitude: fc.option(degrees, { nil: null }),
    longitude: fc.option(degrees, { nil: null }),
  })
  .map(exampleAddress)

describe('address columns', () => {
  test('return every value as it was stored, even unusual ones', () => {
    fc.assert(
      fc.property(fc.array(address, { maxLength: 20 }), fc.constantFrom(0, 0xffff_fff0), (addresses, firstKey) => {
        const builder = new AddressColumnsBuilder('cz', 'plain')
        for (const [i, one] of addresses.entries()) builder.push(firstKey + 3 * i, one, i % 3)
        const columns = new AddressColumns(loadSections(builder.sections()))
        assert.equal(columns.length, addresses.length)
        for (const [i, one] of addresses.entries()) {
          assert.deepEqual(columns.at(i), one)
          assert.equal(columns.keys.at(i), firstKey + 3 * i)
          assert.equal(columns.datasetAt(i), i % 3)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('store small values as small numbers', () => {
    const builder = new AddressColumnsBuilder('cz', 'plain')
    for (let i = 0; i < 1000; i++) {
      const numbers = { registrationNumber: String(i), houseNumber: String(i), orientationNumber: '7' }
      builder.push(i, exampleAddress(numbers), 0)
    }
    const columns = new AddressColumns(loadSections(builder.sections()))
    const bytes = [...columns.sections.values()].reduce((sum, { byteLength }) => sum + byteLength, 0)
    assert(bytes < 30 * 1000, `${bytes} bytes for a thousand points`)
  })
})
