import { expandNames } from '../../text/address-abbreviations.ts'
import { isMarkedWord } from '../../text/address-words.ts'
import type { WordDocument } from '../words/word-index-builder.ts'
import type { AddressEntity } from './address-entities.ts'
import type { SpotField } from './address-fields.ts'
import type { DottedNames } from './dotted-names.ts'
import { type EntitySummary, NAME_FIELDS } from './entity-summary.ts'
import type { SpotTable } from './spot-table.ts'

/**
 * The fields, beside its name, whose words find an entity. The okres is not one of them: most have the name of their
 * largest town, and "Hlavná Košice" would find streets in every village around it. The name of a district does not find
 * its municipality: "Nová Ostrava" is a street, though Ostrava has a district Nová Bělá. The number of a district does:
 * "Praha 7".
 */
const AROUND = ['municipality', 'district', 'postalDistrict'] as const satisfies readonly SpotField[]
const AROUND_STREET = [...AROUND, 'municipalityPart'] as const satisfies readonly SpotField[]

/** Lists the words that find a street or place. */
export function listEntityWords(
  table: SpotTable,
  { kind, spots }: AddressEntity,
  { shown, dotted }: { readonly shown: EntitySummary; readonly dotted: DottedNames },
): WordDocument {
  const own = table.words(shown.spot, NAME_FIELDS[kind])
  const spelledOut = kind === 'street' ? dotted.spellingsOf(table.text(shown.spot, 'street')!) : []
  const names = expandNames([own, ...spelledOut])
  const more = new Set<string>()
  for (const field of kind === 'street' ? AROUND_STREET : AROUND) {
    const numbers = table.numbers(field)
    let last = -1
    for (const spot of spots) {
      // Most spots of a street are in one place.
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
