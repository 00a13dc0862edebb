import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exampleAddress } from '../../engine/testing/address-columns.ts'
import { fc } from '../../stdx/testing/properties.ts'
import { AddressSearch, explainAddresses } from '../search.ts'
import { exampleCatalog, exampleNear, exampleQuery } from '../testing/addresses.ts'
import { exampleIndex } from '../testing/indexes.ts'
import { PlainAddressScan, type PlainHit } from '../testing/plain-address-scan.ts'
import { TIER_RULES } from '../testing/tier-rules.ts'
import type { AddressHit } from './address-hit.ts'

/** Catalogs, and questions to each. */
const RUNS = 350
const QUERIES = 8

function inShort({ kind, sourceId, address }: AddressHit | PlainHit): unknown {
  return [kind, sourceId, address]
}

function tierOf(hit: AddressHit | PlainHit): string {
  return 'found' in hit ? hit.found.tier : hit.tier
}

describe('the address search finds what a plain scan of all streets, places and points finds', () => {
  test('the same hits in the same order, whatever is typed', () => {
    const question = fc.record({ text: exampleQuery, near: exampleNear, limit: fc.integer({ min: 1, max: 12 }) })
    const several = fc.array(question, { minLength: QUERIES, maxLength: QUERIES })
    const met = new Set<string>()
    const property = fc.property(exampleCatalog, several, (points, questions) => {
      const search = new AddressSearch(exampleIndex(points), TIER_RULES)
      const plain = new PlainAddressScan(points, TIER_RULES)
      for (const { text, near, limit } of questions) {
        const options = near === undefined ? { limit } : { limit, near: { latitude: near[0], longitude: near[1] } }
        const found = search.search(text, options)
        const expected = plain.search(text, options)
        assert.deepEqual(found.map(inShort), expected.map(inShort), text)
        assert.deepEqual(found.map(tierOf), expected.map(tierOf), text)
        for (const hit of found) met.add(`${hit.kind} ${hit.found.tier}`)
      }
    })
    fc.assert(property, { numRuns: RUNS })
    const points = ['exact', 'words', 'numbers', 'oneTypo', 'shortTypo'].map((tier) => `point ${tier}`)
    for (const kind of [...points, 'street shortTypo', 'street begins', 'place exact']) assert(met.has(kind), kind)
  })
})

describe('any text', () => {
  const points = Array.from({ length: 60 }, (_, i) => ({
    key: i,
    address: exampleAddress({
      street: ['Ab', 'ž', '𝒳a', 'Nám. 1. mája', 'Ab 12'][i % 5]!,
      municipality: ['Ab', 'Абв', 'ß'][i % 3]!,
      postalCode: '04001',
      registrationNumber: String(i),
      orientationNumber: String(i % 7),
      latitude: 48 + i / 100,
      longitude: 17,
    }),
  }))
  const search = new AddressSearch(exampleIndex(points), TIER_RULES)
  const unit = fc.constantFrom('a', 'b', '1', ' ', '/', '.', 'č', 'p', '+', '-', '\u0301', '𝒳')
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 120 }), fc.string({ unit, maxLength: 120 }))
  test('gets the same answer each time, within the budget', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (typed, isNear) => {
        const options = isNear ? { limit: 5, near: { latitude: 48, longitude: 17 } } : { limit: 5 }
        const first = explainAddresses(search, { query: typed, ...options })
        assert(first.hits.length <= 5)
        assert.deepEqual(explainAddresses(search, { query: typed, ...options }), first)
        assert.deepEqual(search.search(typed, options), first.hits)
      }),
      { numRuns: 700 },
    )
  })
  test('finds nothing in an empty index', () => {
    const empty = new AddressSearch(exampleIndex([]))
    for (const typed of ['', 'ab', 'ab 12', '04001', 'č.p. 4', 'abcdefghijkl']) {
      assert.deepEqual(empty.search(typed, { limit: 5 }), [])
    }
    assert.deepEqual(search.search('', { limit: 5 }), [])
    assert.deepEqual(search.search('ab', { limit: 0 }), [])
  })
})
