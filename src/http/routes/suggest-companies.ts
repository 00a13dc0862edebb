import { admit } from '../calls/admission.ts'
import { chargeWithinBudget } from '../calls/daily-budget.ts'
import { inTurn } from '../calls/turn.ts'
import { isRefused } from '../errors.ts'
import { parameterReader } from '../request/read-parameters.ts'
import { CompanyParameters } from '../schemas/parameters.ts'
import type { Route } from './route.ts'
import { askedSuggestion } from './suggestion-request.ts'
import { makeSuggestion } from './suggestion-work.ts'

/** GET /v1/autocomplete/companies */
export const suggestCompanies: Route = {
  id: 'suggestCompanies',
  method: 'GET',
  path: '/v1/autocomplete/companies',
  units: 1,
  summary: 'Suggest companies',
  description:
    'Companies and organisations whose name or ICO begins or reads as what was typed, the best first. An empty result costs the same.',
  scope: 'companies:suggest',
  bearers: ['serverKey', 'browserSession'],
  query: CompanyParameters,
  handler(ports) {
    const read = parameterReader(CompanyParameters)
    return (call) => {
      const principal = admit(ports, call, 'suggestCompanies')
      if (isRefused(principal)) return principal
      return inTurn(ports.limits, principal, async () => {
        const asked = askedSuggestion(read(call.query))
        if (isRefused(asked)) return asked
        const { q, country, limit } = asked
        return await chargeWithinBudget(ports, call, principal, {
          operation: 'suggestCompanies',
          units: 1,
          make: () =>
            makeSuggestion(ports, call, asked, {
              kind: 'company',
              hits: (release) => release.companies(country)?.(q, { limit }),
            }),
        })
      })
    }
  },
}
