import { type AddressRule, listAllReadings } from '../address-rule.ts'

export const numberUnknown: AddressRule = {
  name: 'number_unknown',
  description: 'no house has the number, so the street or place itself',
  when: 'nothing',
  find: ({ query }, finder) => finder.findPlaces(listAllReadings(query)),
  examples: {
    'americká 777': {
      street: 'Americká',
      registrationNumber: '1',
      orientationNumber: '2',
      municipality: 'Plzeň',
      hit: 'street',
    },
  },
}
