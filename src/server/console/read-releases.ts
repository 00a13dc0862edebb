import { type Manifest, readManifest } from '../../release/release.ts'
import { isoTime } from '../../stdx/clock.ts'
import { InputError } from '../../stdx/input-error.ts'
import type { ConsoleSources } from './console-sources.ts'

/** `/console/api/releases`: the kept releases, newest first, each with its difference to the one before. */
export async function readReleases(sources: ConsoleSources) {
  const folder = sources.releases
  const current = folder.currentId()
  let before: Manifest | undefined
  const releases = folder.ids().map((id) => {
    const described = describeRelease(folder.path(id), before)
    before = described.manifest ?? before
    const { manifest: _manifest, ...facts } = described
    return { id, is_current: id === current, ...facts }
  })
  return { as_of: isoTime(sources.clock.nowMs()), current, releases: releases.toReversed() }
}

function describeRelease(dir: string, before: Manifest | undefined) {
  try {
    const manifest = readManifest(dir)
    const { createdAt, invented, segments } = manifest
    return { manifest, created_at: createdAt, invented, segments: segments.map(describe), problem: null }
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return { manifest: undefined, created_at: null, invented: null, segments: [], problem: error.message }
  }

  function describe({ name, records, living }: Manifest['segments'][number]) {
    const earlier = before?.segments.find((one) => one.name === name)
    return {
      ...{ name, records, living_records: living },
      records_difference: earlier === undefined ? null : records - earlier.records,
      living_records_difference: earlier === undefined ? null : living - earlier.living,
    }
  }
}
