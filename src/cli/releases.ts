import type { Command } from 'commander'
import { deriveRecordId } from '../records/record-id.ts'
import { ReleaseFolder, readManifest } from '../release/release.ts'
import { formatNumber } from '../stdx/format-count.ts'
import { InputError } from '../stdx/input-error.ts'
import { type Context, type GlobalOptions, openContext, withGlobalOptions } from './context.ts'
import { releasesDir } from './publish.ts'

export function releasesCommand(program: Command): void {
  const command = program.command('releases').description('List the releases. A star marks the one that is served.')
  withGlobalOptions(command).action((options: GlobalOptions) => {
    const context = openContext(options)
    const folder = new ReleaseFolder(releasesDir(context))
    const current = folder.currentId()
    const releases = folder.ids().map((id) => ({ id, current: id === current, ...contentOf(folder, id) }))
    for (const release of releases) {
      const star = release.current ? '*' : ' '
      const records = Object.entries(release.records).map(([name, count]) => `${name} ${formatNumber(count)}`)
      context.terminal.line(`${star} ${release.id}  ${release.problem ?? records.join('  ')}`)
    }
    if (releases.length === 0) context.terminal.advise('There is no release yet. Create one with: regista publish')
    context.terminal.json({ current, releases })
  })
}

export function rollbackCommand(program: Command): void {
  const command = program
    .command('rollback')
    .description('Switch back to an earlier release. Withdrawn records stay withdrawn.')
    .argument('[id]', 'the id of the release (default: the last before the current one that this build can serve)')
  withGlobalOptions(command).action((id: string | undefined, options: GlobalOptions) => {
    const context = openContext(options)
    const report = rollBack(context, id)
    context.terminal.line(`switched to ${report.current} (previously ${report.was ?? 'none'})`)
    for (const id of report.withdrawnSince)
      context.terminal.line(`record ${id} was withdrawn after this release was built, and stays withdrawn`)
    context.terminal.json(report)
  })
}

function rollBack(context: Context, wanted: string | undefined) {
  const folder = new ReleaseFolder(releasesDir(context))
  const was = folder.currentId()
  const ids = folder.ids()
  const current = wanted ?? folder.earlierId()
  if (current === null)
    throw new InputError(
      'there is no earlier release that this build can serve. `regista releases` lists all releases.',
    )
  if (!ids.includes(current))
    throw new InputError(`there is no release ${current}. \`regista releases\` lists all releases.`)
  const { createdAt } = readManifest(folder.path(current))
  folder.switchTo(current)
  const later = folder.withdrawals().filter(({ withdrawnAt }) => createdAt < withdrawnAt)
  const withdrawnSince = later.map(({ country, kind, sourceKey }) => deriveRecordId(country, kind, sourceKey))
  return { current, was, withdrawnSince }
}

function contentOf(
  folder: ReleaseFolder,
  id: string,
): { created_at: string | null; records: Record<string, number>; problem: string | null } {
  const { manifest, problem } = folder.describe(id)
  const records = Object.fromEntries((manifest?.segments ?? []).map((segment) => [segment.name, segment.records]))
  return { created_at: manifest?.createdAt ?? null, records, problem }
}
