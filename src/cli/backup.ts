import { existsSync, renameSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { BACKUP_FORMAT, type BackupManifest } from '../backup/backup-manifest.ts'
import { dumpCommands } from '../backup/database-dump.ts'
import { makingFolder, type SavedFrom, savedArchive, savedBooks, savedData } from '../backup/saved-files.ts'
import { writeArchive } from '../backup/write-archive.ts'
import { isoTime } from '../stdx/clock.ts'
import { GivenError } from '../stdx/given-error.ts'
import { syncFolder } from '../stdx/sync-folder.ts'
import { type Context, type GlobalOptions, openContext, withGlobalOptions } from './context.ts'
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
    refuseExisting(file)
    const manifest = await makeBackup(context, { file, data: options.withoutData === true ? 'left_out' : 'saved' })
    const databaseUrl = process.env.REGISTA_DATABASE_URL || undefined
    const dump = databaseUrl === undefined ? undefined : dumpCommands(databaseUrl, file).save
    for (const { name, bytes } of manifest.parts) context.terminal.line(`${grouped(bytes).padStart(14)}  ${name}`)
    context.terminal.line(
      `saved to ${file}, as of ${manifest.madeAt}. It holds secrets: keep it as you keep passwords.`,
    )
    if (dump !== undefined)
      context.terminal.line(`The accounts and the books are in PostgreSQL and not in it. Save them with:\n${dump}`)
    context.terminal.json({ file, ...manifest, databaseDump: dump ?? null })
  })
}

async function makeBackup(
  context: Context,
  { file, data }: { readonly file: string; readonly data: 'saved' | 'left_out' },
): Promise<BackupManifest> {
  const books = process.env.REGISTA_DATABASE_URL ? 'postgres' : 'sqlite'
  const { terminal, clock, interrupted } = context
  // Beside the file, as only a rename within one disk is done wholly or not at all.
  using making = makingFolder(`${file}.making`)
  const from: SavedFrom = {
    ...{ data: context.dataDir, copies: making.path, clock },
    progress(copy, bytes, bytesTotal) {
      interrupted.throwIfAborted()
      terminal.progress({ what: `copying ${copy.from}`, rows: 0, bytes, bytesTotal, rejected: 0 })
    },
  }
  const files = data === 'saved' ? await savedData(from) : []
  const saved = books === 'sqlite' ? await savedBooks(from) : { madeAt: isoTime(clock.nowMs()), files: [] }
  // The smallest and dearest first, where a look into the archive finds them.
  files.unshift(...saved.files, ...savedArchive(context.dataDir))
  if (files.length === 0) throw new GivenError(`${context.dataDir} holds nothing that could be saved. Check --data.`)
  const bytesTotal = files.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  const made = join(making.path, 'archive')
  const manifest = await writeArchive(
    made,
    { format: BACKUP_FORMAT, madeAt: saved.madeAt, books, files },
    (_, bytes) => {
      interrupted.throwIfAborted()
      done += bytes
      terminal.progress({ what: 'writing', rows: 0, bytes: done, bytesTotal, rejected: 0 })
    },
  )
  terminal.progressDone()
  refuseExisting(file)
  renameSync(made, file)
  syncFolder(dirname(file))
  return manifest
}

function refuseExisting(file: string): void {
  if (existsSync(file))
    throw new GivenError(`${file} is there already, and a backup is never overwritten. Name another file.`)
}
