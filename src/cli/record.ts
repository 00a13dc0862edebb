import { type Command, InvalidArgumentError } from 'commander'
import type { Catalog, WithdrawalTarget } from '../catalog/catalog.ts'
import { COUNTRIES, type Country } from '../records/country.ts'
import { parseIco } from '../records/ico.ts'
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
import { InputError } from '../stdx/input-error.ts'
import { addWithdrawals, removeWithdrawals } from '../store/store.ts'
import { type Context, type GlobalOptions, openContext, releasesDir, withGlobalOptions } from './context.ts'
import { storeOption } from './settings.ts'
import { openStoreToWrite, withStoreLock } from './store.ts'
import type { StoreOptions } from './store-settings.ts'

export function recordCommand(record: Command): void {
  const remove = record
    .command('remove')
    .description(
      'Withdraw a record: it is no longer suggested, and its detail keeps only its identity. Running servers apply it within seconds, to every release.',
    )
    .argument('<what...>', 'the id of a record, or a country and an ICO: sk 31322832')
    .requiredOption('--why <reason>', 'kept with the withdrawal')
    .addOption(storeOption())
  withGlobalOptions(remove).action(async (what: string[], options: GlobalOptions & StoreOptions & { why: string }) => {
    const context = openContext(options)
    const store = await openStoreToWrite(options)
    using catalog = await context.openCatalog()
    const targets = findOneRecord(catalog, what)
    const folder = new ReleaseFolder(releasesDir(context))
    for (const target of targets) catalog.withdraw(target, options.why, (all) => folder.addWithdrawals(all))
    const stored = { folder, withdrawals: catalog.withdrawals(), nowMs: context.clock.nowMs() }
    if (store !== undefined) await withStoreLock(context, store, () => addWithdrawals(store, stored))
    const { id, name } = targets[0]!
    context.terminal.line(
      `withdrawn: ${name} (${id}). Servers apply it within seconds. The next \`regista publish\` takes it out of the files too.`,
    )
    context.terminal.json({ id, withdrawn: true })
  })
  const show = record
    .command('show')
    .description('Show what is served of a record, with its provenance.')
    .argument('<what...>', 'the id of a record, or a country and an ICO')
  withGlobalOptions(show).action(async (what: string[], options: GlobalOptions) => {
    const context = openContext(options)
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
  withGlobalOptions(restore).action(async (what: string[], options: GlobalOptions & StoreOptions) => {
    const context = openContext(options)
    const store = await openStoreToWrite(options)
    using catalog = await context.openCatalog()
    const targets = findOneRecord(catalog, what)
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
    if (restored.length === 0 && wasListed) {
      context.terminal.line(`${targets[0]!.id} is no longer withdrawn; servers apply it within seconds`)
      return context.terminal.json({ id: targets[0]!.id, restoring: false })
    }
    if (restored.length === 0) throw new InputError(`${targets[0]!.id} is not withdrawn; there is nothing to restore.`)
    const days = restored.map(({ dataset, observedOn }) => `${dataset.name} of ${observedOn} or later`)
    context.terminal.line(
      `${targets[0]!.id} comes back with the next import of ${days.join(' and ')} that has it (the same files will do), then \`regista publish\`.`,
    )
    context.terminal.json({ id: targets[0]!.id, restoring: true })
  })
}

/** The record as the API serves it, with its provenance. */
function readServed(context: Context, what: readonly string[]): CompanyDetail | AddressDetail {
  const folder = new ReleaseFolder(releasesDir(context))
  const id = folder.currentId()
  if (id === null) throw new InputError('nothing is published yet. Run `regista publish` first.')
  using release = Release.open(folder.path(id), new WithdrawnRecords(folder.withdrawals()))
  const wanted = parseTarget(what)
  const detail = 'id' in wanted ? release.companyById(wanted.id) : findByIco(release, wanted)
  if (detail !== undefined) {
    const { dataset } = release.manifest.sources.find((source) => source.dataset.name === detail.origin.dataset)!
    return formatCompanyDetail(detail, detail.company.ico, dataset)
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
    throw new InputError(`several records have this ICO; name one by its id: ${answer.ids.join(', ')}`)
  return answer.outcome === 'found' ? answer.detail : undefined
}

/** The records of one id: two if two datasets of a source have the same company. Throws if several ids match. */
function findOneRecord(catalog: Catalog, what: readonly string[]): WithdrawalTarget[] {
  const targets = catalog.find(parseTarget(what))
  if (targets.length === 0) throw new InputError(`no record ${what.join(' ')} in the catalog.`)
  const ids = [...new Set(targets.map(({ id }) => id))]
  if (1 < ids.length) {
    const list = targets.map(({ id, name }) => `${id} ${name}`).join(', ')
    throw new InputError(`several records have this ICO; name one by its id: ${list}`)
  }
  return targets
}

function parseTarget(what: readonly string[]): { country: Country; ico: string } | { id: string } {
  const [first, second] = what
  if (what.length === 1 && first !== undefined && /^[0-9a-f]{32}$/.test(first)) return { id: first }
  const country = COUNTRIES.find((one) => one === first)
  const ico = parseIco(what.slice(1).join(''))
  if (country === undefined || second === undefined || ico === undefined) {
    throw new InvalidArgumentError(
      'name a record by its id (32 hex digits) or by country and ICO, as in `sk 31322832`.',
    )
  }
  return { country, ico }
}
