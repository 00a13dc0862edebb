import { type AddressRule, listAllReadings } from '../address-rule.ts'
import { TYPO_TIERS } from '../address-tiers.ts'

export const shortTypo: AddressRule = {
  name: 'short_typo',
  description: 'a letter of a word of three letters is mistyped, and few streets and places fit so',
  when: 'nothing',
  appliesTo: ({ knowsTown }) => !knowsTown,
  find: ({ query }, finder) => {
    const readings = listAllReadings(query)
    finder.findAddresses(readings, TYPO_TIERS.shortTypo)
    finder.findPlaces(readings, TYPO_TIERS.shortTypo)
  },
  examples: {
    'lex mostkov': {
      street: 'Les',
      registrationNumber: '31',
      orientationNumber: '31',
      municipality: 'Mostkov',
      hit: 'street',
    },
  },
}
