import type { PointMunicipality } from '../engine/addresses/addresses.ts'
import type { Seat } from '../records/company.ts'
import { houseNumberOf, splitOrientationNumber } from '../records/house-number.ts'
import { foldName } from './municipality-codes.ts'

/** The municipalities with address points of a postal code. */
export type MunicipalitiesOf = (postalCode: string) => readonly PointMunicipality[]

export interface TextSeat {
  readonly place: Pick<Seat, 'municipality' | 'municipalityCode' | 'postalCode'>
  readonly numbers: Numbers
}

const COUNTRY = /^(?:Česká republika|Česko|ČR|CZ)$/iu
const COUNTRY_AT_END = / +(?:Česká republika|ČR)$/u

/** `26762 Komárov`, `530 02 Pardubice`, `PSČ 110 00 Praha 1`. Czech postal codes begin with 1 to 7. */
const CODE_AND_TOWN = /^(?:PSČ:? *)?([1-7][0-9]{2}) ?([0-9]{2})(?: +(\p{L}.*))?$/iu

/** No municipality with what follows its name is longer; a longer text is no name. */
const TOWN_LENGTH_MAX = 80

/**
 * A seat that is only a text: `Buzulucká 440, 26762 Komárov`. The municipality, the postal code and the number where
 * they are certain: the text ends with a postal code and a name, and the address register has a municipality of this
 * name with this code. Undefined otherwise.
 */
export function readTextSeat(text: string, municipalitiesOf: MunicipalitiesOf): TextSeat | undefined {
  const parts = text
    .replace(COUNTRY_AT_END, '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (1 < parts.length && COUNTRY.test(parts.at(-1)!)) parts.pop()
  const found = CODE_AND_TOWN.exec(parts.pop() ?? '')
  if (found === null) return undefined
  const postalCode = `${found[1]}${found[2]}`
  // The older style names the town first: `Praha 1, Jungmannova 29, PSČ 110 00`.
  const town = found[3] ?? parts.shift()
  const municipality = town === undefined ? undefined : findMunicipality(town, municipalitiesOf(postalCode))
  if (municipality === undefined) return undefined
  return {
    place: { municipality: municipality.name, municipalityCode: municipality.code, postalCode },
    numbers: readNumbers(parts, municipality),
  }
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

const REGISTRATION_NUMBER = /(?:^| )(?:č\. ?p\.|čp\.?) ?([0-9]{1,4})$/iu
const EVIDENCE_LABEL = /(?:^| )(?:č\. ?ev\.|ev\. ?č\.|č\. ?e\.|ev\.) ?/iu
const EVIDENCE_NUMBER = new RegExp(`${EVIDENCE_LABEL.source}([0-9]{1,4})$`, 'iu')
const BOTH_NUMBERS = /\p{L}\S* ([0-9]{1,4})\/([0-9]{1,3} ?\p{L}?)$/u
const ONE_NUMBER = /^(.*\p{L}\S*) ([0-9]{1,4} ?\p{L}?)$/u
/** Numbers of parcels, buildings, rooms and postal boxes. */
const OTHER_NUMBERS = new RegExp(
  `(?:^|[ .])(?:${[
    ...['parc', 'parcela', 'pozemek', 'p\\. ?č', 'st', 'k\\. ?ú', 'hala', 'budova', 'objekt', 'byt', 'dům', 'dom'],
    ...['kancelář', 'patro', 'přihrádka', 'box', 'schránka', 'garáž'],
  ].join('|')})(?=[ .]|$)`,
  'iu',
)

/** The number of the only part that has one. */
function readNumbers(parts: readonly string[], { name: municipality, hasStreets }: PointMunicipality): Numbers {
  const numbered = parts.filter((part) => /[0-9]/.test(part))
  const [part] = numbered
  if (part === undefined || numbered.length !== 1) return {}
  const registration = REGISTRATION_NUMBER.exec(part)?.[1]
  if (registration !== undefined) return { registrationNumber: houseNumberOf(registration) }
  const evidence = EVIDENCE_NUMBER.exec(part)?.[1]
  if (evidence !== undefined) return { evidenceNumber: houseNumberOf(evidence) }
  if (EVIDENCE_LABEL.test(part) || OTHER_NUMBERS.test(part)) return {}
  const both = BOTH_NUMBERS.exec(part)
  if (both !== null) return readBothNumbers(both[1]!, both[2]!)
  const [, name, number] = ONE_NUMBER.exec(part) ?? []
  if (number === undefined || /^0/.test(number)) return {}
  // In a street it may be either of a house's two numbers; in a village without streets there is only one.
  if (foldName(name!) !== foldName(municipality)) return { buildingNumber: number }
  // In a town with streets it is the number of a district: "Praha 7".
  return hasStreets || !/^[0-9]+$/.test(number) ? {} : { registrationNumber: number }
}

function readBothNumbers(registration: string, ofStreet: string): Numbers {
  const registrationNumber = houseNumberOf(registration)
  const orientation = splitOrientationNumber(ofStreet)
  if (registrationNumber === null || /^0/.test(ofStreet)) return {}
  return { registrationNumber, orientationNumber: orientation.number, orientationLetter: orientation.letter }
}
