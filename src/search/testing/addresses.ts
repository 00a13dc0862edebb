import { exampleAddress } from '../../engine/testing/address-columns.ts'
import { fc } from '../../stdx/testing/properties.ts'
import type { PlainPoint } from './plain-address-entities.ts'

const maybe = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(of, { nil: null, freq: 2 })
const oneOf = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values)

/**
 * Names of few letters, so that they collide, are prefixes of each other, differ by a typo or a diacritic, and have
 * numbers and abbreviations.
 */
const STREETS = [
  ...['Ab', 'Áb', 'Ab Ba', 'Ab Ba Cdab', '1. áb', 'Nám. Ab', 'náměstí Ab', 'ul. Bá', 'Abcda', 'Abcdb', 'Abcdabcde'],
  ...['Ddc', 'Ddca', 'Ab 12', 'Ba', '-'],
]
const TOWNS = ['Ab', 'Ba', 'Abc-Ba', 'Bacda', 'Ab Cdab', 'Ab 1']
const PARTS = ['Ab', 'Bac', 'Abcda', 'Ba 7', 'Á']
const DISTRICTS = ['Ab 1', 'Ab 10', 'Ba 7', 'Ba-střed']
const HOUSES = ['1', '2', '3', '4', '10', '12', '40', '41', '123', '1-3', '4A', 'A', '04', '40000', '70000']

const place = fc.record({
  municipality: oneOf(...TOWNS),
  municipalityCode: oneOf(null, null, '1', '2'),
  county: oneOf(null, 'Ab', 'Ba'),
  municipalityPart: maybe(oneOf(...PARTS)),
  district: maybe(oneOf(...DISTRICTS)),
  postalDistrict: oneOf(null, null, 'Ab 1', 'Ba 12'),
})

const position = oneOf(null, [48.1, 17.1], [48.11, 17.1], [48.15, 17.12], [48.7, 21.2], [50.05, 14.4])

const point = fc
  .record({
    place,
    street: maybe(oneOf(...STREETS)),
    streetId: oneOf(null, '1', '2'),
    postalCode: oneOf(null, '04001', '04002', '12345', '040 1'),
    registration: maybe(oneOf(...HOUSES)),
    evidence: fc.option(oneOf(...HOUSES), { nil: null, freq: 5 }),
    house: oneOf('none', 'same', '7'),
    type: oneOf(null, 'č.p.', 'č.ev.'),
    orientation: maybe(oneOf(...HOUSES)),
    letter: oneOf(null, null, 'A', 'b', 'é'),
    position,
    validFrom: oneOf(null, '2011-07-01', '2020-02-03'),
  })
  .map(({ place, registration, evidence, house, type, orientation, letter, position, ...same }) =>
    exampleAddress({
      ...place,
      ...same,
      registrationNumber: registration,
      evidenceNumber: evidence,
      houseNumber: house === 'none' ? null : house === 'same' ? (registration ?? evidence) : house,
      houseNumberType: type,
      orientationNumber: orientation,
      orientationLetter: letter,
      latitude: position === null ? null : position[0]!,
      longitude: position === null ? null : position[1]!,
    }),
  )

/**
 * A few places, often parts of one town, and many points in them: streets of several houses, houses of several
 * entrances.
 */
export const exampleCatalog: fc.Arbitrary<PlainPoint[]> = fc
  .tuple(
    fc.array(place, { minLength: 1, maxLength: 3 }),
    fc.boolean(),
    fc.array(fc.tuple(point, fc.nat()), { maxLength: 40, size: 'medium' }),
  )
  .map(([places, isOneTown, points]) => {
    const { municipality, municipalityCode, county } = places[0]!
    const town = isOneTown ? { municipality, municipalityCode, county } : {}
    return points.map(([address, which], i) => ({
      key: 7 * i + 1,
      sourceId: String(7 * i + 1),
      address: { ...address, ...places[which % places.length]!, ...town },
    }))
  })

const TYPED_WORDS = [
  ...'ab Áb a á ba b bac abc abcda abcdb abcdc bacda cdab abcdabcde abcdabxde bbcdabxde'.split(' '),
  ...'nám. náměstí namesti nam ul. ulice č.p. č. c střed ba-střed stred psč'.split(' '),
  ...['č. ev.', 'súp. č.'],
]
const TYPED_NUMBERS = [
  ...'1 1. 2 3 4 4a 4/a 4A 10 12 40 7 123 1-3 04 0 40000 70000'.split(' '),
  ...'1/4 4/1 12/4a 4/12 10/4 04001 040 0400 04002 +ľ é č + 9999 1é'.split(' '),
  ...['4 a', '040 01', '123 45'],
]

const typedPart = fc.oneof(
  { weight: 3, arbitrary: oneOf(...TYPED_WORDS) },
  { weight: 2, arbitrary: oneOf(...TYPED_NUMBERS) },
)
const anything = fc.array(typedPart, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(' '))

/** A misspelt street and a house of it: too rare among `anything` to be met in every run. */
const misspeltHouse = fc
  .tuple(oneOf('abcdc', 'abcxa', 'abcdabxde', 'abcdabcdd'), oneOf('1', '2', '3', '4', '10', '12'))
  .map((parts) => parts.join(' '))

/** A misspelt short word of a street and a word of where it lies, in any order, often with a house number. */
const misspeltShort = fc
  .tuple(
    oneOf('ddb', 'dca', 'dcd', 'adc', 'ddd', 'ddcc', 'vix'),
    oneOf('abc', 'bacda', 'abcda', 'bac', 'cdab', '04001'),
    oneOf('', '', '1', '1', '4', '12'),
    fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
  )
  .map(([short, place, number, order]) => order.map((i) => [short, place, number][i]!).join(' '))

/** A query that may match such a catalog. */
export const exampleQuery: fc.Arbitrary<string> = fc.oneof(
  { weight: 7, arbitrary: anything },
  { weight: 1, arbitrary: misspeltHouse },
  { weight: 2, arbitrary: misspeltShort },
)

export const exampleNear = oneOf<readonly [number, number] | undefined>(
  undefined,
  undefined,
  [48.1, 17.1],
  [48.7, 21.2],
)
