import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exampleAddress } from '../../engine/testing/address-columns.ts'
import { formatAddress } from '../../records/format-address.ts'
import { fc } from '../../stdx/testing/properties.ts'
import { AddressSearch, explainAddresses } from '../search.ts'
import { exampleCatalog, exampleNear, exampleQuery } from '../testing/addresses.ts'
import { exampleIndex } from '../testing/indexes.ts'
import type { PlainPoint } from '../testing/plain-address-entities.ts'
import { PlainAddressScan } from '../testing/plain-address-scan.ts'
import { TIER_RULES } from '../testing/tier-rules.ts'

/** Streets of one name in as many parts of a town: each is one entity. */
function crowd(count: number): PlainPoint[] {
  const same = { street: 'Nová', municipality: 'Mesto', orientationNumber: '5' }
  return Array.from({ length: count }, (_, i) => {
    const sourceId = String(i + 1)
    return { key: i + 1, sourceId, address: exampleAddress({ ...same, municipalityCode: sourceId }) }
  })
}

describe('a typo in a word of three letters', () => {
  for (const query of ['noá mesto', 'mesto noá', 'noá 5 mesto', 'noá 7 mesto']) {
    test(`${query}: is forgiven if 64 streets match, and not if 65 do`, () => {
      for (const count of [64, 65]) {
        const points = crowd(count)
        const hits = new AddressSearch(exampleIndex(points), TIER_RULES).search(query, { limit: 100 })
        assert.equal(hits.length, count === 64 ? 64 : 0)
        const plain = new PlainAddressScan(points, TIER_RULES).search(query, { limit: 100 })
        const keys = (found: readonly { readonly sourceId: string }[]) => found.map(({ sourceId }) => sourceId)
        assert.deepEqual(keys(hits), keys(plain))
      }
    })
  }

  const street = (name: string, municipality: string, numbers: readonly string[]) =>
    numbers.map((orientationNumber) => exampleAddress({ street: name, municipality, orientationNumber }))
  const addresses = [
    ...street('Nová', 'Horné Mesto', ['5', '6']),
    ...street('Malé náměstí', 'Písek', ['1', '123']),
    ...street('Dlhá', 'Nová Ves', ['5']),
    ...street('Karla XII.', 'Písek', ['1']),
  ]
  const search = new AddressSearch(exampleIndex(addresses.map((address, key) => ({ key, address }))))
  for (const [query, expected, because] of [
    ['noá 5 mesto', 'Nová 5, Horné Mesto', 'a house of the street'],
    ['mlé náměstí 123 písek', 'Malé náměstí 123, Písek', 'a house of the street'],
    ['mlé náměstí 999 písek', 'Malé náměstí, Písek', 'the house is unknown: the street itself'],
    ['písek náměstí mlé', 'Malé náměstí, Písek', 'the last word may be the mistyped one'],
    ['dlá nova ves', 'Dlhá, Nová Ves', 'without a number'],
    ['noá 5', undefined, 'a house number is no other word'],
    ['karla xiv písek', 'Písek', 'a Roman numeral is a number, so only the town is left'],
  ] as const) {
    test(`${query}: ${because}`, () => {
      const [first] = search.search(query, { limit: 5 })
      assert.equal(first === undefined ? undefined : formatAddress(first.address), expected)
    })
  }

  test('is tried after all other tiers, and never after something was found', () => {
    const question = fc.record({ text: exampleQuery, near: exampleNear })
    fc.assert(
      fc.property(exampleCatalog, fc.array(question, { minLength: 8, maxLength: 8 }), (points, questions) => {
        const search = new AddressSearch(exampleIndex(points), TIER_RULES)
        for (const { text, near } of questions) {
          const options =
            near === undefined ? { limit: 5 } : { limit: 5, near: { latitude: near[0], longitude: near[1] } }
          const { asked, hits } = explainAddresses(search, { query: text, ...options })
          const first = asked.findIndex(({ tier }) => tier === 'shortTypo')
          if (first < 0) continue
          const foundBefore = asked.slice(0, first).filter(({ hitsAdded }) => hitsAdded !== 0)
          const askedAfter = asked.slice(first).filter(({ tier }) => tier !== 'shortTypo')
          const others = hits.filter(({ found }) => found.tier !== 'shortTypo' && found.tier !== 'numbers')
          assert.deepEqual([foundBefore, askedAfter, others], [[], [], []], text)
        }
      }),
      { numRuns: 50 },
    )
  })
})
