import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEGREE, NO_DEGREE } from '../../engine/addresses/addresses.ts'
import { WordSearch } from '../../engine/engine.ts'
import { exampleAddress } from '../../engine/testing/address-columns.ts'
import type { Address } from '../../records/address.ts'
import { fc } from '../../stdx/testing/properties.ts'
import { AddressSearch } from '../search.ts'
import { exampleCatalog } from '../testing/addresses.ts'
import { exampleIndex } from '../testing/indexes.ts'
import { createBandOf, FARTHEST_BAND } from './distance-bands.ts'
import { NearestFirst } from './nearest-first.ts'

/** A search of these streets, each in a municipality of its own. */
function searchStreets(streets: readonly Partial<Address>[]): AddressSearch {
  const points = streets.map((changes, key) => {
    const address = exampleAddress({ municipality: 'A', municipalityCode: String(key + 100), ...changes })
    return { key, address }
  })
  return new AddressSearch(exampleIndex(points))
}

test('unordered names are visited by distance band, own names first, each once', () => {
  const near = { latitude: 48.1, longitude: 17.1 }
  const words = fc.constantFrom(['a'], ['ab'], ['nam'], ['ab', 'b'], ['n', 'a'], ['ul', 'b'], ['b'], ['x'])
  fc.assert(
    fc.property(exampleCatalog, words, (points, typed) => {
      const index = exampleIndex(points)
      const search = new WordSearch(index.words)
      search.beginQuery()
      const inOrder: number[] = []
      search.visitNamesByPrefix(typed, (document) => 0 < inOrder.push(document))
      const bandAt = createBandOf(near)
      const bandOf = (document: number): number => {
        const latitude = index.latitudes[document]!
        return latitude === NO_DEGREE ? FARTHEST_BAND : bandAt(latitude / DEGREE, index.longitudes[document]! / DEGREE)
      }
      const found: number[] = []
      new NearestFirst(index, search).visitNamesByPrefix(typed, near, (document) => 0 < found.push(document))
      const byBand = inOrder.toSorted((a, b) => bandOf(a) - bandOf(b))
      assert.deepEqual(found, byBand)
    }),
    { numRuns: 200 },
  )
})

test('among names that fold alike, those with the typed diacritics come first, in street or municipality', () => {
  const places = [
    ['Hlavna', 'Košice', 5],
    ['Hlavná', 'Kosice', 4],
    ['Hlavná', 'Košice', 3],
    ['Hlavna', 'Kosice', 2],
  ] as const
  const points = places.flatMap(([street, municipality, count], i) => {
    const address = exampleAddress({ street, municipality, municipalityCode: String(i) })
    return Array.from({ length: count }, (_, house) => ({ key: 10 * i + house, address }))
  })
  const search = new AddressSearch(exampleIndex(points))
  const codes = (text: string): string[] =>
    search.search(text, { limit: 4 }).map(({ address }) => `${address.municipalityCode}`)
  assert.deepEqual(codes('kosice hlavna'), ['0', '1', '2', '3'])
  assert.deepEqual(codes('kosice hlavná'), ['1', '2', '0', '3'])
  assert.deepEqual(codes('košice hlavná'), ['2', '0', '1', '3'])
  assert.deepEqual(codes('KOŠICE HLAVNA'), ['0', '2', '1', '3'])
})

test('diacritics are compared where a word begins, in whatever form the register writes them', () => {
  const names = ['Hraba Dlhá', 'Hrabá Dlha', 'Hraba\u0301 Nová', 'Hraba-Mladá', 'Hraba Apodhrabá', 'Hraba-Hrabá']
  const search = searchStreets(names.map((street) => ({ street })))
  const found = (text: string): string[] => search.search(text, { limit: 6 }).map(({ address }) => address.street!)
  assert.deepEqual(found('hrabá').slice(0, 3).toSorted(), ['Hrabá Dlha', 'Hraba\u0301 Nová', 'Hraba-Hrabá'].toSorted())
  assert.deepEqual(found('hraba dlhá')[0], 'Hraba Dlhá')
  assert.deepEqual(found('hraba mladá')[0], 'Hraba-Mladá')
})

test('diacritics are compared among the first 64 only', () => {
  const names = Array.from({ length: 70 }, (_, i) => (i === 63 || i === 65 ? 'Dlhá' : 'Dlha'))
  const found = searchStreets(names.map((street) => ({ street }))).search('dlhá', { limit: 70 })
  const codes = found.map(({ address }) => Number(address.municipalityCode) - 100)
  assert.deepEqual(codes.slice(0, 3), [63, 0, 1])
  assert.equal(codes[65], 65)
})

test('streets without the typed house number count among the 64', () => {
  const streets = Array.from({ length: 70 }, (_, i) => {
    return { street: i === 65 ? 'Dlhá' : 'Dlha', registrationNumber: i % 2 === 0 && i !== 68 ? '40' : '7' }
  })
  const found = searchStreets(streets).search('dlhá 7', { limit: 70 })
  const codes = found.map(({ address }) => Number(address.municipalityCode) - 100)
  assert.deepEqual(codes.slice(0, 3), [1, 3, 5])
  assert.equal(codes[32], 65)
})
