import type { Random } from '../../src/stdx/random.ts'
import { splitWords } from '../../src/text/words.ts'
import type { Asked } from './asked.ts'
import type { Indexed } from './documents.ts'
import { withTypo } from './hand.ts'
import { numbersOf, roadOf, townsOf } from './place-names.ts'
import type { Variant, Variants } from './recipe.ts'
import { entityKeyName } from './searcher.ts'
import type { AddressRow } from './static-rank.ts'

type House = Extract<Asked, { form: 'house' }>
type Typed = Pick<House, 'road' | 'number' | 'town'>

/** The queries for an address point. The point is drawn from all points, so villages have their share. */
export function addressVariants({ points, entities }: Indexed): Variants {
  /** `write` says how it is typed; it may change what is asked. */
  const house = (
    write: (house: House, row: AddressRow, random: Random) => readonly [string, House] | undefined,
  ): Variant => {
    return (random) => {
      const { row, names } = points.at(random.below(points.length))!
      const numbers = numbersOf(row)
      if (numbers.length === 0) return undefined
      const [number] = numbers[random.below(numbers.length)]!
      const road = roadOf(row)
      const towns = townsOf(row)
      const chosen = towns[random.below(towns.length)]!
      // The village is not written twice.
      const town = chosen === road ? '' : chosen
      const written = write(
        { form: 'house', number, road, meantRoad: road, town, isTownBegun: false, postalCode: null, okres: null },
        row,
        random,
      )
      if (written === undefined) return undefined
      const [text, asked] = written
      return {
        text: text
          .replace(/[ ,]+$/, '')
          .trim()
          .replace(/ +/g, ' '),
        names: [names[0]!],
        asked,
      }
    }
  }
  const written = (write: (typed: Typed) => string): Variant => house((asked) => [write(asked), asked])
  const street: Variant = (random) => {
    const { row } = entities.at(Math.floor(entities.length * random.fraction() ** 2))!
    if (row.street === null) return undefined
    const { street: road, municipality: town } = row
    return { text: `${road} ${town}`, names: [entityKeyName(row)], asked: { form: 'street', road, town } }
  }
  return [
    ['street number town', 24, written(({ road, number, town }) => `${road} ${number} ${town}`)],
    ['street number, town', 12, written(({ road, number, town }) => `${road} ${number}, ${town}`)],
    ['street number', 14, house((asked) => [`${asked.road} ${asked.number}`, { ...asked, town: '' }])],
    ['street number, town begun', 12, house(begunTown)],
    ['town street number', 12, written(({ road, number, town }) => `${town} ${road} ${number}`)],
    ['number first', 6, written(({ road, number, town }) => `${number} ${road} ${town}`)],
    ['postcode', 8, house(withPostcode)],
    ['typo', 12, house(withMistypedRoad)],
    ['street without a number', 12, street],
    ['village number, okres', 6, house(withOkres)],
    ['first name in full', 3, house(withFullName(entities))],
  ]
}

type Write = Parameters<typeof begunTown>

function begunTown(asked: House, row: AddressRow, random: Random): readonly [string, House] | undefined {
  const town = row.municipality.slice(0, 2 + random.below(4))
  if (row.street === null || /[^\p{L}]/u.test(town)) return undefined
  return [`${asked.road} ${asked.number} ${town}`, { ...asked, town, isTownBegun: true }]
}

function withPostcode(...[asked, { postalCode }, random]: Write): readonly [string, House] | undefined {
  if (postalCode === null) return undefined
  const { road, number, town } = asked
  const code = random.fraction() < 0.5 ? postalCode : `${postalCode.slice(0, 3)} ${postalCode.slice(3)}`
  const text = random.fraction() < 0.5 ? `${road} ${number}, ${code} ${town}` : `${code} ${town}, ${road} ${number}`
  return [text, { ...asked, postalCode }]
}

/** A house without a street; villages are called the same. */
function withOkres(...[asked, { street, county }]: Write): readonly [string, House] | undefined {
  if (street !== null || county === null) return undefined
  return [`${asked.road} ${asked.number}, okres ${county}`, { ...asked, town: '', okres: county }]
}

const DOTTED = /^(\p{Lu}\p{Ll}+)\. (\p{Lu}\p{Ll}+)$/u

/** "Boženy Němcové" for the street that the register has as "Bož. Němcové". */
function withFullName(entities: Indexed['entities']) {
  let full: readonly string[] | undefined
  return (...[asked, { street }]: Write): readonly [string, House] | undefined => {
    const [, first, last] = DOTTED.exec(street ?? '') ?? []
    if (first === undefined) return undefined
    full ??= [...new Set(Array.from(entities, ({ row }) => row.street ?? ''))].filter((name) => !name.includes('.'))
    const road = full.find((name) => name.startsWith(first) && name.endsWith(` ${last}`))
    return road === undefined ? undefined : [`${road} ${asked.number}, ${asked.town}`, { ...asked, road }]
  }
}

function withMistypedRoad(...[asked, , random]: Write): readonly [string, House] | undefined {
  const words = withTypo(
    random,
    splitWords(asked.road).map(({ text }) => text),
  )
  if (words === undefined) return undefined
  const road = words.join(' ')
  return [`${road} ${asked.number} ${asked.town}`, { ...asked, road }]
}
