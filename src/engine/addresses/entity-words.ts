import { otherWritings } from '../../text/address-abbreviations.ts'
import { placeWords, postalCodeWord } from '../../text/address-words.ts'
import { wordsOf } from '../../text/words.ts'
import type { WordDocument } from '../words/word-index-builder.ts'
import type { AddressColumns } from './address-columns.ts'
import type { AddressEntity } from './address-entities.ts'
import type { SpotField } from './address-fields.ts'
import type { ShownEntity } from './entity-shown.ts'

/**
 * Where an entity lies: words by which it is found beside its name. Not the okres: most are called as their largest town, and "Hlavná Košice"
 * would find the streets of every village around it.
 */
const AROUND = ['municipality', 'district', 'postalDistrict'] as const satisfies readonly SpotField[]
const AROUND_STREET = [...AROUND, 'municipalityPart'] as const satisfies readonly SpotField[]

/** Makes the words of entities. Texts that many share are cut into words once. */
export function entityWords(columns: AddressColumns): (entity: AddressEntity, shown: ShownEntity) => WordDocument {
  const known = new Map<string, readonly string[]>()
  const wordsAt = (spot: number, field: SpotField): readonly string[] => {
    const kind = field === 'postalCode' ? 'code' : 'place'
    const key = `${kind} ${columns.spotTextNumber(spot, field)}`
    let words = known.get(key)
    if (words === undefined) {
      const text = columns.spotText(spot, field)
      words = text === null ? [] : kind === 'code' ? [postalCodeWord(text)] : placeWords(text)
      known.set(key, words)
    }
    return words
  }
  return (entity, { spot: shownSpot }) => {
    const name = columns.spotText(shownSpot, NAME_FIELD[entity.kind])!
    const own = wordsOf(name).map(({ text }) => text)
    const names = [own, ...otherWritings(own)]
    const inNames = new Set(names.flat())
    const more = new Set<string>()
    for (const spot of entity.spots) {
      for (const field of entity.kind === 'street' ? AROUND_STREET : AROUND) {
        for (const word of wordsAt(spot, field)) if (!inNames.has(word)) more.add(word)
      }
      for (const word of wordsAt(spot, 'postalCode')) more.add(word)
    }
    return { names, more: [...more] }
  }
}

const NAME_FIELD = { street: 'street', municipality: 'municipality', part: 'municipalityPart' } as const
