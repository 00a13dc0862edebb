import { splitWords } from '../../src/text/words.ts'
import type { AddressRow } from './static-rank.ts'

/** The road of a point as people call it: its street, or the place in its stead. */
export function roadOf(row: Pick<AddressRow, 'street' | 'municipalityPart' | 'municipality'>): string {
  return row.street ?? row.municipalityPart ?? row.municipality
}

/** The town as people call it: in full, the city for its part ("Bratislava"), the postal name ("Praha 7"). */
export function townsOf({ municipality, postalDistrict }: AddressRow): string[] {
  const city = /^(Bratislava|Košice)-/.exec(municipality)?.[1]
  return [...new Set([municipality, city, postalDistrict].filter((one) => one !== undefined && one !== null))]
}

/**
 * The numbers that may name the point. The number at the door comes first, then that of the building.
 */
export function numbersOf(row: AddressRow): (readonly [number: string, rank: 'first' | 'second'])[] {
  const orientation = row.orientationNumber === null ? null : `${row.orientationNumber}${row.orientationLetter ?? ''}`
  const { registrationNumber: building, evidenceNumber: evidence } = row
  if (evidence !== null)
    return [`č.ev. ${evidence}`, `č. ev. ${evidence}`, `ev. č. ${evidence}`].map((text) => [text, 'first'])
  if (orientation === null) return building === null ? [] : [[building, 'first']]
  if (building === null) return [[orientation, 'first']]
  return [
    [orientation, 'first'],
    [building, 'second'],
    [`${building}/${orientation}`, 'first'],
    [`${orientation}/${building}`, 'second'],
  ]
}

/** One spelling for several: "nám." and "náměstí" are the same word. */
const WRITINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    namesti: 'nam',
    namestie: 'nam',
    trida: 'tr',
    nabrezi: 'nabr',
    nabrezie: 'nabr',
    generala: 'gen',
    kapitana: 'kpt',
    doktora: 'dr',
    profesora: 'prof',
    svateho: 'sv',
    svatej: 'sv',
    svate: 'sv',
    bratri: 'bri',
  }),
)
const STREET_WORDS: ReadonlySet<string> = new Set(['ul', 'ulica', 'ulice'])

const cut = new Map<string, readonly string[]>()

/**
 * The words of the name of a road or town, in one spelling. Each name is split once: a country has few names and
 * millions of points.
 */
export function placeWords(name: string): readonly string[] {
  const known = cut.get(name)
  if (known !== undefined) return known
  const words = splitWords(name).map(({ text }) => WRITINGS.get(text) ?? text)
  const rest = words.filter((word) => !STREET_WORDS.has(word))
  const found = rest.length === 0 ? words : rest
  cut.set(name, found)
  return found
}
