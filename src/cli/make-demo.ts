import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { importFiles, sourceFiles } from '../importing/importing.ts'
import { REGISTRIES } from '../registries/registries.ts'
import type { Context } from './context.ts'
import { describeImport } from './import.ts'
import { publishRelease } from './publish.ts'
import { writeSampleFiles } from './sample.ts'

/** The name of a sample until it is whole: what an interrupted run left is not taken for one. */
const UNFINISHED = 'sample.tmp'

/**
 * Two small countries, through the same importers as the real ones. Returns the id of the release. The caller lets only one at a time
 * work on the folder, so whatever is unfinished there was left by one that was killed.
 */
export async function makeDemo(context: Context): Promise<string> {
  const outDir = join(context.dataDir, 'sample')
  const unfinished = join(context.dataDir, UNFINISHED)
  rmSync(unfinished, { recursive: true, force: true })
  if (!existsSync(outDir)) {
    mkdirSync(unfinished)
    await writeSampleFiles(context, { outDir: unfinished, scale: 'small', seed: 1 })
    renameSync(unfinished, outDir)
  }
  for (const registry of REGISTRIES) {
    const dir = join(outDir, registry.name)
    const files = sourceFiles(readdirSync(dir).map((name) => join(dir, name)))
    await importFiles(context, registry, files, {
      onReport: (report) => context.terminal.line(describeImport(report)),
    })
  }
  return (await publishRelease(context, { allowShrink: false })).id
}
