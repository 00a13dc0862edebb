import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exampleAddress, exampleIndex } from '../../engine/addresses/example-columns.ts'
import { addressText } from '../../records/address-text.ts'
import { AddressSearch } from '../search.ts'

/** A street with both numbers, and a village with neither street nor orientation numbers. */
const HOUSES = [
  ['101', '4', null],
  ['102', '4', 'A'],
  ['103', '4', 'B'],
  ['104', '40', null],
  ['105', '41', null],
  ['106', '400', null],
  ['4', '7', null],
  ['41', '8', 'A'],
  ['7', '101', null],
  ['108', '1-3', null],
] as const

const street = HOUSES.map(([registrationNumber, orientationNumber, orientationLetter]) =>
  exampleAddress({
    municipality: 'Košice',
    municipalityCode: '1',
    street: 'Hlavná',
    registrationNumber,
    orientationNumber,
    orientationLetter,
  }),
)
const village = ['4', '7', '12', '40', '101'].map((registrationNumber) =>
  exampleAddress({ municipality: 'Kátov', municipalityCode: '2', registrationNumber }),
)
const cottages = ['4', '5'].map((evidenceNumber) =>
  exampleAddress({ municipality: 'Kátov', municipalityCode: '2', evidenceNumber }),
)
const search = new AddressSearch(
  exampleIndex([...street, ...village, ...cottages].map((address, key) => ({ key, address }))),
)

describe('house numbers:', () => {
  for (const [typed, found, because] of [
    ['Hlavná 4', '101/4, 4/7, 102/4A, 103/4B, 104/40, 105/41, 106/400, 41/8A', 'exactly, with a letter, beginnings'],
    ['Hlavná 4a', '102/4A', 'a letter glued'],
    ['Hlavná 4 a', '102/4A', 'a letter apart'],
    ['Hlavná 4/A', '102/4A', 'a letter behind a slash'],
    ['Hlavná 101', '7/101, 101/4', 'the orientation number comes before the registration number'],
    ['Hlavná 101/4', '101/4', 'registration/orientation'],
    ['Hlavná 4/101', '101/4', 'orientation/registration'],
    ['Hlavná 4/7', '4/7', 'registration/orientation'],
    ['Hlavná 102/4A', '102/4A', 'registration/orientation with its letter'],
    ['Hlavná 102/4B', 'Hlavná', 'no such pair'],
    ['Hlavná 104/4', '104/40', 'what stands behind the slash is being typed'],
    ['Hlavná č.p. 4', '4/7, 41/8A', 'a registration number only'],
    ['Hlavná č.ev. 4', 'Hlavná', 'no evidence numbers here: the street'],
    ['Hlavná 1-3', '108/1-3', 'a range is a number of its own'],
    ['Hlavná 9', 'Hlavná', 'an unknown number: the street'],
    ['Hlavná 9 Kátov', '', 'never a street of another town'],
    ['Kátov 4', 'Kátov 4, Kátov č.ev. 4, Kátov 40', 'registration, then evidence number'],
    ['Kátov č. ev. 4', 'Kátov č.ev. 4', 'an evidence number only'],
    ['Kátov súp. č. 4', 'Kátov 4, Kátov 40', 'a registration number only'],
    ['Kátov 12', 'Kátov 12', 'a village without streets'],
    ['Kátov 13', 'Kátov', 'an unknown number: the place'],
    ['Košice 4', '4/7, 41/8A', 'a place and an orientation number find nothing new'],
    ['Košice 8', 'Košice, Hlavná', 'nor does a street of it that was not named'],
    ['Kátov 4/7', 'Kátov', 'a village has no pairs'],
    ['4 Hlavná Košice', '101/4, 4/7, 102/4A, 103/4B, 104/40, 105/41, 106/400, 41/8A', 'any order'],
    [
      'Kátov',
      'Kátov, Kátov 4, Kátov č.ev. 4, Kátov č.ev. 5, Kátov 7, Kátov 12, Kátov 40, Kátov 101',
      'its first houses',
    ],
    ['hlavna +ľ', 'Hlavná', 'digits without shift'],
    ['hlavna č', '101/4, 4/7, 102/4A, 103/4B, 104/40, 105/41, 106/400, 41/8A', 'digits without shift'],
  ] as const) {
    test(`${typed}: ${because}`, () => {
      const hits = search.search(typed, { limit: 8 })
      const lines = hits.map(({ address }) =>
        addressText(address)
          .split(',')[0]!
          .replace(/^Hlavná (?=.)/, ''),
      )
      assert.equal(lines.join(', '), found)
    })
  }
})

test('of one registration number in several parts of a municipality, houses without a street come first, then as the source has them', () => {
  const part = (municipalityPart: string | null, street: string | null) =>
    exampleAddress({ municipality: 'Mesto', municipalityPart, street, registrationNumber: '5' })
  const houses = [part('Adamov', 'Dlhá'), part('Boleslav', null), part(null, 'Krátka'), part('Adamov', null)]
  const found = new AddressSearch(exampleIndex(houses.map((address, key) => ({ key, address })))).search('Mesto 5', {
    limit: 4,
  })
  assert.deepEqual(
    found.map(({ sourceId }) => sourceId),
    ['1', '3', '0', '2'],
  )
})
