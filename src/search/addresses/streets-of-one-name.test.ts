import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exampleAddress } from '../../engine/testing/address-columns.ts'
import type { Address } from '../../records/address.ts'
import { type Random, seededRandom } from '../../stdx/random.ts'
import { fc } from '../../stdx/testing/properties.ts'
import { AddressSearch } from '../search.ts'
import { exampleIndex } from '../testing/indexes.ts'
import { PlainAddressScan } from '../testing/plain-address-scan.ts'
import { TIER_RULES } from '../testing/tier-rules.ts'

describe('where streets have one name, the best house comes first:', () => {
  const nova = (town: string, registrationNumber: string, orientationNumber: string): Address => {
    const street = { municipality: town, municipalityCode: town, street: 'Nova' }
    return exampleAddress({ ...street, registrationNumber, orientationNumber })
  }
  const first = (addresses: readonly Address[], text: string): string => {
    const search = new AddressSearch(exampleIndex(addresses.map((address, key) => ({ key, address }))))
    const [best] = search.search(text, { limit: 1 })
    return `${best?.address.municipality} ${best?.address.registrationNumber}/${best?.address.orientationNumber}`
  }
  const larger = (...registration: string[]): Address[] => registration.map((number) => nova('Aa', number, '1'))
  for (const [text, addresses, best] of [
    ['nova 5', [...larger('5', '901', '902', '903'), nova('Bb', '77', '5')], 'Bb 77/5'],
    ['nova 5', [...larger('57', '901', '902', '903'), nova('Bb', '77', '50')], 'Bb 77/50'],
    ['nova 5', [...larger('57', '901', '902', '903'), nova('Bb', '571', '1')], 'Aa 57/1'],
    ['nova 5', [...larger('577', '901', '902', '903'), nova('Bb', '5', '1')], 'Bb 5/1'],
    ['nova 1143/7', [...larger('1', '2', '3', '4'), nova('Bb', '1143', '7')], 'Bb 1143/7'],
  ] as const) {
    test(`${text}: ${best}`, () => {
      assert.equal(first(addresses, text), best)
    })
  }
})

test('streets and places of one name and many numbers are searched like a scan of every point', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = seededRandom(seed)
      const points = makePoints(random)
      const search = new AddressSearch(exampleIndex(points), TIER_RULES)
      const plain = new PlainAddressScan(points, TIER_RULES)
      for (let i = 0; i < 12; i++) {
        const text = makeQuery(random, pick(random, points).address)
        const options = {
          limit: pick(random, [1, 2, 3, 10]),
          ...(random.below(3) === 0 && { near: { latitude: 48.15, longitude: 17.1 } }),
        }
        const ids = (hits: readonly { readonly sourceId: string }[]) => hits.map(({ sourceId }) => sourceId)
        assert.deepEqual(ids(search.search(text, options)), ids(plain.search(text, options)), text)
      }
    }),
    { numRuns: 120 },
  )
})

function makePoints(random: Random) {
  const towns = random.below(2) === 0 ? ['Ba'] : ['Ab', 'Ba', 'Ba', 'Cc', 'Dd']
  return Array.from({ length: 30 + random.below(90) }, (_, i) => {
    const municipality = pick(random, towns)
    const hasStreet = random.below(5) !== 0
    const registrationNumber = random.below(7) === 0 ? null : makeNumber(random)
    const address = exampleAddress({
      municipality,
      municipalityCode: `${municipality}${towns.length === 1 ? 0 : random.below(3)}`,
      municipalityPart: pick(random, [null, null, 'Nova', 'Ba', 'Horni']),
      street: hasStreet ? pick(random, ['Nova', 'Nová', 'Nova Ab', 'Novakova', 'Nova A']) : null,
      registrationNumber,
      evidenceNumber: random.below(5) === 0 ? makeNumber(random) : null,
      orientationNumber: hasStreet && random.below(3) !== 0 ? makeNumber(random) : null,
      latitude: 48.1 + random.below(200) / 1_000,
      longitude: 17.1,
    })
    return { key: 7 * i + 1, sourceId: String(7 * i + 1), address }
  })
}

function makeQuery(random: Random, { street, municipality, ...address }: Address): string {
  const { registrationNumber, orientationNumber, evidenceNumber } = address
  const own = [registrationNumber, orientationNumber, evidenceNumber].filter((number) => number !== null)
  const number = pick(random, [
    ...[...own, ...own],
    ...own.map((one) => one.slice(0, 1)),
    `${registrationNumber ?? 4}/${orientationNumber ?? 1}`,
    `${orientationNumber ?? 1}/${registrationNumber ?? 4}`,
    makeNumber(random),
  ])
  const name = pick(random, [street ?? municipality, municipality, 'nova', 'nov', 'nova a', 'nova n', 'horni', 'ba'])
  return `${name} ${number} ${pick(random, ['', '', municipality])}`.trim()
}

function makeNumber(random: Random): string {
  const most = pick(random, [12, 12, 60, 700, 99_999])
  return String(1 + random.below(most))
}

function pick<T>(random: Random, values: readonly T[]): T {
  return values[random.below(values.length)]!
}
