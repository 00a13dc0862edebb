import type { AddressRule } from '../address-rule.ts'

export const joinedAnywhere: AddressRule = {
  name: 'joined_anywhere',
  description: 'the names in the text, joined as the register has them; words may be left over',
  when: 'nothing',
  find: ({ text }, finder) => finder.findJoined(text, 'some'),
  examples: { frydekmistek: { municipality: 'Frýdek-Místek', street: 'Hlavní', orientationNumber: '5', hit: 'place' } },
}
