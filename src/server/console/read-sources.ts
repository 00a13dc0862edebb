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

function describeSource({ dataset, observedOn, missingDays, importedAt }: ManifestSource, nowMs: number) {
  const ageDays = Math.floor((nowMs - Date.parse(observedOn)) / DAY_MS)
  const next = findNextFile(dataset.name, observedOn)
  const today = isoDay(nowMs)
  return {
    name: dataset.name,
    register: dataset.registry,
    country: dataset.country,
    kind: dataset.kind,
    observed_on: observedOn,
    imported_at: importedAt,
    age_days: ageDays,
    stale_after_days: dataset.rhythmDays,
    state: dataset.rhythmDays < ageDays ? 'stale' : 'fresh',
    missing_days: missingDays,
    next_file: next && {
      file: next.file,
      state_of: next.stateOf,
      expected_on: next.expectedOn,
      state: next.expectedOn <= today ? 'due' : 'expected',
    },
  }
}
