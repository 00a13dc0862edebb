import { type AddressRule, readItems } from '../address-rule.ts'
import { hasOkresLabel, readLabelledOkres } from '../okres-filter.ts'

export const okres: AddressRule = {
  name: 'okres',
  description: 'the name of an okres behind its label is a filter',
  when: 'nothing',
  appliesTo: ({ query }) => hasOkresLabel(query.items),
  find: ({ query, vocabulary }, finder) => {
    const okres = readLabelledOkres(query.items, vocabulary.counties)
    if (okres === undefined) return
    const readings = readItems(okres.items, vocabulary).map((reading) => ({ ...reading, counties: okres.counties }))
    finder.findAddresses(readings)
    finder.findPlaces(readings)
  },
  examples: { 'Lhotice 11, okres Písek': { municipality: 'Lhotice', county: 'Písek', registrationNumber: '11' } },
}
