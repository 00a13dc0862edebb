import { findNextFile } from '../../registries/publications.ts'
import type { ManifestSource } from '../../release/release.ts'
import { isoDay, isoTime } from '../../stdx/clock.ts'
import { DAY_MS } from '../../stdx/time-units.ts'
import type { ConsoleSources } from './console-sources.ts'

/** `/console/api/sources`: how old the served data of each register are, and which file should come next. */
export async function readSources(sources: ConsoleSources) {
  const nowMs = sources.clock.nowMs()
  const manifest = sources.releases.current()?.manifest
  return {
    as_of: isoTime(nowMs),
    release: manifest?.id ?? null,
    /** Sample data do not age. */
    invented: manifest?.invented ?? false,
    sources: (manifest?.sources ?? []).map((source) => describeSource(source, nowMs)),
  }
}

function describeSource({ dataset, observedOn, regions = {}, missingDays, importedAt }: ManifestSource, nowMs: number) {
  const describeAge = (day: string) => {
    const ageDays = Math.floor((nowMs - Date.parse(day)) / DAY_MS)
    return { observed_on: day, age_days: ageDays, state: dataset.rhythmDays < ageDays ? 'stale' : 'fresh' }
  }
  const next = findNextFile(dataset.name, observedOn)
  const today = isoDay(nowMs)
  return {
    name: dataset.name,
    register: dataset.registry,
    country: dataset.country,
    kind: dataset.kind,
    ...describeAge(observedOn),
    /** If each has a file of its own: a failed download leaves one behind. */
    regions: Object.entries(regions)
      .toSorted()
      .map(([name, day]) => ({ name, ...describeAge(day) })),
    imported_at: importedAt,
    stale_after_days: dataset.rhythmDays,
    missing_days: missingDays,
    next_file: next && {
      file: next.file,
      state_of: next.stateOf,
      expected_on: next.expectedOn,
      state: next.expectedOn <= today ? 'due' : 'expected',
    },
  }
}
