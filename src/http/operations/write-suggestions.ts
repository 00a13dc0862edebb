import type { Kind } from '../../records/country.ts'
import type { ByteString } from '../../stdx/byte-string.ts'
import { type Rejection, reject } from '../errors.ts'
import type { Work } from '../request-types.ts'
import { PRICES } from '../schemas/prices.ts'
import type { ServedRelease } from '../served-release.ts'
import { suggestionBody } from '../suggestions/suggestion-body.ts'
import type { SuggestionParameters } from './suggestion-parameters.ts'

/**
 * A search has a work budget and ends within milliseconds. Past this deadline the machine is overloaded and the person
 * has typed on.
 */
export const SEARCH_DEADLINE_MS = 250

/** `search` writes the hits as a JSON array; undefined if nothing of the country was ever imported. */
export function writeSuggestions(
  { ports, context, parameters: { country, language } }: Work<SuggestionParameters>,
  kind: Kind,
  search: (release: ServedRelease) => ByteString | undefined,
): ByteString | Rejection {
  const { monotonic, clock } = ports
  const release = ports.release()
  if (release === undefined) return reject('data_unavailable')
  const startedMs = monotonic.monotonicMs()
  const hits = search(release)
  if (hits === undefined) return reject('data_unavailable')
  if (SEARCH_DEADLINE_MS < monotonic.monotonicMs() - startedMs) return reject('overloaded')
  const { requestId } = context
  const chargedUnits = kind === 'company' ? PRICES.suggestCompanies : PRICES.suggestAddresses
  return suggestionBody(release, hits, { requestId, country, kind, language, chargedUnits, nowMs: clock.nowMs() })
}
