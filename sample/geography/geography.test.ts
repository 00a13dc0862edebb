import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '../../src/stdx/testing/properties.ts'
import { PLANS } from '../plan.ts'
import { makeStreams } from '../streams.ts'
import { apportion } from './apportion.ts'
import type { CountryModel, Municipality } from './country.ts'
import { makeCzechia } from './czechia.ts'
import { makeSlovakia } from './slovakia.ts'

const stream = makeStreams(1, 2)
const slovakia = makeSlovakia({ ...PLANS.national.slovakia, stream })
const czechia = makeCzechia({ ...PLANS.national.czechia, stream })

const folded = (text: string): string => text.normalize('NFD').replace(/[^A-Za-z0-9]/g, '')
const partsOf = (city: string): Municipality[] =>
  slovakia.municipalities.filter((one) => one.name.startsWith(`${city}-`))
const distinct = (values: Iterable<unknown>): number => new Set(values).size
const streetless = (country: CountryModel): number =>
  country.areas.filter((area) => area.streets.length === 0).reduce((all, area) => all + area.points, 0) / country.points
const districtsOf = (city: string): number => {
  const municipality = czechia.municipalities.find((one) => one.name === city)!
  return distinct(municipality.areas.map((area) => area.district?.code))
}

describe('Slovakia at national scale', () => {
  test('has its municipalities, okresy and city parts', () => {
    assert.equal(slovakia.municipalities.length, 2927)
    assert.equal(distinct(slovakia.municipalities.map((one) => one.county?.code)), 79)
    assert.equal(partsOf('Bratislava').length, 17)
    assert.equal(partsOf('Košice').length, 22)
    assert.ok(slovakia.municipalities.every((one) => one.name !== 'Bratislava' && one.name !== 'Košice'))
  })

  test('has about 2 817 names, and none twice in an okres even without accents', () => {
    const names = distinct(slovakia.municipalities.map((one) => one.name))
    assert.ok(2750 <= names && names <= 2880, `${names} names`)
    assert.equal(distinct(slovakia.municipalities.map((one) => `${one.county?.code} ${folded(one.name)}`)), 2927)
  })

  test('has 56 % of its points without a street', () => assert.ok(Math.abs(streetless(slovakia) - 0.56) < 0.005))

  test('has about as many points in region SK010 as RAGEO, 160 897', () => {
    const own = slovakia.municipalities.filter((one) => one.region.code === 'SK010')
    const points = own.reduce((all, one) => all + one.points, 0)
    assert.ok(Math.abs(points / 160_897 - 1) < 0.1, `${points}`)
  })
})

describe('Czechia at national scale', () => {
  test('has its obce with the four military districts, and okresy', () => {
    assert.equal(czechia.municipalities.length, 6258)
    assert.equal(distinct(czechia.municipalities.flatMap((one) => one.county?.code ?? [])), 76)
    const withoutOkres = czechia.municipalities.filter((one) => one.county === null)
    assert.equal(withoutOkres.map(({ name }) => name).join(), 'Praha')
  })

  test('divides eight cities into districts and no other', () => {
    const districts = {
      Praha: 57,
      Brno: 29,
      Ostrava: 23,
      Plzeň: 10,
      Opava: 9,
      Pardubice: 8,
      'Ústí nad Labem': 4,
      Liberec: 2,
    }
    for (const [city, count] of Object.entries(districts)) assert.equal(districtsOf(city), count, city)
    assert.equal(distinct(czechia.areas.flatMap((area) => area.district?.code ?? [])), 142)
  })

  test('has Bubeneč in Praha 6 and in Praha 7, with one code', () => {
    const bubenec = czechia.areas.filter((area) => area.part?.name === 'Bubeneč')
    assert.deepEqual(bubenec.map((area) => area.district?.name).toSorted(), ['Praha 6', 'Praha 7'])
    assert.equal(distinct(bubenec.map((area) => area.part?.code)), 1)
  })

  test('has the ten obvody in Praha only', () => {
    const areas = czechia.areas.filter((area) => area.obvod !== 0)
    assert.deepEqual(new Set(areas.map((area) => area.obvod)), new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))
    assert.ok(areas.every((area) => area.municipality.name === 'Praha'))
  })

  test('has části obce and streets in about their real numbers', () => {
    const parts = distinct(czechia.areas.map((area) => area.part?.code))
    const streets = distinct(czechia.areas.flatMap((area) => area.streets.map((street) => street.code)))
    assert.ok(Math.abs(parts / 15_106 - 1) < 0.1, `${parts} části obce`)
    assert.ok(Math.abs(streets / 85_997 - 1) < 0.1, `${streets} streets`)
  })
})

for (const [name, country] of Object.entries({ slovakia, czechia })) {
  test(`${name}: areas cover all points without gap or overlap, and each is found from its points`, () => {
    let next = 0
    for (const area of country.areas) {
      assert.equal(area.firstPoint, next)
      assert.ok(0 < area.points)
      assert.equal(country.areaOf(next), area)
      next += area.points
      assert.equal(country.areaOf(next - 1), area)
    }
    assert.equal(next, country.points)
  })

  test(`${name}: no municipality has a code or a street name twice`, () => {
    assert.equal(distinct(country.municipalities.map((one) => one.code)), country.municipalities.length)
    for (const municipality of country.municipalities) {
      const codes = new Map<string, number>()
      for (const street of municipality.areas.flatMap((area) => area.streets)) {
        assert.equal(codes.get(street.name) ?? street.code, street.code, `${municipality.name}, ${street.name}`)
        codes.set(street.name, street.code)
      }
    }
  })
}

test('apportion distributes exactly the total, and at least the minimum to each', () => {
  const weights = fc.array(fc.double({ min: 0.01, max: 1000, noNaN: true }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(weights, fc.nat(10_000), fc.nat(3), (list, more, least) => {
      const total = more + least * list.length
      const shares = apportion(total, list, least)
      const sum = shares.reduce((all, share) => all + share, 0)
      assert.equal(sum, total)
      assert.ok(shares.every((share) => least <= share))
    }),
  )
})
