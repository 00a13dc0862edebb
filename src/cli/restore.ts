import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type BackupManifest, dumpCommands, restore } from '../backup/backup.ts'
import { addAction, type Context } from './context.ts'

export function restoreCommand(command: Command): void {
  command.argument('<file>', 'the file that `backup` wrote')
  addAction(command, async (context, name: string) => {
    const { dataDir, interrupted, terminal } = context
    const manifest = await restore(resolve(name), dataDir, {
      interrupted,
      progress: ({ what, bytes, bytesTotal }) =>
        terminal.progress({ what, unit: 'bytes', done: bytes, total: bytesTotal }),
    })
    terminal.progressDone()
    terminal.line(`Restored the backup of ${manifest.madeAt} into ${dataDir}.`)
    for (const line of nextSteps(context, resolve(name), manifest)) terminal.advise(line)
    terminal.json({ data: dataDir, ...manifest })
  })
}

function nextSteps({ databaseUrl }: Context, file: string, { books, parts }: BackupManifest): string[] {
  const has = (name: string): boolean => parts.some((part) => part.name === name)
  const steps: string[] = []
  if (books === 'postgres') {
    steps.push('The accounts and the books were in PostgreSQL. Put their dump into an empty database with:')
    steps.push(
      databaseUrl === undefined ? 'pg_restore (see docs/operating/backup.md)' : dumpCommands(databaseUrl, file).restore,
    )
  }
  if (!has('releases/current')) steps.push('The backup has no release. Run `regista sync` and `regista publish`.')
  if (has('ledger.db')) {
    steps.push(
      'The books lack what was charged after the backup, so the server refuses all requests with 503 until you resolve that doubt: regista accounting status',
    )
  }
  if (has('control.db'))
    steps.push(
      'Changes made after the backup are lost: keys that were revoked work again, and suspended accounts and projects are active again. Check `regista account list`, `regista project list` and, for each project, `regista key list --project ID` before you start.',
    )
  return [...steps, 'Then start: regista serve']
}
