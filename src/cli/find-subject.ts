import { InvalidArgumentError } from 'commander'
import type { Catalog, WithdrawalTarget } from '../catalog/catalog.ts'
import { COUNTRIES, type Country } from '../records/country.ts'
import { parseIco } from '../records/ico.ts'
import { formatSourceKey } from '../records/source-key.ts'
import { deriveStatus } from '../records/status.ts'
import { groupRegistrations, toRegistration } from '../records/subject.ts'
import { WithdrawnRecords } from '../release/release.ts'
import { InputError } from '../stdx/input-error.ts'

/** An operator names a record, or the subject of a company number. */
export type Target = { readonly country: Country; readonly ico: string } | { readonly id: string }

type Targets = readonly [WithdrawalTarget, ...WithdrawalTarget[]]

/**
 * Finds all records of one subject, its main record first: its registrations, and two records of one id if two datasets
 * of a source have the company. Throws if several subjects match, and if a named record is withdrawn already while its
 * number still has visible ones: its name is gone, so nobody can tell whether they are the same person.
 */
export function findToRemove(catalog: Catalog, what: readonly string[]): Targets {
  const { target, named, all } = findNumber(catalog, what)
  const isWithdrawn = withdrawnIn(catalog)
  const byId = Map.groupBy(
    all.filter((one) => one.company !== null && !isWithdrawn(one)),
    ({ id }) => id,
  )
  const isHidden = 'id' in target && !byId.has(target.id)
  const subjects = groupRegistrations([...byId].map(([id, [one]]) => ({ id, ...registrationOf(one!) })))
    .map(({ main, others }) => [main, ...others])
    .filter((subject) => isHidden || !('id' in target) || subject.some(({ id }) => id === target.id))
  if ((isHidden ? 0 : 1) < subjects.length) {
    const list = subjects.map(([main]) => `${main!.id} ${main!.name}`).join(', ')
    const why = isHidden
      ? `${target.id} is withdrawn already; visible under its ICO, each to be named by its own id`
      : 'several subjects have this ICO; name one by its id'
    throw new InputError(`${why}: ${list}`)
  }
  const [main, ...rest] = (subjects[0] ?? []).flatMap(({ id }) => byId.get(id)!)
  return main === undefined ? named : [main, ...rest]
}

/**
 * Finds the records of one id. The names of withdrawn records are gone, so two of them cannot be recognised as one
 * subject. Throws if a number has several.
 */
export function findToRestore(
  catalog: Catalog,
  what: readonly string[],
): { readonly targets: Targets; readonly stillWithdrawn: readonly string[] } {
  const { target, named, all } = findNumber(catalog, what)
  const withdrawn = all.filter(withdrawnIn(catalog))
  const [first, ...more] = 'id' in target || withdrawn.length === 0 ? named : withdrawn
  if (more.some(({ id }) => id !== first!.id)) {
    const ids = new Map([first!, ...more].map((one) => [one.id, describeWithRegister(one)]))
    throw new InputError(`several records have this ICO; restore each by its id: ${[...ids.values()].join(', ')}`)
  }
  const others = withdrawn.map(({ id }) => id).filter((id) => id !== first!.id)
  return { targets: [first!, ...more], stillWithdrawn: [...new Set(others)] }
}

/** The records that were named, and all of their number. */
function findNumber(catalog: Catalog, what: readonly string[]) {
  const target = parseTarget(what)
  const [first, ...more] = catalog.find(target)
  if (first === undefined) throw new InputError(`no record ${what.join(' ')} in the catalog.`)
  const named: Targets = [first, ...more]
  const ico = first.company?.ico ?? null
  const all = 'id' in target && ico !== null ? catalog.find({ country: first.dataset.country, ico }) : named
  return { target, named, all }
}

/** A restored record is no longer withdrawn, though its name comes back with an import only. */
function withdrawnIn(catalog: Catalog): (target: WithdrawalTarget) => boolean {
  const withdrawn = new WithdrawnRecords(catalog.withdrawals())
  return ({ dataset, key }) => withdrawn.has(dataset.country, dataset.kind, formatSourceKey(key, dataset.keyForm))
}

function describeWithRegister({ id, company }: WithdrawalTarget): string {
  const register = company?.register?.name ?? company?.register?.code
  return register ? `${id} (${register})` : id
}

function registrationOf({ key, company, withdrawn, retired }: WithdrawalTarget) {
  const { dissolvedOn } = company!
  return toRegistration(key, company!, deriveStatus({ withdrawn, dissolvedOn, retired }))
}

export function parseTarget(what: readonly string[]): Target {
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
