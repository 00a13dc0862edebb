import type { PointMunicipality } from '../engine/addresses/addresses.ts'
import type { Seat } from '../records/company.ts'
import { houseNumberOf, splitOrientationNumber } from '../records/house-number.ts'
import { type AddressToken, readAddressText } from '../text/address-text.ts'
import { foldName } from './municipality-codes.ts'

/** The municipalities with address points of a postal code. */
export type MunicipalitiesOf = (postalCode: string) => readonly PointMunicipality[]

export interface TextSeat {
  readonly place: Pick<Seat, 'municipality' | 'municipalityCode' | 'postalCode'>
  readonly numbers: Numbers
}

const CZECHIA = /^(?:ceska|republika|cesko|cr|cz)$/

/** No municipality with what follows its name is longer; a longer text is no name. */
const TOWN_LENGTH_MAX = 80

/**
 * A seat that is only a text: `Buzulucká 440, 26762 Komárov`. The municipality, the postal code and the number where
 * they are certain: the text ends with a postal code and a name, and the address register has a municipality of this
 * name with this code. Undefined otherwise.
 */
export function readTextSeat(text: string, municipalitiesOf: MunicipalitiesOf): TextSeat | undefined {
  const { tokens, postalCode } = readAddressText([text], 'apart')
  const code = tokens.findIndex(({ role }) => role === 'code')
  // Czech postal codes begin with 1 to 7.
  if (postalCode === null || !/^[1-7]/.test(postalCode)) return undefined
  const from = tokens[code - 1]?.role === 'label' ? code - 1 : code
  const to = tokens.findLastIndex(({ role }) => role === 'code') + 1
  const country = tokens.findIndex(({ role }, i) => to <= i && role === 'country')
  if (0 <= country && !tokens.slice(country).every((token) => CZECHIA.test(token.text))) return undefined
  const end = country < 0 ? text.length : tokens[country]!.start
  const behind = text.slice(tokens[to - 1]!.end, end).replace(/[\s,]+$/u, '')
  const parts = splitParts(text, tokens.slice(0, from))
  if (behind.includes(',') || (0 < from && !tokens[from]!.before.includes(','))) return undefined
  // The older style names the town first: `Praha 1, Jungmannova 29, PSČ 110 00`.
  const town = behind === '' ? parts.shift()?.text : behind.trim()
  const municipality = town === undefined ? undefined : findMunicipality(town, municipalitiesOf(postalCode))
  if (municipality === undefined) return undefined
  return {
    place: { municipality: municipality.name, municipalityCode: municipality.code, postalCode },
    numbers: readNumbers(parts, municipality),
  }
}

/** What stands between two commas. */
interface Part {
  readonly text: string
  readonly tokens: readonly AddressToken[]
}

function splitParts(text: string, tokens: readonly AddressToken[]): Part[] {
  const starts = tokens.flatMap(({ before }, i) => (i === 0 || before.includes(',') ? [i] : []))
  return starts.map((from, i) => {
    const own = tokens.slice(from, starts[i + 1])
    return { text: text.slice(own[0]!.start, own.at(-1)!.end), tokens: own }
  })
}

/** What may follow the name: a part, an okres, a post office, the number of a district or of an office. */
const AFTER_NAME = [
  / *[-–].*$/u,
  / (?:okres|okr\.|pošta|p\.) .*$/iu,
  / *\(.*\)$/u,
  / [0-9]{1,2}$/u,
  / [IVX]+(?:[- ].*)?$/u,
]

function findMunicipality(town: string, candidates: readonly PointMunicipality[]): PointMunicipality | undefined {
  if (candidates.length === 0 || TOWN_LENGTH_MAX < town.length) return undefined
  const written = town.replace(/ n\. ?/u, ' nad ').replace(/ p\. ?(?=\p{Lu})/u, ' pod ')
  for (const name of [written, ...shorten(written), ...shorten(town)]) {
    const folded = foldName(name)
    const found = candidates.filter((one) => foldName(one.name) === folded)
    if (found.length === 1) return found[0]
  }
  return undefined
}

/** The longest beginnings first: "Brandýs nad Labem-Stará Boleslav - centrum". */
function shorten(town: string): string[] {
  const beginnings = new Set<string>()
  for (let at = town.lastIndexOf('-'); 0 < at; at = town.lastIndexOf('-', at - 1)) beginnings.add(town.slice(0, at))
  for (const pattern of AFTER_NAME) {
    beginnings.add(town.replace(pattern, ''))
    for (const other of AFTER_NAME) beginnings.add(town.replace(pattern, '').replace(other, ''))
  }
  return [...beginnings].filter((name) => name !== town && name !== '').sort((a, b) => b.length - a.length)
}

type Numbers = Partial<
  Pick<Seat, 'registrationNumber' | 'evidenceNumber' | 'orientationNumber' | 'orientationLetter' | 'buildingNumber'>
>

/** The number of the only part that has one, where it is certain. */
function readNumbers(parts: readonly Part[], { name: municipality, hasStreets }: PointMunicipality): Numbers {
  const numbered = parts.filter(({ text }) => /[0-9]/.test(text))
  const [part] = numbered
  const number = part?.tokens.findLast((token) => token.kind === 'number')
  if (number === undefined || numbered.length !== 1) return {}
  const { tokens, text } = part!
  // Numbers of parcels, buildings, rooms and postal boxes.
  if (tokens.some(({ role }) => role === 'other' || role === 'flat')) return {}
  const before = tokens[tokens.indexOf(number) - 1]
  const kind = number.label ?? (before?.kind === 'word' ? before.label : null)
  const isPlain =
    number.second === null && number.suffix === '' && number.digits.length <= 4 && number === tokens.at(-1)
  if (kind === 'registration') return isPlain ? { registrationNumber: houseNumberOf(number.digits) } : {}
  if (kind === 'evidence') return isPlain ? { evidenceNumber: houseNumberOf(number.digits) } : {}
  const name = text.slice(0, number.start - tokens[0]!.start)
  const written = NUMBERS.exec(text.slice(name.length))
  if (written === null || name === '') return {}
  const [, registration, ofStreet, building = ''] = written
  if (registration !== undefined) return readBothNumbers(registration, ofStreet!)
  // In a street it may be either of a house's two numbers; in a village without streets there is only one.
  if (foldName(name) !== foldName(municipality)) return { buildingNumber: building }
  // In a town with streets it is the number of a district: "Praha 7".
  return hasStreets || !/^[0-9]+$/.test(building) ? {} : { registrationNumber: building }
}

/** `1522/53a` or `440`. */
const NUMBERS = /^([0-9]{1,4})\/([0-9]{1,3} ?\p{L}?)$|^([1-9][0-9]{0,3} ?\p{L}?)$/u

function readBothNumbers(registration: string, ofStreet: string): Numbers {
  const registrationNumber = houseNumberOf(registration)
  const orientation = splitOrientationNumber(ofStreet)
  if (registrationNumber === null || /^0/.test(ofStreet)) return {}
  return { registrationNumber, orientationNumber: orientation.number, orientationLetter: orientation.letter }
}
