import type { AddressRule } from '../address-rule.ts'

export const asTyped: AddressRule = {
  name: 'as_typed',
  description: 'the text as it is',
  addsHits: true,
  find: ({ query }, finder) => finder.findAddresses(query.readings),
  examples: {
    'americká 2': { street: 'Americká', registrationNumber: '1', orientationNumber: '2', municipality: 'Plzeň' },
  },
}
