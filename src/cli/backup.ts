import { resolve } from 'node:path'
import type { Command } from 'commander'
import { dumpCommands, makeBackup } from '../backup/backup.ts'
import { formatNumber } from '../stdx/format-count.ts'
import { addAction } from './context.ts'

export function backupCommand(command: Command): void {
  command
    .argument('<file>', 'the file to write; it must not exist yet')
    .option('--without-data', 'leave out the catalog and the release, which `sync` and `publish` can make again')
  addAction(command, async (context, name: string, options: { withoutData?: true }) => {
    const file = resolve(name)
    const { dataDir, databaseUrl, clock, interrupted, terminal } = context
    const manifest = await makeBackup(dataDir, file, {
      books: databaseUrl === undefined ? 'sqlite' : 'postgres',
      data: options.withoutData === true ? 'left_out' : 'saved',
      clock,
      interrupted,
      progress: ({ what, bytes, bytesTotal }) =>
        terminal.progress({ what, unit: 'bytes', done: bytes, total: bytesTotal }),
    })
    terminal.progressDone()
    const dump = databaseUrl === undefined ? undefined : dumpCommands(databaseUrl, file).save
    for (const { name, bytes } of manifest.parts) terminal.line(`${formatNumber(bytes).padStart(14)}  ${name}`)
    terminal.line(`saved to ${file}, as of ${manifest.madeAt}. It contains secrets; store it like a password.`)
    if (dump !== undefined)
      terminal.line(`The accounts and the books are in PostgreSQL, not in this file. Save them with:\n${dump}`)
    terminal.json({ file, ...manifest, databaseDump: dump ?? null })
  })
}
