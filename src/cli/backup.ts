import { resolve } from 'node:path'
import type { Command } from 'commander'
import { dumpCommands, makeBackup } from '../backup/backup.ts'
import { type GlobalOptions, openContext, withGlobalOptions } from './context.ts'
import { grouped } from './terminal.ts'

export function backupCommand(program: Command): void {
  const command = program
    .command('backup')
    .description(
      'Save everything that a server needs to go on elsewhere into one file, while it sells. With PostgreSQL: all but the database, and how to save that.',
    )
    .argument('<file>', 'the file to write; it must not be there yet')
    .option('--without-data', 'leave out the catalog and the release, which `sync` and `publish` can make again')
  withGlobalOptions(command).action(async (name: string, options: GlobalOptions & { withoutData?: true }) => {
    const context = openContext(options)
    const file = resolve(name)
    const databaseUrl = process.env.REGISTA_DATABASE_URL || undefined
    const { dataDir, clock, interrupted, terminal } = context
    const manifest = await makeBackup(dataDir, file, {
      books: databaseUrl === undefined ? 'sqlite' : 'postgres',
      data: options.withoutData === true ? 'left_out' : 'saved',
      ...{ clock, interrupted },
      progress: (state) => terminal.progress({ ...state, rows: 0, rejected: 0 }),
    })
    terminal.progressDone()
    const dump = databaseUrl === undefined ? undefined : dumpCommands(databaseUrl, file).save
    for (const { name, bytes } of manifest.parts) terminal.line(`${grouped(bytes).padStart(14)}  ${name}`)
    terminal.line(`saved to ${file}, as of ${manifest.madeAt}. It holds secrets: keep it as you keep passwords.`)
    if (dump !== undefined)
      terminal.line(`The accounts and the books are in PostgreSQL and not in it. Save them with:\n${dump}`)
    terminal.json({ file, ...manifest, databaseDump: dump ?? null })
  })
}
