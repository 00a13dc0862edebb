import { parameterReader } from '../request/read-parameters.ts'
import { CompanyParameters } from '../schemas/parameters.ts'
import { PRICES } from '../schemas/prices.ts'
import type { MeteredOperation } from './operation.ts'
import { checkSuggestionParameters, type SuggestionParameters } from './suggestion-parameters.ts'
import { writeSuggestions } from './write-suggestions.ts'

export const suggestCompanies: MeteredOperation<SuggestionParameters> = {
  id: 'suggestCompanies',
  method: 'GET',
  path: '/v1/autocomplete/companies',
  price: PRICES.suggestCompanies,
  summary: 'Suggest companies',
  description:
    'Companies and organizations whose name or ICO matches the typed text, the best match first. The seat is one line of text; its parts come with readCompany. An empty result is charged too.',
  scope: 'companies:suggest',
  bearers: ['serverKey', 'browserSession'],
  limits: [],
  parameters: parameterReader({ query: CompanyParameters }, checkSuggestionParameters),
  run(work) {
    const { q, country, limit } = work.parameters
    return writeSuggestions(work, 'company', (release) => release.companies(country)?.(q, { limit }))
  },
}
