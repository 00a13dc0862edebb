import type { AddressIndex } from '../../src/engine/addresses/addresses.ts'
import type { Address } from '../../src/records/address.ts'
import type { Random } from '../../src/stdx/random.ts'
import { splitWords } from '../../src/text/words.ts'
import { cut, mistypeWord } from './typing.ts'

export interface AddressQuery {
  readonly text: string
  readonly near?: { readonly latitude: number; readonly longitude: number }
}

/** Queries of one kind, each made from a point picked at random. Undefined: this point gives none. */
export interface AddressQueryClass {
  readonly name: string
  readonly make: (point: TypedPoint, random: Random) => AddressQuery | undefined
}

interface TypedPoint {
  readonly address: Address
  /** The street; in a place without streets its own name. */
  readonly road: string
  /** What stands on the house. */
  readonly number: string
  readonly town: string
}

export const ADDRESS_CLASSES: readonly AddressQueryClass[] = [
  {
    name: 'address with house number',
    make: ({ road, number, town }, random) => ({ text: `${road} ${number} ${cut(town, random)}` }),
  },
  {
    name: 'address: beginning of a street or place',
    make: ({ road }, random) => ({ text: road.slice(0, 1 + random.below(6)).trim() }),
  },
  {
    name: 'address: street begun, town',
    make: ({ address, road, town }, random) =>
      address.street === null ? undefined : { text: `${cut(road, random).trim()} ${town}` },
  },
  {
    name: 'address: one typo and a number',
    make: ({ road, number, town }, random) => {
      const words = splitWords(road).map(({ text }) => text)
      const longest = words.reduce((a, b) => (a.length < b.length ? b : a), '')
      if (longest.length < 5) return undefined
      const typed = words.map((word) => (word === longest ? mistypeWord(word, random) : word)).join(' ')
      return { text: `${typed} ${number} ${town}` }
    },
  },
  {
    name: 'address with a position: street begun',
    make: ({ address, road }, random) => nearby(address, cut(road, random).trim(), random),
  },
  {
    name: 'address with a position: street and number',
    make: ({ address, road, number }, random) => nearby(address, `${road} ${number}`, random),
  },
]

/** The asker stands some kilometres from the house, not before its door. */
const OFFSET_DEGREES = 0.1

function nearby({ latitude, longitude }: Address, text: string, random: Random): AddressQuery | undefined {
  if (latitude === null || longitude === null) return undefined
  const offset = (): number => (random.fraction() - 0.5) * OFFSET_DEGREES
  return { text, near: { latitude: latitude + offset(), longitude: longitude + offset() } }
}

/** So many queries; a point that gives none is followed by another one. */
export function addressQueries(
  queryClass: AddressQueryClass,
  index: AddressIndex,
  { random, count }: { readonly random: Random; readonly count: number },
): AddressQuery[] {
  const queries: AddressQuery[] = []
  while (queries.length < count) {
    const point = typedPoint(index.columns.at(random.below(index.columns.length)))
    const query = point === undefined ? undefined : queryClass.make(point, random)
    if (query !== undefined && query.text !== '') queries.push(query)
  }
  return queries
}

function typedPoint(address: Address): TypedPoint | undefined {
  const house = address.registrationNumber ?? address.evidenceNumber
  const orientation =
    address.orientationNumber === null ? null : address.orientationNumber + (address.orientationLetter ?? '')
  const number = address.street === null ? house : (orientation ?? house)
  if (number === null || !/^[0-9]/.test(number)) return undefined
  const road = address.street ?? address.municipalityPart ?? address.municipality
  return { address, road, number, town: address.municipality }
}
