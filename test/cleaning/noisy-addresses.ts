import type { AddressColumns } from '../../src/engine/addresses/addresses.ts'
import type { GivenAddress } from '../../src/matching/matching.ts'
import type { Address } from '../../src/records/address.ts'
import { formatAddress } from '../../src/records/format-address.ts'
import type { Random } from '../../src/stdx/random.ts'
import { expandAbbreviations } from '../../src/text/address-abbreviations.ts'
import { foldLetters } from '../../src/text/fold-letters.ts'
import { mistype, type NoisyRow, pick, pickNoise, stripAccents } from './noise.ts'

/** The parts of a row, before they are put into columns or into one line. */
interface Parts {
  street: string
  number: string
  part: string
  town: string
  postcode: string
}

type Noise = (parts: Parts, random: Random, address: Address, points: AddressPoints) => Parts | undefined

/** Each with its weight. Undefined: it does not apply to this address. */
const NOISES: Readonly<Record<string, readonly [weight: number, noise: Noise]>> = {
  'as in the register': [14, (parts) => parts],
  'typing error': [14, (parts, random) => changeName(parts, random, (name) => mistype(name, random))],
  'two typing errors': [2, (parts, random) => changeBoth(parts, (name) => mistype(name, random))],
  abbreviation: [8, (parts, random) => changeName(parts, random, (name) => abbreviate(name))],
  'no accents': [5, (parts) => changeAll(parts, stripAccents)],
  'other case': [
    4,
    (parts, random) =>
      changeAll(parts, random.below(2) === 0 ? (text) => text.toUpperCase() : (text) => text.toLowerCase()),
  ],
  'swapped columns': [6, swapColumns],
  flat: [
    8,
    (parts, random) => ({
      ...parts,
      number:
        parts.number +
        pick(random, [', byt 5', ' byt č. 12', ', 3. poschodie', ' / 3. poschodie', '/ byt 4', ', blok 3', ' 2.p.']),
    }),
  ],
  'flat behind a slash': [
    2,
    (parts, random, { country }) =>
      country === 'cz' || parts.street !== '' || parts.number.includes('/')
        ? undefined
        : { ...parts, number: `${parts.number}/${1 + random.below(30)}` },
  ],
  'firm in front': [
    6,
    (parts, random) => ({
      ...parts,
      street: `${pick(random, FIRMS)}${pick(random, [', ', ', ', ' - '])}${parts.street || parts.part || parts.town}`,
    }),
  ],
  'firm with its form': [
    4,
    (parts, random) => ({
      ...parts,
      street: `${pick(random, FIRMS)} ${pick(random, ['s.r.o.', 's. r. o.', 'a.s.'])}${pick(random, [',', ''])} ${parts.street || parts.part || parts.town}`,
    }),
  ],
  'one wrong digit of the postal code': [
    7,
    (parts, random) => ({ ...parts, postcode: wrongDigit(parts.postcode, random) }),
  ],
  'another postal code': [
    3,
    (parts, random, address, points) => ({ ...parts, postcode: points.other(address, random).postalCode ?? '' }),
  ],
  'no postal code': [5, (parts) => ({ ...parts, postcode: '' })],
  'postal code without its zero': [
    2,
    (parts) => (parts.postcode.startsWith('0') ? { ...parts, postcode: parts.postcode.slice(1) } : undefined),
  ],
  'village for part': [
    6,
    (parts, _, { street, municipality, municipalityPart }) =>
      street !== null || municipalityPart === null || municipalityPart === municipality
        ? undefined
        : { ...parts, street: '', part: '', town: municipality },
  ],
  'part for village': [
    5,
    (parts, _, { municipality, municipalityPart }) =>
      municipalityPart === null || municipalityPart === municipality
        ? undefined
        : { ...parts, part: '', town: municipalityPart },
  ],
  'order of words': [
    2,
    (parts) =>
      parts.street.split(' ').length !== 2
        ? undefined
        : { ...parts, street: parts.street.split(' ').reverse().join(' ') },
  ],
  'short name of the town': [
    4,
    (parts) => (SHORT.test(parts.town) ? { ...parts, town: parts.town.replace(SHORT, '$1') } : undefined),
  ],
  'labels and a country': [
    4,
    (parts, random) => ({
      ...parts,
      street: parts.street === '' ? '' : `${pick(random, ['ul. ', 'ulica ', 'ul.'])}${parts.street}`,
      number: parts.number.startsWith('č') ? parts.number : `č. ${parts.number}`,
      town: `${parts.town}${pick(random, [', SR', ', Slovensko', '', ', Česká republika'])}`,
    }),
  ],
}

const SHORT = /^(.+?)(?:-| (?:nad|pod|u|pri|při|na) ).*$/

const INVENTED: Readonly<Record<string, readonly [weight: number, noise: Noise]>> = {
  'invented: no such number': [4, (parts, random) => ({ ...parts, number: String(1 + random.below(2000)) })],
  'invented: no such street in the town': [
    4,
    (parts, random, address, points) => ({
      ...parts,
      street: points.other(address, random).street ?? 'Fialková',
      part: '',
    }),
  ],
  'invented: a street that nobody has': [
    2,
    (parts, random) => ({
      ...parts,
      street: pick(random, ['Měsíční louka', 'Dračia', 'U Stříbrné lišky', 'Kométova', 'Na Suchém moři']),
    }),
  ],
  'invented: no such town': [
    2,
    (parts, random) => ({
      ...parts,
      town: pick(random, ['Horní Mlhov', 'Veľká Hmlová', 'Kostelany nad Snem', 'Suchá Voda']),
      part: '',
    }),
  ],
}
const INVENTED_SHARE = 0.1
const FIRMS = [
  'Pekáreň Klas',
  'ABC Servis',
  'Autodoprava Novák',
  'Salón Krásy Ema',
  'Účtovníctvo 24',
  'Lékárna U Anděla',
  'IT Partner',
]

/** Two kinds of noise in one row. */
const BOTH_SHARE = 0.1

/** All points of one country, for what else a text may mean. */
export class AddressPoints {
  readonly columns: AddressColumns
  /** The rows of a municipality or part, by its folded name. */
  readonly #places = new Map<string, number[]>()

  constructor(columns: AddressColumns) {
    this.columns = columns
    for (let row = 0; row < columns.length; row++) {
      const { municipality, municipalityPart } = columns.at(row)
      for (const name of new Set([municipality, municipalityPart ?? municipality].map(foldLetters)))
        this.#places.getOrInsertComputed(name, () => []).push(row)
    }
  }

  other(address: Address, random: Random): Address {
    for (let i = 0; i < 100; i++) {
      const one = this.columns.at(random.below(this.columns.length))
      if (one.municipality !== address.municipality && one.postalCode?.slice(0, 3) !== address.postalCode?.slice(0, 3))
        return one
    }
    return address
  }

  /** The lines of the records that these parts fit, at most two. */
  fitting({ street, number, part, town, postcode }: Parts): ReadonlySet<string> {
    const found = new Set<string>()
    const digits = postcode.replaceAll(' ', '')
    for (const row of this.#places.get(foldLetters(town)) ?? []) {
      const point = this.columns.at(row)
      if (digits !== '' && point.postalCode !== digits) continue
      if (part !== '' && foldLetters(part) !== foldLetters(point.municipalityPart ?? '')) continue
      if (foldLetters(street) !== foldLetters(point.street ?? '') || !writtenNumbers(point).includes(number)) continue
      found.add(formatAddress(point))
      if (1 < found.size) break
    }
    return found
  }
}

export function createNoisyAddresses(points: AddressPoints, random: Random, count: number): NoisyRow<GivenAddress>[] {
  const rows: NoisyRow<GivenAddress>[] = []
  while (rows.length < count) {
    const address = points.columns.at(random.below(points.columns.length))
    const numbers = writtenNumbers(address)
    if (numbers.length === 0 || address.postalCode === null) continue
    const { street, municipalityPart, municipality, postalCode } = address
    const parts: Parts = {
      street: street ?? '',
      number: numbers[random.below(4) === 0 ? random.below(numbers.length) : 0]!,
      part: street === null || random.below(4) === 0 ? (municipalityPart ?? '') : '',
      town: municipality,
      postcode: random.below(2) === 0 ? postalCode : `${postalCode.slice(0, 3)} ${postalCode.slice(3)}`,
    }
    const isInvented = random.fraction() < INVENTED_SHARE
    const [one, change] = pickNoise(isInvented ? INVENTED : NOISES, random)
    let noise = one
    let noisy = change(parts, random, address, points)
    if (noisy !== undefined && !isInvented && random.fraction() < BOTH_SHARE) {
      const [other, changeMore] = pickNoise(NOISES, random)
      noisy = one === other ? undefined : changeMore(noisy, random, address, points)
      noise = `two at once: ${one}, ${other}`
    }
    if (noisy === undefined) continue
    if (isInvented && points.fitting({ ...noisy, postcode: '' }).size !== 0) continue
    // A typing error or an abbreviation means what was written before it; what was left out is gone.
    const meant = { ...parts }
    if (noise.includes('village for part')) Object.assign(meant, { street: '', part: '', town: municipality })
    if (noise.includes('part for village')) Object.assign(meant, { part: '', town: municipalityPart })
    if (noise.includes('postal code')) meant.postcode = ''
    const isLine = random.below(2) === 0
    const given = isLine ? { address: toLine(noisy) } : toColumns(noisy)
    // "Lhota 3, 294 12 Lhota" reads the same whether a part was left out or not.
    if (isLine && meant.street === '' && foldLetters(meant.part) === foldLetters(meant.town)) meant.part = ''
    rows.push({
      noise: noise.startsWith('two') ? 'two at once' : noise,
      given,
      right: isInvented ? null : formatAddress(address),
      hasOneRecord: !isInvented && points.fitting(meant).size === 1,
    })
  }
  return rows
}

/** "147/10", "10", "147", "č.ev. 147": as people write it. A number without a label is no evidence number. */
function writtenNumbers(address: Address): string[] {
  const { registrationNumber, evidenceNumber, orientationNumber, orientationLetter } = address
  const building = registrationNumber ?? (evidenceNumber === null ? null : `č.ev. ${evidenceNumber}`)
  const door = orientationNumber === null ? null : orientationNumber + (orientationLetter ?? '')
  const both = building !== null && door !== null ? [`${building}/${door}`] : []
  return [...both, ...[door, building].filter((number) => number !== null)]
}

function toColumns({ street, number, part, town, postcode }: Parts): GivenAddress {
  return { street, number, part, town, postcode }
}

function toLine({ street, number, part, town, postcode }: Parts): string {
  const first = `${street || part || town} ${number}`
  const middle = street !== '' && part !== '' && part !== town ? `${part}, ` : ''
  return `${first}, ${middle}${postcode} ${town}`.replace(/ +/g, ' ')
}

function changeName(parts: Parts, random: Random, change: (name: string) => string | undefined): Parts | undefined {
  const field = parts.street !== '' && random.below(3) !== 0 ? 'street' : 'town'
  const changed = change(parts[field])
  return changed === undefined ? undefined : { ...parts, [field]: changed }
}

function changeBoth(parts: Parts, change: (name: string) => string | undefined): Parts | undefined {
  const [street, town] = [change(parts.street), change(parts.town)]
  return street === undefined || town === undefined ? undefined : { ...parts, street, town }
}

function changeAll(parts: Parts, change: (name: string) => string): Parts {
  return { ...parts, street: change(parts.street), part: change(parts.part), town: change(parts.town) }
}

function swapColumns(parts: Parts, random: Random): Parts | undefined {
  const { street, number, part, town, postcode } = parts
  const ways: readonly Parts[] = [
    { ...parts, street: `${street || part || town} ${number}`, number: '' },
    { ...parts, town: `${postcode} ${town}`, postcode: '' },
    { ...parts, street: town, town: street || part || town },
    { ...parts, town: `${street || part || town} ${number}`, street: town, number: '' },
    { ...parts, postcode: town, town: postcode },
  ]
  return pick(random, ways)
}

function abbreviate(name: string): string | undefined {
  const words = name.split(' ')
  const folded = words.map(foldLetters)
  const short = expandAbbreviations(folded).find(
    (variant) => variant.length === words.length && variant.join('').length < folded.join('').length,
  )
  if (short === undefined) return undefined
  return words.map((word, i) => (short[i] === folded[i] ? word : `${short[i]}.`)).join(' ')
}

function wrongDigit(postcode: string, random: Random): string {
  if (!/^\d{3} ?\d\d$/.test(postcode)) return postcode
  const at = pick(random, [0, 1, 2, postcode.length - 2, postcode.length - 1])
  const digit = String((Number(postcode[at]) + 1 + random.below(9)) % 10)
  return postcode.slice(0, at) + digit + postcode.slice(at + 1)
}
