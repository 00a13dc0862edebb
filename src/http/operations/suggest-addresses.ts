import { isRejection, type Rejection } from '../errors.ts'
import { parameterReader, rejectParameter } from '../request/read-parameters.ts'
import { AddressParameters } from '../schemas/parameters.ts'
import { PRICES } from '../schemas/prices.ts'
import type { MeteredOperation } from './operation.ts'
import { checkSuggestionParameters, type SuggestionParameters } from './suggestion-parameters.ts'
import { writeSuggestions } from './write-suggestions.ts'

interface AddressSuggestionParameters extends SuggestionParameters {
  readonly near: { readonly latitude: number; readonly longitude: number } | undefined
}

export const suggestAddresses: MeteredOperation<AddressSuggestionParameters> = {
  id: 'suggestAddresses',
  method: 'GET',
  path: '/v1/autocomplete/addresses',
  price: PRICES.suggestAddresses,
  summary: 'Suggest addresses',
  description:
    'Streets and places, and address points once a house number is typed, the best match first. An empty result is charged too.',
  scope: 'addresses:suggest',
  bearers: ['serverKey', 'browserSession'],
  limits: [],
  parameters: parameterReader({ query: AddressParameters }, checkParameters),
  run(work) {
    const { ports, context, parameters } = work
    const { q, country, limit, near = ports.positionOf?.(context.ip) } = parameters
    const options = near ? { limit, near } : { limit }
    return writeSuggestions(work, 'address', (release) => release.addresses(country)?.(q, options))
  },
}

function checkParameters(values: AddressParameters): AddressSuggestionParameters | Rejection {
  const parameters = checkSuggestionParameters(values)
  if (isRejection(parameters)) return parameters
  const { latitude, longitude } = values
  if ((latitude === undefined) !== (longitude === undefined))
    return rejectParameter('The parameters latitude and longitude belong together. Send both or neither.')
  const near = latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
  return { ...parameters, near }
}
