import type { Command } from 'commander'
import { deriveRecordId } from '../records/record-id.ts'
import { ReleaseFolder, readManifest, type Withdrawal } from '../release/release.ts'
import { formatNumber } from '../stdx/format-count.ts'
import { InputError } from '../stdx/input-error.ts'
import { listStoredReleases, type ReleaseStore, rollBackStore } from '../store/store.ts'
import { addAction, type Context, releasesDir } from './context.ts'
import { storeOption } from './settings.ts'
import { openStore, openStoreToWrite, withStoreLock } from './store.ts'
import type { StoreOptions } from './store-settings.ts'

export function releasesCommand(command: Command): void {
  command.addOption(storeOption())
  addAction(command, async (context, options: StoreOptions) => {
    const store = openStore(options)
    const { current, listed } = store === undefined ? listLocal(context) : await listStored(store)
    const releases = listed.map(({ id, ...rest }) => ({ id, current: id === current, ...contentOf(rest) }))
    for (const release of releases) {
      const star = release.current ? '*' : ' '
      const records = Object.entries(release.records).map(([name, count]) => `${name} ${formatNumber(count)}`)
      context.terminal.line(`${star} ${release.id}  ${release.problem ?? records.join('  ')}`)
    }
    if (releases.length === 0) context.terminal.advise('There is no release yet. Create one with: regista publish')
    context.terminal.json({ current, releases })
  })
}

export function rollbackCommand(command: Command): void {
  command
    .argument('[id]', 'the id of the release (default: the last before the current one that this build can serve)')
    .addOption(storeOption())
  addAction(command, async (context, id: string | undefined, options: StoreOptions) => {
    const store = await openStoreToWrite(options)
    const report = store === undefined ? rollBack(context, id) : await rollBackInStore(context, store, id)
    context.terminal.line(`switched to ${report.current} (previously ${report.was ?? 'none'})`)
    for (const id of report.withdrawnSince)
      context.terminal.line(`record ${id} was withdrawn after this release was built, and stays withdrawn`)
    context.terminal.json(report)
  })
}

interface Listed extends ReturnType<ReleaseFolder['describe']> {
  readonly id: string
}

function listLocal(context: Context): { readonly current: string | null; readonly listed: readonly Listed[] } {
  const folder = new ReleaseFolder(releasesDir(context))
  return { current: folder.currentId(), listed: folder.ids().map((id) => ({ id, ...folder.describe(id) })) }
}

async function listStored(store: ReleaseStore): Promise<ReturnType<typeof listLocal>> {
  const read = await store.readCurrent()
  const current = read === null || read === 'unchanged' ? null : read.release
  return { current, listed: await listStoredReleases(store) }
}

async function rollBackInStore(context: Context, store: ReleaseStore, wanted: string | undefined) {
  const nowMs = context.clock.nowMs()
  const { current, createdAt, was } = await withStoreLock(context, store, () => rollBackStore(store, wanted, nowMs))
  const read = await store.readWithdrawals()
  const list = read === null || read === 'unchanged' ? [] : read.list
  return { current, was, withdrawnSince: listWithdrawnSince(list, createdAt) }
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
  return { current, was, withdrawnSince: listWithdrawnSince(folder.withdrawals(), createdAt) }
}

/** The ids of records that were withdrawn after a release was built. */
function listWithdrawnSince(list: readonly Withdrawal[], createdAt: string): string[] {
  const later = list.filter(({ withdrawnAt }) => createdAt < withdrawnAt)
  return later.map(({ country, kind, sourceKey }) => deriveRecordId(country, kind, sourceKey))
}

function contentOf({ manifest, problem }: Pick<Listed, 'manifest' | 'problem'>) {
  const records = Object.fromEntries((manifest?.segments ?? []).map((segment) => [segment.name, segment.records]))
  return { created_at: manifest?.createdAt ?? null, records, problem }
}
