import { join } from 'node:path'
import type { Catalog } from '../catalog/catalog.ts'
import type { Registry, SourceFile } from '../registries/registries.ts'
import { type ImportOptions, type ImportReport, importSet } from './import-set.ts'
import type { ProgressReporter } from './progress.ts'
import { isInvented } from './source-files.ts'

/** What an import works with. */
export interface ImportContext {
  readonly dataDir: string
  readonly terminal: ProgressReporter
  readonly interrupted: AbortSignal
  openCatalog(): Promise<Catalog>
}

export interface ImportFilesOptions {
  readonly parts?: number | undefined
  readonly allowGap?: boolean
  readonly allowShrink?: boolean
  /** In percent of the rows; 1 without it. */
  readonly maxRejects?: number
  /** Called after each set, also before a later one fails. */
  readonly onReport?: (report: ImportReport) => void
}

/** Imports the sets that these files make, in order. Stops at the first refused set; earlier ones stay imported. */
export async function importFiles(
  context: ImportContext,
  registry: Registry,
  files: readonly SourceFile[],
  options: ImportFilesOptions,
): Promise<ImportReport[]> {
  const sets = await registry.arrange(files, { parts: options.parts })
  const how: ImportOptions = {
    allowGap: options.allowGap === true,
    allowShrink: options.allowShrink === true,
    rejectShareMax: (options.maxRejects ?? 1) / 100,
    invented: isInvented(files),
    rejectsDir: join(context.dataDir, 'rejects'),
    signal: context.interrupted,
  }
  const reports: ImportReport[] = []
  using catalog = await context.openCatalog()
  for (const set of sets) {
    const report = await importSet(catalog, registry, set, how, context.terminal)
    reports.push(report)
    options.onReport?.(report)
  }
  return reports
}
