import { type AddressRule, readItems } from '../address-rule.ts'
import { rewriteNumbers } from '../number-writings.ts'

export const numberWriting: AddressRule = {
  name: 'number_writing',
  description: 'a number written in another way, as "24" in "purkynova24" or 64/7 in "64-7"',
  when: 'nothing',
  find: ({ query, vocabulary, text }, finder) => {
    const items = rewriteNumbers(query, text)
    if (items !== undefined) finder.findAddresses(readItems(items, vocabulary).filter(({ number }) => number !== null))
  },
  examples: {
    prazdroje64: { street: 'U Prazdroje', registrationNumber: '64', orientationNumber: '7', municipality: 'Plzeň' },
  },
}
