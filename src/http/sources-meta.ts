import type { Country, Kind } from '../records/country.ts'
import { formatAttribution, type Manifest, type ManifestSource } from '../release/release.ts'
import type { LeftOut } from '../search/search.ts'
import { DAY_MS } from '../stdx/time-units.ts'
import type { Meta } from './schemas/meta.ts'

/** The sources of one country and kind, and how current they are. */
export interface SourcesMeta {
  readonly sources: readonly ManifestSource[]
  readonly state: CoverageState
  /** The oldest day that a source states for its data; null without sources. */
  readonly dataAsOf: string | null
  /** The newest such day. */
  readonly updatedAt: string | null
  readonly warnings: readonly ('data_stale' | 'source_missing')[]
}

export type CoverageState = 'sample' | 'partial' | 'stale' | 'complete'

/** The registers of each country and kind, as the commands name them. */
const EXPECTED_SOURCES: Readonly<Record<Country, Readonly<Record<Kind, readonly string[]>>>> = {
  sk: { company: ['sk-rpo'], address: ['sk-addresses'] },
  cz: { company: ['cz-res', 'cz-vr'], address: ['cz-addresses'] },
}

export function sourcesMeta(
  { sources: all, invented }: Pick<Manifest, 'sources' | 'invented'>,
  { country, kind, nowMs }: { readonly country: Country; readonly kind: Kind; readonly nowMs: number },
): SourcesMeta {
  const sources = all.filter(({ dataset }) => dataset.country === country && dataset.kind === kind)
  const days = sources.map(({ observedOn }) => observedOn).toSorted()
  const isMissing = EXPECTED_SOURCES[country][kind].some(
    (name) => !sources.some(({ dataset }) => dataset.registry === name),
  )
  // Invented data is never updated, so it is never stale.
  const isOld = !invented && sources.some((source) => ageDays(source, nowMs) > source.dataset.rhythmDays)
  const isStale = isOld || sources.some(({ missingDays }) => missingDays.length !== 0)
  return {
    sources,
    state: stateOf({ invented, isMissing, isStale }),
    dataAsOf: days[0] ?? null,
    updatedAt: days.at(-1) ?? null,
    warnings: [...(isStale ? (['data_stale'] as const) : []), ...(isMissing ? (['source_missing'] as const) : [])],
  }
}

/** The first that applies. */
function stateOf(given: { invented: boolean; isMissing: boolean; isStale: boolean }): CoverageState {
  if (given.invented) return 'sample'
  if (given.isMissing) return 'partial'
  return given.isStale ? 'stale' : 'complete'
}

function ageDays({ observedOn }: ManifestSource, nowMs: number): number {
  return Math.floor((nowMs - Date.parse(observedOn)) / DAY_MS)
}

/** The part of `meta` that depends only on release, country, kind and day, and on what the search left out. */
export function suggestionMeta(
  { sources, state, dataAsOf, updatedAt, warnings }: SourcesMeta,
  leftOut: readonly LeftOut[] = [],
) {
  return {
    data_as_of: dataAsOf,
    coverage: { state, source_metadata_updated_at: updatedAt },
    sources: sources.map((source) => ({
      code: source.dataset.code,
      url: source.dataset.url,
      attribution: formatAttribution(source),
      license: source.dataset.license,
      license_url: source.dataset.licenseUrl,
    })),
    warnings: [...warnings, ...leftOut],
  } satisfies Partial<Meta>
}
