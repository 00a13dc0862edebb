import type { Manifest, ReleaseFolder } from '../../release/release.ts'
import { isoTime } from '../../stdx/clock.ts'
import type { ConsoleSources } from './console-sources.ts'

/** `/console/api/releases`: the kept releases, newest first, each with its difference to the one before. */
export async function readReleases(sources: ConsoleSources) {
  const folder = sources.releases
  const current = folder.currentId()
  let before: Manifest | undefined
  const releases = folder.ids().map((id) => {
    const described = describeRelease(folder, id, before)
    before = described.manifest ?? before
    const { manifest: _manifest, ...facts } = described
    return { id, is_current: id === current, ...facts }
  })
  return { as_of: isoTime(sources.clock.nowMs()), current, releases: releases.toReversed() }
}

function describeRelease(folder: ReleaseFolder, id: string, before: Manifest | undefined) {
  const { manifest, problem } = folder.describe(id)
  return {
    manifest,
    created_at: manifest?.createdAt ?? null,
    invented: manifest?.invented ?? null,
    segments: manifest?.segments.map(describe) ?? [],
    problem,
  }

  function describe({ name, records, living }: Manifest['segments'][number]) {
    const earlier = before?.segments.find((one) => one.name === name)
    return {
      name,
      records,
      living_records: living,
      records_difference: earlier === undefined ? null : records - earlier.records,
      living_records_difference: earlier === undefined ? null : living - earlier.living,
    }
  }
}
