import type { AddressRule } from '../address-rule.ts'

export const unshifted: AddressRule = {
  name: 'unshifted',
  description: 'letters of digit keys are a number typed without shift',
  when: 'nothing',
  find: ({ query }, finder) => finder.findAddresses(query.later),
  examples: {
    'Polní č': { street: 'Polní', registrationNumber: '4', orientationNumber: '4', municipality: 'Mostkov' },
  },
}
