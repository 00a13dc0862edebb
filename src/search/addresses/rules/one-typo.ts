import { type AddressRule, listAllReadings } from '../address-rule.ts'
import { TYPO_TIERS } from '../address-tiers.ts'

export const oneTypo: AddressRule = {
  name: 'one_typo',
  description: 'one letter is mistyped',
  when: 'nothing',
  appliesTo: ({ knowsTown }) => !knowsTown,
  find: ({ query }, finder) => {
    const readings = listAllReadings(query)
    finder.findAddresses(readings, TYPO_TIERS.oneTypo)
    finder.findPlaces(readings, TYPO_TIERS.oneTypo)
  },
  examples: {
    'amerivká 2': { street: 'Americká', registrationNumber: '1', orientationNumber: '2', municipality: 'Plzeň' },
  },
}
