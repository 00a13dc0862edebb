import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exampleAddress } from '../../engine/testing/address-columns.ts'
import { formatAddress } from '../../records/format-address.ts'
import { AddressSearch } from '../search.ts'
import { exampleIndex } from '../testing/indexes.ts'

/** A street with both numbers, and a village with neither street nor orientation numbers. */
const HOUSES = '101/4 102/4A 103/4B 104/40 105/41 106/400 4/7 41/8A 7/101 108/1-3'
const hlavna = { municipality: 'Košice', municipalityCode: '1', street: 'Hlavná' }

const street = HOUSES.split(' ').map((house) => {
  const [, registrationNumber, orientationNumber, letter] = /^(.*)\/(.*?)([A-Z]?)$/.exec(house)!
  const numbers = { registrationNumber: registrationNumber!, orientationNumber: orientationNumber! }
  return exampleAddress({ ...hlavna, ...numbers, orientationLetter: letter || null })
})
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
  const first = 'Kátov 4, Kátov č.ev. 4, Kátov č.ev. 5, Kátov 7, Kátov 12, Kátov 40, Kátov 101'
  for (const [typed, found, because] of [
    ['Hlavná 4', '101/4, 4/7, 102/4A, 103/4B, 104/40, 105/41, 106/400, 41/8A', 'exactly, with a letter, beginnings'],
    ['Hlavná 4a', '102/4A', 'a letter without a space'],
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
    ['Hlavná 9 Kátov', 'Kátov', 'the town, never a street of another one'],
    ['Kátov 4', 'Kátov 4, Kátov č.ev. 4, Kátov 40', 'registration, then evidence number'],
    ['Kátov č. ev. 4', 'Kátov č.ev. 4', 'an evidence number only'],
    ['Hlavná č. d. 40', '104/40, 106/400', 'a number of any kind'],
    ['Kátov súp. č. 4', 'Kátov 4, Kátov 40', 'a registration number only'],
    ['Kátov 12', 'Kátov 12', 'a village without streets'],
    ['Kátov 13', 'Kátov', 'an unknown number: the place'],
    ['Košice 4', '4/7, 41/8A', 'a place and an orientation number find nothing new'],
    ['Košice 8', 'Košice, Hlavná', 'nor does a street of it that was not named'],
    ['Kátov 4/7', 'Kátov', 'a village has no pairs'],
    ['4 Hlavná Košice', '101/4, 4/7, 102/4A, 103/4B, 104/40, 105/41, 106/400, 41/8A', 'any order'],
    ['Kátov', `Kátov, ${first}`, 'its first houses'],
    ['hlavna +ľ', 'Hlavná', 'digits without shift'],
    ['hlavna č', '101/4, 4/7, 102/4A, 103/4B, 104/40, 105/41, 106/400, 41/8A', 'digits without shift'],
  ] as const) {
    test(`${typed}: ${because}`, () => {
      const hits = search.search(typed, { limit: 8 })
      const lines = hits.map(({ address }) => /^(?:Hlavná (?=.))?([^,]*)/.exec(formatAddress(address))![1])
      assert.equal(lines.join(', '), found)
    })
  }
})

type Changes = Parameters<typeof exampleAddress>[0]

/** The source keys of the first hits; a point's is its place in the list. */
function found(houses: readonly Changes[], typed: string, limit = 4): string[] {
  const points = houses.map((changes, key) => ({ key, address: exampleAddress(changes) }))
  return new AddressSearch(exampleIndex(points)).search(typed, { limit }).map(({ sourceId }) => sourceId)
}

describe('"ev" is a label, or the beginning of a street:', () => {
  const houses: readonly Changes[] = [
    { municipality: 'Kátov', municipalityCode: '2', registrationNumber: '12' },
    { municipality: 'Kátov', municipalityCode: '2', evidenceNumber: '12' },
    { municipality: 'Košice', municipalityCode: '1', street: 'Evina', registrationNumber: '12' },
    { municipality: 'Košice', municipalityCode: '1', evidenceNumber: '12' },
  ]
  for (const [typed, keys, because] of [
    ['Kátov ev. 12', '1', 'a label of one word'],
    ['Kátov ev 12', '1', 'no street of the village begins so'],
    ['ev. 12 Kátov', '1', 'before the village'],
    ['ev 12 katov', '1', 'before the village, without a dot'],
    ['ev 12', '2', 'the beginning of a street, if nothing else is typed'],
    ['ev. 12', '2', 'with a dot too'],
    ['Košice ev 12', '2', 'without a dot it is the beginning of a street first'],
    ['ev 12 Košice', '2', 'and in this order'],
    ['Košice ev. 12', '3', 'with a dot it is a label first'],
    ['Košice evi 12', '2', 'the next letter ends the doubt'],
  ] as const) {
    test(`${typed}: ${because}`, () => assert.deepEqual(found(houses, typed), keys.split(' ')))
  }
})

test('houses with one registration number are sorted by part with the municipality’s name, then without a street, then source order', () => {
  const part = (municipalityPart: string | null, street: string | null) =>
    ({ municipality: 'Mesto', municipalityPart, street, registrationNumber: '5' }) as const
  const houses = [part('Adamov', 'Dlhá'), part('Boleslav', null), part(null, 'Krátka'), part('Adamov', null)]
  assert.deepEqual(found(houses, 'Mesto 5'), ['2', '1', '3', '0'])
  assert.deepEqual(found([...houses.slice(0, 2), part('MESTO', 'Zadná')], 'Mesto 5'), ['2', '1', '0'])
  assert.deepEqual(found(houses.slice(0, 2), 'Mesto 5'), ['1', '0'])
})

test('among places of one name, houses outside other parts come first, and a house before a hut', () => {
  const kostelec = (municipalityCode: string, changes: Changes) =>
    ({ municipality: 'Kostelec', municipalityCode, ...changes }) as const
  const large = Array.from({ length: 9 }, () => kostelec('1', { registrationNumber: '99' }))
  const houses = [
    ...large,
    kostelec('1', { municipalityPart: 'Jasenka', registrationNumber: '16' }),
    kostelec('1', { evidenceNumber: '16' }),
    kostelec('2', { registrationNumber: '16' }),
  ]
  assert.deepEqual(found(houses, 'Kostelec 16'), ['11', '9', '10'])
  assert.deepEqual(found(houses, 'Kostelec č.ev. 16'), ['10'])
  assert.deepEqual(found(houses, 'Jasenka 16'), ['9'])
})

test('houses in the typed district come first within a grade', () => {
  const house = (district: number, registrationNumber: string, orientationNumber: string) => {
    const postalDistrict = `Praha ${district}`
    return { municipality: 'Praha', postalDistrict, street: 'Květná', registrationNumber, orientationNumber } as const
  }
  const houses = [house(6, '9', '5'), house(6, '5', '17'), house(9, '5', '18'), house(9, '8', '5')]
  assert.deepEqual(found(houses, 'Praha 9 Květná 5'), ['3', '0', '2', '1'])
  assert.deepEqual(found(houses, 'Květná 5, Praha 6'), ['0', '3', '1', '2'])
  assert.deepEqual(found(houses, 'Květná 5, Praha'), ['0', '3', '1', '2'])
  assert.deepEqual(found(houses, 'Praha 9 Květná').slice(1), ['3', '2', '0'])
  const lhota = houses.map(({ street: _, ...same }) => ({ ...same, municipalityPart: 'Lhota' }))
  const inPart = lhota.map((house, i) => ({ ...house, registrationNumber: `5${i}` }))
  assert.deepEqual(found(inPart, 'Praha 9 Lhota 5', 1), ['2'])
  const byDistrict = houses.map(({ postalDistrict, ...same }) => ({ ...same, district: postalDistrict }))
  assert.deepEqual(found(byDistrict, 'Praha 9 Květná 5'), ['3', '0', '2', '1'])
})

test('if a house has exactly the number, streets whose names only begin with the words are not searched', () => {
  const street = (name: string, orientationNumber: string) =>
    ({ municipality: 'Praha', street: name, orientationNumber }) as const
  const houses = [street('Nová', '12'), street('Nová', '34'), street('Novákova', '12'), street('Novákova', '3')]
  assert.deepEqual(found(houses, 'Nová 12 Praha'), ['0'])
  assert.deepEqual(found(houses, 'Nová 3 Praha'), ['1', '3'])
  assert.deepEqual(found(houses, 'Novák 12 Praha'), ['2'])
})

test('a whole word of a street’s surroundings does not name the street, unless its name begins with all words', () => {
  const street = (name: string) =>
    ({ municipality: 'Jablonec nad Nisou', street: name, registrationNumber: '21', orientationNumber: '17' }) as const
  // No house has been asked for: what comes are the place and its street.
  const both = ['place:jablonec-nad-nisou,:jablonec-nad-nisou', 'street:jablonec-nad-nisou,:nadrazni']
  assert.deepEqual(found([street('Nádražní')], 'Jablonec nad Nisou 17'), both)
  assert.deepEqual(found([street('Nádražní')], 'Jablonec nad Nisou nadr 17'), ['0'])
  assert.deepEqual(found([street('Nad Nisou')], 'Jablonec nad Nisou 17'), ['0'])
  assert.deepEqual(found([street('Jablonecká')], 'jablonec 17'), ['0'])
})
