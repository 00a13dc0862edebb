import { type AddressRule, readItems } from '../address-rule.ts'
import { BEGINNING_TIERS } from '../address-tiers.ts'
import { isWord } from '../query-words.ts'
import { replaceCodes } from '../town-names.ts'

export const townCode: AddressRule = {
  name: 'town_code',
  description: 'a code that is no word of a name is its town',
  when: 'nothing',
  appliesTo: ({ query, vocabulary }) => replaceCodes(query.items, vocabulary) !== undefined,
  find: ({ query, vocabulary }, finder) => {
    // "nam sn" is the beginning of Námestie SNP.
    if (isWord(query.items.at(-1))) finder.findAddresses(query.readings, BEGINNING_TIERS)
    finder.findAddresses(readItems(replaceCodes(query.items, vocabulary)!, vocabulary))
  },
  examples: {
    'americká 2 pj': { street: 'Americká', registrationNumber: '1', orientationNumber: '2', municipality: 'Plzeň' },
  },
}
