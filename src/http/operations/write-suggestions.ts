import type { Kind } from '../../records/country.ts'
import type { ByteString } from '../../stdx/byte-string.ts'
import { type Rejection, reject } from '../errors.ts'
import type { Work } from '../request-types.ts'
import { PRICES } from '../schemas/prices.ts'
import type { ServedRelease, Suggestions } from '../served-release.ts'
import { suggestionBody } from './suggestion-body.ts'
import type { SuggestionParameters } from './suggestion-parameters.ts'

/**
 * A search has a work budget and ends within milliseconds. Past this deadline the machine is overloaded and the person
 * has typed on.
 */
export const SEARCH_DEADLINE_MS = 250

/** `search` writes the hits; undefined if nothing of the country was ever imported. */
export function writeSuggestions(
  { ports, context, parameters: { country, language } }: Work<SuggestionParameters>,
  kind: Kind,
  search: (release: ServedRelease) => Suggestions | undefined,
): ByteString | Rejection {
  const { monotonic, clock } = ports
  const release = ports.release()
  if (release === undefined) return reject('data_unavailable')
  ports.signs?.enter('search')
  const startedMs = monotonic.monotonicMs()
  const found = search(release)
  if (found === undefined) return reject('data_unavailable')
  if (SEARCH_DEADLINE_MS < monotonic.monotonicMs() - startedMs) return reject('overloaded')
  const { requestId } = context
  ports.meter?.suggested(kind === 'company' ? 'suggestCompanies' : 'suggestAddresses', country, found.found)
  const chargedUnits = kind === 'company' ? PRICES.suggestCompanies : PRICES.suggestAddresses
  const of = { requestId, country, kind, language, chargedUnits, nowMs: clock.nowMs() }
  return suggestionBody(release, found.hits, { ...of, leftOut: found.leftOut })
}
