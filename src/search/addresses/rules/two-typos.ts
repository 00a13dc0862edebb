import { type AddressRule, listAllReadings } from '../address-rule.ts'
import { TYPO_TIERS } from '../address-tiers.ts'

export const twoTypos: AddressRule = {
  name: 'two_typos',
  description: 'two letters are mistyped',
  when: 'nothing',
  appliesTo: ({ knowsTown }) => !knowsTown,
  find: ({ query }, finder) => {
    const readings = listAllReadings(query)
    finder.findAddresses(readings, TYPO_TIERS.twoTypos)
    finder.findPlaces(readings, TYPO_TIERS.twoTypos)
  },
  examples: {
    'amerivká pjonrská 6': {
      street: 'Americká Pjonerská',
      registrationNumber: '6',
      orientationNumber: '6',
      municipality: 'Frýdek-Místek',
    },
  },
}
