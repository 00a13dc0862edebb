import type { Command } from 'commander'
import { type ImportReport, type SourceReport, type SyncRun, sync } from '../importing/importing.ts'
import { REGISTRIES, type Registry } from '../registries/registries.ts'
import { addAction } from './context.ts'
import { describeImport, parseRegistry } from './import.ts'
import { describeMissingDays } from './missing-days.ts'
import { parsePercent } from './parse.ts'
import { waitDaysOption } from './settings.ts'
import { currentCall } from './shell.ts'

export function syncCommand(command: Command): void {
  command
    .argument('[sources...]', 'the sources to fetch (default: all)', collectRegistries, [])
    .option('--sources <file>', 'JSON with other addresses than the official ones')
    .option('--fetch-only', 'download only; import nothing')
    .option('--allow-shrink', 'accept sets with over 1 % fewer records than the last ones')
    .option('--max-rejects <percent>', 'share of rows that may be rejected before a whole set is', parsePercent, 1)
    .addOption(waitDaysOption())
  addAction(command, async (context, registries: Registry[], options: Omit<SyncRun, 'onReport'>) => {
    const wanted = registries.length === 0 ? REGISTRIES : registries
    const onReport = (report: ImportReport): void => context.terminal.line(describeImport(report))
    const reports = await sync(context, wanted, { ...options, onReport })
    for (const report of reports) for (const line of describe(report)) context.terminal.line(line)
    context.terminal.json({ sources: reports })
    if (reports.some(({ failures }) => failures.length !== 0)) currentCall().exitCode = 1
  })
}

function describe({ source, outcome, failures, imported, missingDays }: SourceReport): string[] {
  const lines = failures.map(({ title, reason }) => `${source}, ${title}: FAILED: ${reason}`)
  if (missingDays.length !== 0) lines.push(`${source}: ${describeMissingDays(missingDays)}`)
  if (failures.length !== 0 || imported.length !== 0) return lines
  return [`${source}: ${outcome === 'nothing_new' ? 'nothing new' : 'fetched'}`, ...lines]
}

function collectRegistries(name: string, before: Registry[]): Registry[] {
  return [...before, parseRegistry(name)]
}
