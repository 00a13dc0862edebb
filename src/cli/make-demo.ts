import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { importFiles, sourceFiles } from '../importing/importing.ts'
import { REGISTRIES } from '../registries/registries.ts'
import type { Context } from './context.ts'
import { describeImport } from './import.ts'
import { publishRelease } from './publish.ts'
import { writeSampleFiles } from './sample.ts'

/** The name of a sample until it is complete, so that the rest of an interrupted run is not used. */
const UNFINISHED = 'sample.tmp'

/**
 * Imports and publishes two small invented countries. Returns the id of the release. The caller holds the lock of the
 * folder, so an unfinished sample in it was left by a killed process.
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
