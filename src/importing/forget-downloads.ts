import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PART_SUFFIX, STATE_SUFFIX } from '../stdx/download-state.ts'

/**
 * Removes files from a source's folder, with their parts and states, except the named ones. Call it only after the
 * import succeeded: until then the next run imports the files without another download. An empty list means that the
 * newest files are unknown, and nothing is removed.
 */
export async function forgetOldDownloads(folder: string, keep: readonly string[]): Promise<void> {
  if (keep.length === 0) return
  const kept = new Set(keep.flatMap((name) => [name, name + PART_SUFFIX, name + STATE_SUFFIX]))
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile() || kept.has(entry.name)) continue
    await rm(join(folder, entry.name), { force: true })
  }
}
