import type { Command } from 'commander'
import type { WithdrawalTarget } from '../catalog/catalog.ts'
import type { Country } from '../records/country.ts'
import { formatSourceKey } from '../records/source-key.ts'
import {
  type AddressDetail,
  type CompanyDetail,
  type Detail,
  formatAddressDetail,
  formatAttribution,
  formatCompanyDetail,
  Release,
  ReleaseFolder,
  WithdrawnRecords,
} from '../release/release.ts'
import { formatCount } from '../stdx/format-count.ts'
import { InputError } from '../stdx/input-error.ts'
import { addWithdrawals, removeWithdrawals } from '../store/store.ts'
import { addAction, type Context, openKnownCatalog, releasesDir } from './context.ts'
import { findToRemove, findToRestore, parseTarget } from './find-subject.ts'
import { storeOption } from './settings.ts'
import { openStoreToWrite, withStoreLock } from './store.ts'
import type { StoreOptions } from './store-settings.ts'

export function recordCommand(record: Command): void {
  const remove = record
    .command('remove')
    .description(
      'Withdraw a record and the other registrations of its subject: they are no longer suggested, and the detail keeps only the identity. Running servers apply it within seconds, to every release.',
    )
    .argument('<what...>', 'the id of a record, or a country and an ICO: sk 31322832')
    .requiredOption('--why <reason>', 'kept with the withdrawal')
    .addOption(storeOption())
  addAction(remove, async (context, what: string[], options: StoreOptions & { why: string }) => {
    parseTarget(what)
    const store = await openStoreToWrite(options)
    using catalog = await openKnownCatalog(context)
    const targets = findToRemove(catalog, what)
    const folder = new ReleaseFolder(releasesDir(context))
    for (const target of targets) catalog.withdraw(target, options.why, (all) => folder.addWithdrawals(all))
    const stored = { folder, withdrawals: catalog.withdrawals(), nowMs: context.clock.nowMs() }
    if (store !== undefined) await withStoreLock(context, store, () => addWithdrawals(store, stored))
    const { id, name } = targets[0]
    const others = listOtherIds(targets)
    context.terminal.line(
      `withdrawn: ${name} (${id})${others.length === 0 ? '' : ` with ${formatCount(others.length, 'other registration')}`}. Servers apply it within seconds. The next \`regista publish\` takes it out of the files too.`,
    )
    context.terminal.json({ id, other_registrations: others, withdrawn: true })
  })
  const show = record
    .command('show')
    .description('Show what is served of a record, with its provenance.')
    .argument('<what...>', 'the id of a record, or a country and an ICO')
  addAction(show, async (context, what: string[]) => {
    const detail = readServed(context, what)
    context.terminal.line(JSON.stringify(detail, null, 2))
    context.terminal.json(detail)
  })
  const restore = record
    .command('restore')
    .description(
      'Undo a withdrawal: the catalog has the record again after the next import that has it in its last version or a later one.',
    )
    .argument('<what...>', 'the id of a record, or a country and an ICO')
    .addOption(storeOption())
  addAction(restore, async (context, what: string[], options: StoreOptions) => {
    parseTarget(what)
    const store = await openStoreToWrite(options)
    using catalog = await openKnownCatalog(context)
    const { targets, stillWithdrawn } = findToRestore(catalog, what)
    const folder = new ReleaseFolder(releasesDir(context))
    let wasListed = false
    const keyOf = ({ dataset, key }: WithdrawalTarget) => {
      const { country, kind } = dataset
      return { country, kind, sourceKey: formatSourceKey(key, dataset.keyForm) }
    }
    const unlist = (target: WithdrawalTarget): void => {
      if (folder.removeWithdrawals([keyOf(target)])) wasListed = true
    }
    const restored = targets.filter((target) => catalog.restore(target, () => unlist(target)))
    if (store !== undefined) {
      const nowMs = context.clock.nowMs()
      const keys = targets.map(keyOf)
      if (await withStoreLock(context, store, () => removeWithdrawals(store, keys, nowMs))) wasListed = true
    }
    const restoring = restored.length !== 0
    const others = stillWithdrawn.length === 0 ? '' : ` Still withdrawn under its ICO: ${stillWithdrawn.join(', ')}.`
    if (!restoring && !wasListed)
      throw new InputError(`${targets[0].id} is not withdrawn; there is nothing to restore.`)
    const days = restored.map(({ dataset, observedOn }) => `${dataset.name} of ${observedOn} or later`)
    const next = restoring
      ? `comes back with the next import of ${days.join(' and ')} that has it (the same files will do), then \`regista publish\`.`
      : 'is no longer withdrawn; servers apply it within seconds.'
    context.terminal.line(`${targets[0].id} ${next}${others}`)
    context.terminal.json({ id: targets[0].id, restoring, still_withdrawn: stillWithdrawn })
  })
}

/** A company as the API serves it, and the other registrations of the same subject. */
interface ServedCompany extends CompanyDetail {
  readonly other_registrations: readonly (Pick<CompanyDetail, 'id' | 'name' | 'status'> &
    Pick<CompanyDetail['registration'], 'register'>)[]
}

/** The record as the API serves it, with its provenance. */
function readServed(context: Context, what: readonly string[]): ServedCompany | AddressDetail {
  const folder = new ReleaseFolder(releasesDir(context))
  const id = folder.currentId()
  if (id === null) throw new InputError('nothing is published yet. Run `regista publish` first.')
  using release = Release.open(folder.path(id), new WithdrawnRecords(folder.withdrawals()))
  const wanted = parseTarget(what)
  const detail = 'id' in wanted ? release.companyById(wanted.id) : findByIco(release, wanted)
  if (detail !== undefined) {
    const { dataset } = release.manifest.sources.find((source) => source.dataset.name === detail.origin.dataset)!
    const others = release.registrationsBeside(detail)
    return {
      ...formatCompanyDetail(detail, detail.company.ico, dataset),
      other_registrations: others.map(({ id, company: { name, register }, status }) => ({
        id,
        name,
        status,
        register,
      })),
    }
  }
  const point = 'id' in wanted ? release.addressById(wanted.id) : undefined
  if (point === undefined || !('id' in wanted))
    throw new InputError(`no record ${what.join(' ')} in the release ${id}.`)
  const { address, sourceKey, source } = point
  return formatAddressDetail(address, {
    id: wanted.id,
    sourceKey,
    code: source.dataset.code,
    attribution: formatAttribution(source),
  })
}

function findByIco(
  release: Release,
  { country, ico }: { readonly country: Country; readonly ico: string },
): Detail | undefined {
  const answer = release.company(country, ico)
  if (answer.outcome === 'ambiguous')
    throw new InputError(`several subjects have this ICO; name one by its id: ${answer.ids.join(', ')}`)
  return answer.outcome === 'found' ? answer.detail : undefined
}

function listOtherIds(targets: readonly WithdrawalTarget[]): readonly string[] {
  const [, ...others] = new Set(targets.map(({ id }) => id))
  return others
}
