import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sumRecords } from '../catalog/catalog.ts'
import { importFiles, sourceFiles } from '../importing/importing.ts'
import { REGISTRIES } from '../registries/registries.ts'
import { formatCount } from '../stdx/format-count.ts'
import type { Context } from './context.ts'
import { describeImport } from './import.ts'
import { publishRelease } from './publish.ts'
import { writeSampleFiles } from './sample.ts'
import type { Terminal } from './terminal.ts'

/** The name of a sample until it is complete, so that the rest of an interrupted run is not used. */
const UNFINISHED = 'sample.tmp'

/**
 * Imports and publishes two small invented countries, with a line for each step. Returns the id of the release. The
 * caller holds the lock of the folder, so an unfinished sample in it was left by a killed process.
 */
export async function makeDemo(context: Context, { verbose }: { readonly verbose: boolean }): Promise<string> {
  const { terminal } = context
  // With the context as its prototype: a copy would read `interrupted`, which begins to listen for signals.
  const details = verbose ? context : Object.create(context, { terminal: { value: quiet(terminal) } })
  const outDir = join(context.dataDir, 'sample')
  const unfinished = join(context.dataDir, UNFINISHED)
  rmSync(unfinished, { recursive: true, force: true })
  if (!existsSync(outDir)) {
    mkdirSync(unfinished)
    const { files } = await writeSampleFiles(context, { outDir: unfinished, scale: 'small', seed: 1 })
    renameSync(unfinished, outDir)
    terminal.line(`invented the registers of two small countries: ${formatCount(files.length, 'file')} in ${outDir}`)
  }
  for (const registry of REGISTRIES) {
    const dir = join(outDir, registry.name)
    const files = sourceFiles(readdirSync(dir).map((name) => join(dir, name)))
    let records = 0
    await importFiles(details, registry, files, {
      onReport(report) {
        details.terminal.line(describeImport(report))
        if (report.counts !== null) records += sumRecords(report.counts)
      },
    })
    terminal.line(`imported ${registry.name}: ${formatCount(records, 'record')}`)
  }
  const { id, segments } = await publishRelease(details, { allowShrink: false })
  const records = segments.reduce((sum, segment) => sum + segment.records, 0)
  if (!verbose) terminal.line(`published ${formatCount(records, 'record')}`)
  return id
}

/** Progress on a screen stays. */
function quiet(terminal: Terminal): Terminal {
  return { ...terminal, line: () => undefined, advise: () => undefined, warn: () => undefined }
}
