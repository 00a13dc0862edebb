import type { Call } from '../calls/call.ts'
import { type Refused, refused } from '../errors.ts'
import type { HttpPorts } from '../ports.ts'
import type { ServedRelease } from '../served-release.ts'
import { suggestionBody } from '../suggestions/suggestion-body.ts'
import type { AskedSuggestion } from './suggestion-request.ts'

/** A search has a budget of its own and ends in some milliseconds. One that took longer says that the machine has too much to do, and its answer comes too late for who types. */
export const SEARCH_DEADLINE_MS = 250

interface Work {
  readonly kind: 'company' | 'address'
  /** A JSON array; undefined if nothing of the country was ever imported. */
  readonly hits: (release: ServedRelease) => string | undefined
}

export function makeSuggestion(
  ports: HttpPorts,
  { requestId }: Call,
  { country, language }: AskedSuggestion,
  { kind, hits }: Work,
): string | Refused {
  const release = ports.release()
  if (release === undefined) return refused('data_unavailable')
  const { monotonic, clock } = ports
  const startedMs = monotonic.monotonicMs()
  const found = hits(release)
  if (found === undefined) return refused('data_unavailable')
  if (SEARCH_DEADLINE_MS < monotonic.monotonicMs() - startedMs) return refused('overloaded')
  const nowMs = clock.nowMs()
  return suggestionBody(release, found, { requestId, country, kind, language, chargedUnits: 1, nowMs })
}
