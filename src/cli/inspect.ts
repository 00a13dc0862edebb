import { join } from 'node:path'
import type { Command } from 'commander'
import { inspectFiles } from '../importing/importing.ts'
import { REGISTRIES, type Registry } from '../registries/registries.ts'
import { addAction } from './context.ts'
import { describeError } from './describe-error.ts'
import { checkFiles, type ImportOptions, parseRegistry } from './import.ts'
import { parsePercent, wholeNumber } from './parse.ts'
import { printInspection } from './print-inspection.ts'
import { currentCall } from './shell.ts'

interface Options extends ImportOptions {
  readonly rejects: number
}

export function inspectCommand(command: Command): void {
  command
    .argument('<source>', REGISTRIES.map((one) => one.name).join(' | '), parseRegistry)
    .argument('[files...]', 'the files as the register publishes them')
    .option('--parts <n>', 'how many parts the register lists for an RPO init', wholeNumber())
    .option('--allow-gap', 'decide as `import --allow-gap`')
    .option('--allow-shrink', 'decide as `import --allow-shrink`')
    .option('--max-rejects <percent>', 'share of rows that may be rejected before the whole set is', parsePercent, 1)
    .option('--rejects <n>', 'how many rejected rows of each set to show', wholeNumber(), 10)
  addAction(command, async (context, registry: Registry, paths: string[], options: Options) => {
    checkFiles(registry, paths)
    const inspection = await inspectFiles(registry, paths, {
      parts: options.parts,
      allowGap: options.allowGap === true,
      allowShrink: options.allowShrink === true,
      rejectShareMax: options.maxRejects / 100,
      rejectsMax: options.rejects,
      catalogPath: join(context.dataDir, 'catalog.db'),
      clock: context.clock,
      signal: context.interrupted,
      reporter: context.terminal,
      describeError,
    })
    printInspection(inspection, context.terminal)
    context.terminal.json(inspection)
    currentCall().exitCode = inspection.accepted ? 0 : 1
  })
}
