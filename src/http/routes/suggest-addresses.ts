import { admit } from '../calls/admission.ts'
import { chargeWithinBudget } from '../calls/daily-budget.ts'
import { inTurn } from '../calls/turn.ts'
import { isRefused } from '../errors.ts'
import { parameterReader, wrong } from '../request/read-parameters.ts'
import { AddressParameters } from '../schemas/parameters.ts'
import type { Route } from './route.ts'
import { askedSuggestion } from './suggestion-request.ts'
import { makeSuggestion } from './suggestion-work.ts'

/** GET /v1/autocomplete/addresses */
export const suggestAddresses: Route = {
  id: 'suggestAddresses',
  method: 'GET',
  path: '/v1/autocomplete/addresses',
  units: 1,
  summary: 'Suggest addresses',
  description:
    'Streets and places, and with a house number address points, as they fit what was typed, the best first. An empty result costs the same.',
  scope: 'addresses:suggest',
  bearers: ['serverKey', 'browserSession'],
  query: AddressParameters,
  handler(ports) {
    const read = parameterReader(AddressParameters)
    return (call) => {
      const principal = admit(ports, call, 'suggestAddresses')
      if (isRefused(principal)) return principal
      return inTurn(ports.limits, principal, async () => {
        const given = read(call.query)
        if (isRefused(given)) return given
        const asked = askedSuggestion(given)
        if (isRefused(asked)) return asked
        const { latitude, longitude } = given
        if ((latitude === undefined) !== (longitude === undefined))
          return wrong('The parameters latitude and longitude go together. Send both or neither.')
        const { q, country, limit } = asked
        return await chargeWithinBudget(ports, call, principal, {
          operation: 'suggestAddresses',
          units: 1,
          make() {
            const near =
              latitude === undefined || longitude === undefined ? ports.positionOf?.(call.ip) : { latitude, longitude }
            return makeSuggestion(ports, call, asked, {
              kind: 'address',
              hits: (release) => release.addresses(country)?.(q, near ? { limit, near } : { limit }),
            })
          },
        })
      })
    }
  },
}
