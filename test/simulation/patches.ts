import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../testing/source-tree.ts'

/** A change of a source file that is made while it is loaded. The file itself stays as it is. */
export interface Patch {
  /** Relative to the root of the project. */
  readonly file: string
  /** Occurs in the file exactly once. */
  readonly from: string
  readonly to: string
}

/** Makes this thread load the files with these changes from now on. */
export function applyPatches(patches: readonly Patch[]): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const own = url.startsWith('file:') ? patches.filter(({ file }) => fileURLToPath(url) === join(ROOT, file)) : []
      if (own.length === 0) return loaded
      return { ...loaded, source: own.reduce(applyPatch, String(loaded.source)) }
    },
  })
}

/** Counts how often the text that a patch replaces occurs in its file. */
export function countOccurrences({ file, from }: Patch): number {
  return readFileSync(join(ROOT, file), 'utf8').split(from).length - 1
}

function applyPatch(source: string, patch: Patch): string {
  if (source.split(patch.from).length !== 2) throw new Error(`${patch.file} does not have once: ${patch.from}`)
  return source.replace(patch.from, () => patch.to)
}
