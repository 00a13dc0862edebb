import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PART_SUFFIX, STATE_SUFFIX } from '../stdx/download-state.ts'

/**
 * Removes from a source's folder what belongs to none of the files named, with their parts and states. To be called only after the import
 * succeeded: until then the files are what the next run imports without fetching them again. No names at all means that the newest files are
 * not known, and nothing is removed. Returns the names removed.
 */
export async function forgetOldDownloads(folder: string, keep: readonly string[]): Promise<string[]> {
  if (keep.length === 0) return []
  const kept = new Set(keep.flatMap((name) => [name, name + PART_SUFFIX, name + STATE_SUFFIX]))
  const removed: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile() || kept.has(entry.name)) continue
    await rm(join(folder, entry.name), { force: true })
    removed.push(entry.name)
  }
  return removed.toSorted()
}
