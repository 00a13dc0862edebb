import { InvalidArgumentError } from 'commander'
import type { Catalog, WithdrawalTarget } from '../catalog/catalog.ts'
import { COUNTRIES, type Country } from '../records/country.ts'
import { parseIco } from '../records/ico.ts'
import { deriveStatus } from '../records/status.ts'
import { groupRegistrations, toRegistration } from '../records/subject.ts'
import { InputError } from '../stdx/input-error.ts'

/** What an operator names: a record, or the subject of a company number. */
export type Target = { readonly country: Country; readonly ico: string } | { readonly id: string }

/**
 * All records of one subject, its main record first: its other registrations, and two records of one id if two datasets
 * of a source have the company. Of a number, records that are `wanted` come before others. Throws if several subjects
 * match.
 */
export function findSubject(
  catalog: Catalog,
  what: readonly string[],
  isWanted: (target: WithdrawalTarget) => boolean,
): readonly [WithdrawalTarget, ...WithdrawalTarget[]] {
  const target = parseTarget(what)
  const named = catalog.find(target)
  const [first] = named
  if (first === undefined) throw new InputError(`no record ${what.join(' ')} in the catalog.`)
  const { company, dataset } = first
  if (company === null || company.ico === null) return [first, ...named.slice(1)]
  const all = 'id' in target ? catalog.find({ country: dataset.country, ico: company.ico }) : named
  const wanted = all.filter((one) => 'id' in target || isWanted(one))
  const byId = Map.groupBy(wanted.length === 0 ? all : wanted, ({ id }) => id)
  const records = [...byId].map(([id, [one]]) => ({ id, ...registrationOf(one!) }))
  const subjects = groupRegistrations(records)
    .map(({ main, others }) => [main, ...others])
    .filter((subject) => !('id' in target) || subject.some(({ id }) => id === target.id))
  if (1 < subjects.length) {
    const list = subjects.map(([main]) => `${main!.id} ${main!.name}`).join(', ')
    throw new InputError(`several subjects have this ICO; name one by its id: ${list}`)
  }
  const [main, ...rest] = subjects[0]!.flatMap(({ id }) => byId.get(id)!)
  return [main!, ...rest]
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
