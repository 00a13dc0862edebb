import { expandAbbreviations } from '../../text/address-abbreviations.ts'
import { isMarkedWord } from '../../text/address-words.ts'
import type { WordDocument } from '../words/word-index-builder.ts'
import type { AddressEntity } from './address-entities.ts'
import type { SpotField } from './address-fields.ts'
import { type EntitySummary, NAME_FIELDS } from './entity-summary.ts'
import type { SpotTable } from './spot-table.ts'

/**
 * Where an entity lies: words by which it is found beside its name. Not the okres: most are called as their largest town, and "Hlavná Košice"
 * would find the streets of every village around it. A district lies in its municipality and not the other way round, so by the name of one the
 * municipality is not found: "Nová Ostrava" is a street, though Ostrava has a district Nová Bělá. By the number of one it is: "Praha 7".
 */
const AROUND = ['municipality', 'district', 'postalDistrict'] as const satisfies readonly SpotField[]
const AROUND_STREET = [...AROUND, 'municipalityPart'] as const satisfies readonly SpotField[]

/** The words by which a street or place is found. */
export function listEntityWords(table: SpotTable, { kind, spots }: AddressEntity, shown: EntitySummary): WordDocument {
  const own = table.words(shown.spot, NAME_FIELDS[kind])
  const names = [own, ...expandAbbreviations(own)]
  const more = new Set<string>()
  for (const field of kind === 'street' ? AROUND_STREET : AROUND) {
    const numbers = table.numbers(field)
    let last = -1
    for (const spot of spots) {
      // Spots of one street mostly lie in one place.
      if (numbers[spot] === last) continue
      last = numbers[spot]!
      for (const word of table.placeWords(spot, field)) {
        if (kind !== 'municipality' || field !== 'district' || isMarkedWord(word)) more.add(word)
      }
    }
  }
  for (const spot of spots) for (const word of table.postalCodeWords(spot)) more.add(word)
  for (const name of names) for (const word of name) more.delete(word)
  return { names, more: [...more] }
}
