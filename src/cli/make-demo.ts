import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { REGISTRIES } from '../registries/registries.ts'
import type { Context } from './context.ts'
import { importFiles } from './import.ts'
import { publishRelease } from './publish.ts'
import { writeSampleFiles } from './sample.ts'
import { sourceFiles } from './source-files.ts'

/** How the name of a sample begins until it is whole: what an interrupted run left is not taken for one. */
const UNFINISHED = 'sample.tmp'

/**
 * Two small countries, through the same importers as the real ones. Returns the id of the release. The caller lets only one at a time
 * work on the folder, so whatever is unfinished there was left by one that was killed.
 */
export async function makeDemo(context: Context): Promise<string> {
  const outDir = join(context.dataDir, 'sample')
  for (const name of readdirSync(context.dataDir)) {
    if (name.startsWith(UNFINISHED)) rmSync(join(context.dataDir, name), { recursive: true })
  }
  if (!existsSync(outDir)) {
    const unfinished = mkdtempSync(join(context.dataDir, `${UNFINISHED}-`))
    await writeSampleFiles(context, { outDir: unfinished, scale: 'small', seed: 1 })
    renameSync(unfinished, outDir)
  }
  for (const registry of REGISTRIES) {
    const dir = join(outDir, registry.name)
    await importFiles(context, registry, sourceFiles(readdirSync(dir).map((name) => join(dir, name))), {})
  }
  return (await publishRelease(context, { allowShrink: false })).id
}
