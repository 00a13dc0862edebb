import type { Random } from '../../src/stdx/random.ts'
import type { Indexed } from './documents.ts'
import { withTypo } from './hand.ts'
import { HouseHolders, numbersOf, roadOf, type Typed, townsOf } from './house-holders.ts'
import type { Way, Ways, Wish } from './recipe.ts'
import type { AddressRow } from './static-rank.ts'
import { foldedWords, Vocabulary } from './vocabulary.ts'

/** Ways to ask for an address point; one is picked at random among all points, so villages have their share. */
export function addressWays({ points, entities }: Indexed): Ways {
  const holders = new HouseHolders(points)
  const words = new Vocabulary(
    entities.map(({ row }) => [row.street ?? '', row.municipalityPart ?? '', row.municipality]),
  )

  /** Street and number; the town only where several towns have them, or where the way asks for it. */
  const point = (
    write: (typed: Typed, row: AddressRow, random: Random) => string | undefined,
    town: 'if needed' | 'always',
  ): Way => {
    return (random) => {
      const { row, names } = points[random.below(points.length)]!
      const numbers = numbersOf(row)
      if (numbers.length === 0) return undefined
      const [number] = numbers[random.below(numbers.length)]!
      const road = roadOf(row)
      const towns = townsOf(row)
      const chosen = towns[random.below(towns.length)]!
      const all = [...(town === 'always' ? [] : ['']), chosen, ...towns]
      // Nobody says the village twice.
      const tries = all.map((one) => ({ road, number, town: one === road ? '' : one }))
      const typed = tries.find((one) => holders.means(one, names[0]!))
      if (typed === undefined) return undefined
      const text = write(typed, row, random)
      return text === undefined
        ? undefined
        : {
            text: text
              .replace(/[ ,]+$/, '')
              .trim()
              .replace(/ +/g, ' '),
            names: [names[0]!],
          }
    }
  }
  const begunTown: Way = (random) => {
    const { row, names } = points[random.below(points.length)]!
    const number = numbersOf(row)[0]?.[0]
    if (row.street === null || number === undefined) return undefined
    const town = row.municipality.slice(0, 2 + random.below(4))
    const typed = { road: row.street, number, town }
    if (/[^\p{L}]/u.test(town) || !holders.meansBegun(typed, names[0]!)) return undefined
    return { text: `${row.street} ${number} ${town}`, names: [names[0]!] }
  }
  const street: Way = (random) => streetWish(random, entities)

  return [
    ['street number town', 24, point(({ road, number, town }) => `${road} ${number} ${town}`, 'always')],
    ['street number, town', 12, point(({ road, number, town }) => `${road} ${number}, ${town}`, 'always')],
    ['street number, town if needed', 14, point(({ road, number, town }) => `${road} ${number} ${town}`, 'if needed')],
    ['street number, town begun', 12, begunTown],
    ['town street number', 12, point(({ road, number, town }) => `${town} ${road} ${number}`, 'always')],
    ['number first', 6, point(({ road, number, town }) => `${number} ${road} ${town}`, 'always')],
    [
      'postcode',
      8,
      point(({ road, number, town }, { postalCode }, random) => {
        if (postalCode === null) return undefined
        const code = random.fraction() < 0.5 ? postalCode : `${postalCode.slice(0, 3)} ${postalCode.slice(3)}`
        return random.fraction() < 0.5 ? `${road} ${number}, ${code} ${town}` : `${code} ${town}, ${road} ${number}`
      }, 'always'),
    ],
    [
      'typo',
      12,
      point(({ road, number, town }, _row, random) => {
        const typed = withTypo(random, foldedWords(road), (word) => words.isBeginning(word))
        return typed === undefined ? undefined : `${typed.join(' ')} ${number} ${town}`
      }, 'always'),
    ],
    ['street without a number', 12, street],
  ]
}

/** A street with its town, the more sought for the likelier; it must be the only one so called. */
function streetWish(random: Random, entities: Indexed['entities']): Wish | undefined {
  const { row, names } = entities[Math.floor(entities.length * random.fraction() ** 2)]!
  const [name] = names
  if (row.street === null || entities.some((other) => other.row !== row && other.names[0] === name)) return undefined
  return { text: `${row.street} ${row.municipality}`, names: [name!] }
}
