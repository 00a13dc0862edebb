import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exampleAddress } from '../../engine/testing/address-columns.ts'
import { formatAddress } from '../../records/format-address.ts'
import { AddressSearch } from '../search.ts'
import { exampleIndex } from '../testing/indexes.ts'
import { COVERED_DOCUMENTS_MAX } from './all-words.ts'

const praha = { municipality: 'Praha', municipalityCode: '1' }
const times = (count: number, changes: Parameters<typeof exampleAddress>[0]) =>
  Array.from({ length: count }, (_, i) => exampleAddress({ ...changes, orientationNumber: String(i + 1) }))

/** The place with the shorter name is the smaller one everywhere: by rank it would come last. */
const search = new AddressSearch(
  exampleIndex(
    [
      ...times(9, { ...praha, street: 'Malého', municipalityPart: 'Karlín' }),
      ...times(2, { ...praha, street: 'Sedláčkova' }),
      ...times(9, { ...praha, street: 'V. K. Sedláčkova' }),
      ...times(2, { ...praha, street: 'Náměstí' }),
      ...times(9, { ...praha, street: 'Velké náměstí' }),
      ...times(2, { ...praha, street: 'Dolní', district: 'Praha-Horní Lhota' }),
      ...times(9, { ...praha, street: 'Dolní Chabry' }),
      ...times(2, { ...praha, street: 'Dlouhé pole' }),
      ...times(9, { ...praha, street: 'Dlouhé pole zadní' }),
      ...times(2, { municipality: 'Košice-Ťahanovce', municipalityCode: '2' }),
      ...times(9, { municipality: 'Košice-Sídlisko Ťahanovce', municipalityCode: '3' }),
    ].map((address, key) => ({ key, address })),
  ),
)

describe('a name whose words were all typed comes before one with more words:', () => {
  for (const [typed, first, because] of [
    ['karlin praha', 'Karlín, Praha', 'a part, not the streets in it'],
    ['praha karlin', 'Karlín, Praha', 'in any order'],
    ['sedlackova praha', 'Sedláčkova, Praha', 'a street, not one with initials'],
    ['sedlackova 2 praha', 'Sedláčkova 2, Praha', 'with a house number too'],
    ['sedlackova 88 praha', 'Sedláčkova, Praha', 'with an unknown number too'],
    ['nam 2 praha', 'Náměstí 2, Praha', 'an abbreviation is the word itself'],
    ['praha dolni', 'Dolní, Praha', 'not Dolní Chabry'],
    ['praha horni', 'Dolní, Praha', 'by a district the streets in it are found, not the municipality it lies in'],
    ['tahanovce kosice', 'Košice-Ťahanovce', 'the words of one name in another order'],
    ['velke praha namesti', 'Velké náměstí, Praha', 'all words of the longer name are there'],
    ['dlouhe pole', 'Dlouhé pole, Praha', 'a whole name before one that begins so'],
    ['sedlackova k praha v', 'V. K. Sedláčkova, Praha', 'initials are words'],
  ] as const) {
    test(`${typed}: ${because}`, () => {
      assert.equal(formatAddress(search.search(typed, { limit: 5 })[0]!.address), first)
    })
  }
})

test('covered names are searched among the first 128 that have all words', () => {
  const first = (others: number): string => {
    const names = Array.from({ length: others }, (_, i) => `Krátká ${'x'.repeat(i + 1)}`)
    const longer = names.map((street) => times(2, { ...praha, street }))
    const addresses = [...longer.flat(), ...times(1, { ...praha, street: 'Krátká' })]
    const index = exampleIndex(addresses.map((address, key) => ({ key, address })))
    return new AddressSearch(index).search('praha kratka', { limit: 1 })[0]!.address.street!
  }
  assert.equal(first(COVERED_DOCUMENTS_MAX - 1), 'Krátká')
  assert.equal(first(COVERED_DOCUMENTS_MAX), 'Krátká x')
})
