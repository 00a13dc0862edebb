import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { BackupManifest } from '../backup/backup-manifest.ts'
import { dumpCommands } from '../backup/database-dump.ts'
import { openArchive } from '../backup/read-archive.ts'
import { makingFolder } from '../backup/saved-files.ts'
import { booksInUse, updateCopiedBooks } from '../ledger/ledger.ts'
import { GivenError } from '../stdx/given-error.ts'
import { syncFolder } from '../stdx/sync-folder.ts'
import { type Context, type GlobalOptions, openContext, withGlobalOptions } from './context.ts'

export function restoreCommand(program: Command): void {
  const command = program
    .command('restore')
    .description('Put a backup into an empty data folder, after every byte of it was checked.')
    .argument('<file>', 'the file that `backup` wrote')
  withGlobalOptions(command).action(async (name: string, options: GlobalOptions) => {
    const context = openContext(options)
    const manifest = await restore(context, resolve(name))
    context.terminal.line(`restored to ${context.dataDir}, as of ${manifest.madeAt}`)
    for (const line of nextSteps(context, resolve(name), manifest)) context.terminal.line(line)
    context.terminal.json({ data: context.dataDir, ...manifest })
  })
}

async function restore({ dataDir, terminal, interrupted }: Context, file: string): Promise<BackupManifest> {
  refuseUsed(dataDir)
  if (!existsSync(file)) throw new GivenError(`${file}: no such file. Check the path.`)
  using archive = openArchive(file)
  const isNew = !existsSync(dataDir)
  if (isNew) mkdirSync(dirname(dataDir), { recursive: true })
  // A folder that is there may be a volume, and nothing can be renamed to its name. So what is unpacked in it gets its names one by one, the books last.
  using making = makingFolder(isNew ? `${dataDir}.making` : join(dataDir, '.making'))
  const bytesTotal = archive.manifest.parts.reduce((sum, { bytes }) => sum + bytes, 0)
  let bytes = 0
  const unpacked = join(making.path, 'data')
  mkdirSync(unpacked)
  await archive.unpack(unpacked, (_, more) => {
    interrupted.throwIfAborted()
    bytes += more
    terminal.progress({ what: 'restoring', rows: 0, bytes, bytesTotal, rejected: 0 })
  })
  terminal.progressDone()
  refuseWrongCurrent(unpacked, archive.manifest, file)
  const books = join(unpacked, 'ledger.db')
  if (existsSync(books)) await updateCopiedBooks(books)
  syncFolders(unpacked)
  if (isNew) {
    renameSync(unpacked, dataDir)
    syncFolder(dirname(dataDir))
  } else {
    moveInto(dataDir, unpacked)
  }
  return archive.manifest
}

function refuseUsed(dataDir: string): void {
  if (!existsSync(dataDir)) return
  if (booksInUse(dataDir)) throw new GivenError(`a server is running on ${dataDir}. Restore into another folder.`)
  // The root of a disk of its own has that one from the beginning.
  if (readdirSync(dataDir).every((name) => name === 'lost+found')) return
  throw new GivenError(
    `${dataDir} is not empty. A backup is restored into an empty or new folder: name another one with --data.`,
  )
}

/** The one content that is a path: it names the folder that a server opens. */
function refuseWrongCurrent(unpacked: string, { parts }: BackupManifest, file: string): void {
  if (!parts.some(({ name }) => name === CURRENT)) return
  const id = readFileSync(join(unpacked, CURRENT), 'utf8').trim()
  if (parts.some(({ name }) => name === `releases/${id}/manifest.json`)) return
  throw new GivenError(`${file} names a current release that is not in it: it is no backup of Regista.`)
}

const CURRENT = 'releases/current'

/** All or none of it, unless the machine stops in between: then there are no books, and a server finds no account to sell to. */
function moveInto(dataDir: string, unpacked: string): void {
  const names = readdirSync(unpacked).toSorted((a, b) => Number(a === 'ledger.db') - Number(b === 'ledger.db'))
  const moved: string[] = []
  try {
    for (const name of names) {
      if (existsSync(join(dataDir, name)))
        throw new GivenError(`${dataDir} is not empty any more. Nothing was restored.`)
      renameSync(join(unpacked, name), join(dataDir, name))
      moved.push(join(dataDir, name))
    }
  } catch (error) {
    for (const path of moved) rmSync(path, { recursive: true })
    throw error
  }
  syncFolder(dataDir)
}

function syncFolders(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) syncFolders(join(path, entry.name))
  syncFolder(path)
}

function nextSteps({ dataDir }: Context, file: string, { books, parts }: BackupManifest): string[] {
  const has = (name: string): boolean => parts.some((part) => part.name === name)
  const databaseUrl = process.env.REGISTA_DATABASE_URL || undefined
  const steps: string[] = []
  if (books === 'postgres') {
    steps.push('The accounts and the books were in PostgreSQL. Put their dump into an empty database with:')
    steps.push(
      databaseUrl === undefined ? 'pg_restore (see docs/operating/backup.md)' : dumpCommands(databaseUrl, file).restore,
    )
  }
  if (!has(CURRENT)) steps.push('There is no release in it: run `regista sync` and `regista publish`.')
  if (has('ledger.db')) {
    steps.push(
      'What was charged after that moment is not in its books, so all requests are refused with 503 until you resolve that doubt:',
    )
    steps.push(`regista accounting status --data ${dataDir}`)
  }
  if (has('control.db'))
    steps.push(
      'Keys that were revoked, and accounts and projects that were suspended or changed after that moment, are as they were: look at `regista account list`, `regista project list` and `regista key list` before you start.',
    )
  return [...steps, `Then start: regista serve --data ${dataDir}`]
}
