import { PLACE_TEXTS, SPOT_TEXTS } from '../../engine/addresses/address-fields.ts'
import { DottedNames } from '../../engine/addresses/dotted-names.ts'
import type { Address } from '../../records/address.ts'
import { expandNames } from '../../text/address-abbreviations.ts'
import { isMarkedWord, postalCodeWord, splitPlaceName } from '../../text/address-words.ts'
import { splitWords } from '../../text/words.ts'

export interface PlainPoint {
  readonly key: number
  readonly sourceId: string
  readonly address: Address
}

export interface PlainEntity {
  readonly kind: 'street' | 'place'
  readonly sourceId: string
  readonly names: readonly (readonly string[])[]
  /** The words of its names and of its surroundings. */
  readonly words: readonly string[]
  readonly around: readonly string[]
  /** The texts that are compared with typed diacritics. */
  readonly shownName: string
  /** As it is shown. */
  readonly ownName: string
  readonly shown: Address
  /** An address of its most frequent combination of fields. */
  readonly largest: Address
  /**
   * Whether a house is in the part that has the name of the place, or in no part. Always true for a part or a street.
   */
  readonly isOwnGroup: (address: Address) => boolean
  readonly points: readonly PlainPoint[]
}

/** Lists all streets and places, the best first. */
export function plainEntities(points: readonly PlainPoint[]): PlainEntity[] {
  const found = new Map<string, Draft>()
  const municipalityNames = new Map<string, string>()
  for (const point of points) {
    const a = point.address
    const town = a.municipalityCode ?? `${folded(a.municipality)},${folded(a.county)}`
    const townName = municipalityNames.get(town) ?? folded(a.municipality)
    municipalityNames.set(town, townName)
    const add = (draft: Omit<Draft, 'points' | 'town'>): void => {
      const known = found.get(draft.sourceId) ?? { ...draft, town: `place:${town}:${townName}`, points: [] }
      known.points.push(point)
      found.set(draft.sourceId, known)
    }
    const part = folded(a.municipalityPart)
    const street = folded(a.street)
    add({ field: 'municipality', sourceId: `place:${town}:${townName}`, name: townName })
    if (part !== '' && part !== townName) {
      add({ field: 'municipalityPart', sourceId: `place:${town}:${part}`, name: part })
    }
    if (street !== '') add({ field: 'street', sourceId: `street:${town}:${street}`, name: street })
  }
  const weight = ({ field, points: own, town }: Draft): number =>
    own.length * (field === 'street' ? found.get(town)!.points.length : own.length)
  const dotted = new DottedNames(points.flatMap(({ address: { street } }) => (street === null ? [] : [street])))
  return [...found.values()]
    .sort((a, b) => weight(b) - weight(a) || compare(a.name, b.name) || compare(a.sourceId, b.sourceId))
    .map((draft) => toEntity(draft, dotted))
}

interface Draft {
  readonly field: 'street' | 'municipality' | 'municipalityPart'
  readonly sourceId: string
  readonly name: string
  readonly town: string
  readonly points: PlainPoint[]
}

function folded(text: string | null): string {
  return foldedWords(text).join('-')
}

function foldedWords(text: string | null): string[] {
  return splitWords(text ?? '').map((word) => word.text)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a === b ? 0 : 1
}

function toEntity({ field, sourceId, name, points }: Draft, dotted: DottedNames): PlainEntity {
  const shown = shownAddress(field, name, points)
  const own = foldedWords(shown[field])
  const names = expandNames([own, ...(field === 'street' ? dotted.spellingsOf(shown.street!) : [])])
  const around = points.flatMap(({ address: a }) => [
    ...splitPlaceName(a.municipality),
    ...splitPlaceName(a.district ?? '').filter((word) => field !== 'municipality' || isMarkedWord(word)),
    ...splitPlaceName(a.postalDistrict ?? ''),
    ...(field === 'street' ? splitPlaceName(a.municipalityPart ?? '') : []),
    ...(a.postalCode === null ? [] : [postalCodeWord(a.postalCode)]),
  ])
  return {
    kind: field === 'street' ? 'street' : 'place',
    sourceId,
    names,
    words: [...names.flat(), ...around],
    around,
    shownName: `${shown[field]} ${shown.municipality}`,
    ownName: shown[field]!,
    shown,
    largest: largestOf(field, name, points),
    isOwnGroup: (a) => field !== 'municipality' || ['', name].includes(folded(a.municipalityPart)),
    points,
  }
}

const HOUSE_FIELDS = [
  'registrationNumber',
  'evidenceNumber',
  'houseNumber',
  'houseNumberType',
  'orientationNumber',
  'orientationLetter',
] as const

const SHARED_FIELDS = [...SPOT_TEXTS, ...PLACE_TEXTS]

function shownAddress(field: Draft['field'], name: string, points: readonly PlainPoint[]): Address {
  const addresses = points.map(({ address }) => address)
  const model = largestOf(field, name, points)
  const shown: Record<string, unknown> = { ...model }
  for (const one of HOUSE_FIELDS) shown[one] = null
  for (const one of SHARED_FIELDS) {
    if (one === 'municipality' || one === field) continue
    if (addresses.some((a) => a[one] !== model[one])) shown[one] = null
  }
  if (field !== 'street') shown.street = shown.streetId = null
  if (field === 'municipality' && folded(model.municipalityPart) !== name) {
    shown.municipalityPart = shown.municipalityPartCode = null
  }
  const placed = addresses.filter(({ latitude }) => latitude !== null)
  const middle = (axis: 'latitude' | 'longitude'): number | null =>
    placed.length === 0
      ? null
      : Math.round(placed.reduce((sum, a) => sum + Math.round(a[axis]! * 1e7), 0) / placed.length) / 1e7
  shown.latitude = middle('latitude')
  shown.longitude = middle('longitude')
  shown.validFrom = addresses.map(({ validFrom }) => validFrom).reduce((a, b) => ((a ?? '') < (b ?? '') ? b : a))
  return shown as unknown as Address
}

function largestOf(field: Draft['field'], name: string, points: readonly PlainPoint[]): Address {
  return mostFrequent(points.map(({ address }) => address).filter((a) => folded(a[field]) === name))
}

/**
 * The fields that a street or place may show, in the most frequent combination; the first one, if several are equally
 * frequent.
 */
function mostFrequent(addresses: readonly Address[]): Address {
  const counts = new Map<string, number>()
  const key = (a: Address): string => JSON.stringify(SHARED_FIELDS.map((field) => a[field]))
  for (const a of addresses) counts.set(key(a), (counts.get(key(a)) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return addresses.find((a) => counts.get(key(a)) === most)!
}
