import type { AddressRule } from '../address-rule.ts'
import { isLocated } from '../join/located.ts'

export const joinedNames: AddressRule = {
  name: 'joined_names',
  description: 'the names of street, town and postal code, joined as the register has them, explain the text',
  when: 'nothing',
  appliesTo: ({ text }) => isLocated(text),
  find: ({ text }, finder) => finder.findJoined(text, 'all'),
  examples: {
    'Amerikcá 2, Plzen': { street: 'Americká', registrationNumber: '1', orientationNumber: '2', municipality: 'Plzeň' },
  },
}
