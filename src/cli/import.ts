import { type Command, InvalidArgumentError } from 'commander'
import { sumRecords } from '../catalog/catalog.ts'
import { type ImportReport, importFiles, sourceFiles } from '../importing/importing.ts'
import { REGISTRIES, type Registry } from '../registries/registries.ts'
import { formatCount, formatNumber } from '../stdx/format-count.ts'
import { InputError } from '../stdx/input-error.ts'
import { addAction } from './context.ts'
import { describeMissingDays } from './missing-days.ts'
import { parseName, parsePercent, wholeNumber } from './parse.ts'
import { currentCall } from './shell.ts'

export interface ImportOptions {
  readonly parts?: number
  readonly allowGap?: boolean
  readonly allowShrink?: boolean
  readonly maxRejects: number
}

export function importCommand(command: Command): void {
  command
    .argument('<source>', REGISTRIES.map((one) => one.name).join(' | '), parseRegistry)
    .argument('[files...]', 'the files as the register publishes them')
    .option(
      '--parts <n>',
      'how many parts the register lists for an RPO init: only then may missing records be retired',
      wholeNumber(),
    )
    .option('--allow-gap', 'apply a daily although days before it are missing')
    .option('--allow-shrink', 'accept a set with over 1 % fewer records than the last one, or without its code lists')
    .option(
      '--max-rejects <percent>',
      'highest percentage of rejected rows; above it, nothing is imported',
      parsePercent,
      1,
    )
  addAction(command, async (context, registry: Registry, paths: string[], options: ImportOptions) => {
    checkFiles(registry, paths)
    const reports: ImportReport[] = []
    try {
      await importFiles(context, registry, sourceFiles(paths), {
        ...options,
        onReport(report) {
          context.terminal.line(describeImport(report))
          reports.push(report)
        },
      })
      const missing = reports.at(-1)?.missingDays ?? []
      if (missing.length !== 0) context.terminal.line(`${registry.name}: ${describeMissingDays(missing)}`)
      context.terminal.json({ source: registry.name, sets: reports })
    } catch (error) {
      // Sets before the one that failed are in the catalog, so JSON output must list them too.
      if (!(error instanceof InputError) || reports.length === 0 || !context.json) throw error
      context.terminal.json({ source: registry.name, sets: reports, error: error.message })
      context.terminal.warn(`regista: ${error.message}`)
      currentCall().exitCode = 1
    }
  })
}

/** `cz-res, as of 2026-09-15: 3 031 541 records in 24.1 s (3 031 541 new) …` */
export function describeImport(report: ImportReport): string {
  const what = [report.dataset, report.scope].filter((part) => part !== '').join(' ')
  const title = report.observedOn === null ? what : `${what}, as of ${report.observedOn}`
  const { counts } = report
  if (report.outcome === 'dated')
    return `${title}: these files are imported already; customers are shown ${report.observedOn} as their day after the next publish`
  if (counts === null) return `${title}: these files are imported already; nothing to do`
  const parts: readonly [number, string][] = [
    [counts.added, 'new'],
    [counts.changed, 'changed'],
    [counts.unchanged, 'unchanged'],
    [counts.returned, 'returned'],
    [counts.ended, 'ended'],
    [counts.keptNewer, 'known in a later version'],
    [counts.retired, 'gone from the source'],
  ]
  const records = parts.filter(([count]) => count !== 0).map(([count, label]) => `${formatNumber(count)} ${label}`)
  const lines = [
    `${title}: ${formatCount(sumRecords(counts), 'record')} in ${report.seconds.toFixed(1)} s (${records.join(', ') || 'none'})`,
  ]
  if (report.shownDay !== report.observedOn)
    lines.push(
      `  the files state no day: customers are shown ${report.shownDay}, the day of this import. If the register's own file name has a day, import the file again under that name.`,
    )
  const { missingLists } = report
  if (missingLists.length !== 0)
    lines.push(
      `  ${missingLists.join(', ')} ${missingLists.length === 1 ? 'was' : 'were'} not given: fields that need ${missingLists.length === 1 ? 'it' : 'them'} are empty`,
    )
  for (const [reason, rows] of Object.entries(counts.skippedBy))
    lines.push(`  skipped ${formatNumber(rows)}: ${reason}`)
  for (const [label, rows] of Object.entries(counts.missingBy)) lines.push(`  noted ${formatNumber(rows)}: ${label}`)
  if (counts.short !== null) lines.push(`  warning: ${counts.short}`)
  if (counts.notRetired !== null)
    lines.push(
      `  nothing was marked as gone from the source: ${counts.notRetired}${report.complete ? '' : ' (give --parts N if it is)'}`,
    )
  if (counts.rejected !== 0) lines.push(`  rejected ${formatNumber(counts.rejected)}: see ${report.rejectsFile}`)
  return lines.join('\n')
}

/** Not left to commander, which would ask for files first where only the source is missing. */
export function checkFiles({ name }: Registry, paths: readonly string[]): void {
  if (paths.length === 0) throw new InvalidArgumentError(`Name the files of ${name} too.`)
}

export function parseRegistry(name: string): Registry {
  return parseName('source', REGISTRIES, name)
}
