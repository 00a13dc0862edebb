import type { Country, Kind } from '../../records/country.ts'
import { DAY_MS } from '../../stdx/time-units.ts'
import { suggestionMeta } from '../meta/sources-meta.ts'
import type { Language } from '../schemas/words.ts'
import type { ServedRelease } from '../served-release.ts'

export interface SuggestionMeta {
  readonly requestId: string
  readonly country: Country
  readonly kind: Kind
  readonly language: Language
  readonly chargedUnits: number
  readonly nowMs: number
}

/** The whole body around the hits, which are a JSON array already. */
export function suggestionBody(release: ServedRelease, hits: string, meta: SuggestionMeta): string {
  const { requestId, country, language, chargedUnits } = meta
  return `{"data":${hits},"meta":{"request_id":"${requestId}","country":"${country}","language":"${language}","charged_units":${chargedUnits},${tail(release, meta)}}}`
}

const tails = new WeakMap<ServedRelease, Map<string, string>>()

/** What is the same in all answers of a country and kind, until the day or the release changes. */
function tail(release: ServedRelease, { country, kind, nowMs }: SuggestionMeta): string {
  const day = Math.floor(nowMs / DAY_MS)
  const known = tails.getOrInsertComputed(release, () => new Map())
  const key = `${country} ${kind} ${day}`
  const text = known.get(key)
  if (text !== undefined) return text
  if (KINDS_OF_ANSWERS <= known.size) known.clear()
  const made = JSON.stringify(suggestionMeta(release.sources({ country, kind, nowMs }))).slice(1, -1)
  known.set(key, made)
  return made
}

/** Two countries, two kinds; so yesterday's are thrown away. */
const KINDS_OF_ANSWERS = 4
