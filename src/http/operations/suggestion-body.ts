import type { Country, Kind } from '../../records/country.ts'
import type { LeftOut } from '../../search/search.ts'
import { type ByteString, toByteString } from '../../stdx/byte-string.ts'
import { DAY_MS } from '../../stdx/time-units.ts'
import type { Language } from '../schemas/words.ts'
import type { ServedRelease } from '../served-release.ts'
import { suggestionMeta } from '../sources-meta.ts'

export interface SuggestionMeta {
  readonly requestId: string
  readonly country: Country
  readonly kind: Kind
  readonly language: Language
  readonly chargedUnits: number
  readonly nowMs: number
  readonly leftOut: readonly LeftOut[]
}

/** `hits` is a JSON array already. */
export function suggestionBody(release: ServedRelease, hits: ByteString, meta: SuggestionMeta): ByteString {
  const { requestId, country, language, chargedUnits } = meta
  return `{"data":${hits},"meta":{"request_id":"${requestId}","country":"${country}","language":"${language}","charged_units":${chargedUnits},${tail(release, meta)}}}` as ByteString
}

const tails = new WeakMap<ServedRelease, Map<string, string>>()

/** The part of `meta` that stays the same until the day or the release changes, for what is left out. */
function tail(release: ServedRelease, { country, kind, nowMs, leftOut }: SuggestionMeta): string {
  const day = Math.floor(nowMs / DAY_MS)
  const known = tails.getOrInsertComputed(release, () => new Map())
  const key = `${country} ${kind} ${day} ${leftOut.join()}`
  const text = known.get(key)
  if (text !== undefined) return text
  if (TAILS_MAX <= known.size) known.clear()
  const written = toByteString(
    JSON.stringify(suggestionMeta(release.sources({ country, kind, nowMs }), leftOut)).slice(1, -1),
  )
  known.set(key, written)
  return written
}

/** Two countries, two kinds, and what may be left out. More entries are those of another day. */
const TAILS_MAX = 24
