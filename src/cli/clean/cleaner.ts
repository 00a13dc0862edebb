import { type Choice, FIELD, isCertain } from '../../matching/matching.ts'
import { COUNTRIES, type Country } from '../../records/country.ts'
import { formatNumber, formatSeat } from '../../records/format-address.ts'
import { deriveRecordId } from '../../records/record-id.ts'
import { formatSourceKey } from '../../records/source-key.ts'
import { type Detail, findSegment, type Release, type WithdrawnRecords } from '../../release/release.ts'
import { AddressSearch, CompanySearch } from '../../search/search.ts'
import { InputError } from '../../stdx/input-error.ts'
import { type AddressHit, askAddresses } from './ask-addresses.ts'
import { askCompanies } from './ask-companies.ts'
import type { Kind } from './choose-columns.ts'

/** The cells that follow a row. */
export const CELLS: Readonly<Record<Kind, readonly string[]>> = {
  addresses: 'id street number part town postcode municipality_code latitude longitude source as_of'.split(' '),
  companies: 'id ico name seat company_status legal_form source as_of'.split(' '),
}

export interface CleanedRow {
  readonly choice: Pick<Choice<unknown>, 'status' | 'score' | 'next'>
  readonly differences: readonly string[]
  readonly cells: readonly string[]
  readonly candidates: () => readonly { readonly id: string; readonly text: string }[]
}

/** Cleans one row: `part` reads what was given. Without a country all are searched. */
export type Cleaner = (part: (role: string) => string, country: Country | undefined) => CleanedRow

const NONE = { status: 'none', score: 0, next: null } as const

export function createCleaner(kind: Kind, release: Release, withdrawn: WithdrawnRecords): Cleaner {
  const cleaner = kind === 'addresses' ? createAddressCleaner(release, withdrawn) : createCompanyCleaner(release)
  if (cleaner === undefined)
    throw new InputError(`the release has no ${kind}. Import a source of them, then \`regista publish\`.`)
  return cleaner
}

function createAddressCleaner(release: Release, withdrawn: WithdrawnRecords): Cleaner | undefined {
  const sources = COUNTRIES.flatMap((country) => {
    const index = release.addressIndex(country)
    return index === undefined ? [] : [{ country, search: new AddressSearch(index) }]
  })
  if (sources.length === 0) return undefined
  return (part, country) => {
    const given = Object.fromEntries(Object.keys(FIELD).map((field) => [field, part(field)]))
    const searches = sources.flatMap((one) => (country === undefined || one.country === country ? one.search : []))
    const isShown = ({ address, sourceId }: AddressHit): boolean => !withdrawn.has(address.country, 'address', sourceId)
    const choice = askAddresses(searches, given, isShown)
    return {
      choice,
      differences: listDifferences(choice),
      cells: addressCells(release, choice.best?.hit, isCertain(choice.status) ? 'house' : choice.status),
      candidates: () =>
        choice.candidates
          .filter(({ hit }) => hit.kind === 'point')
          .map(({ hit, key }) => ({ id: deriveRecordId(hit.address.country, 'address', hit.sourceId), text: key })),
    }
  }
}

function createCompanyCleaner(release: Release): Cleaner | undefined {
  const sources = COUNTRIES.flatMap((country) => {
    const index = release.explainableCompanyIndex(country)
    return index === undefined ? [] : [{ country, index, search: new CompanySearch(index) }]
  })
  if (sources.length === 0) return undefined
  const idOf = (country: Country, key: number): string => {
    const source = release.manifest.sources.find(
      ({ dataset }) => dataset.country === country && dataset.kind === 'company',
    )
    return deriveRecordId(country, 'company', formatSourceKey(key, source?.dataset.keyForm ?? 'plain'))
  }
  return (part, country) => {
    const given = { ico: part('ico'), name: part('name'), town: part('town') }
    const choice = askCompanies(
      sources.filter((one) => country === undefined || one.country === country),
      given,
    )
    const detail = choice.best && release.companyById(idOf(choice.best.country, choice.best.row.key))
    // An operator may have withdrawn it since the release was made.
    const isGone = choice.best !== undefined && (detail === undefined || detail.status === 'removed')
    return {
      choice: isGone ? NONE : choice,
      differences: isGone ? [] : listDifferences(choice),
      cells: isGone || detail === undefined ? [] : companyCells(detail),
      candidates: () =>
        choice.candidates.map(({ country, row }) => ({
          id: idOf(country, row.key),
          text: `${row.ico ?? ''} ${row.name}, ${row.address}`.trim(),
        })),
    }
  }
}

type Compared = { readonly comparison: { readonly parts: Readonly<Record<string, string | undefined>> } }

function listDifferences({ best, candidates, status }: Choice<Compared>): string[] {
  const parts = status === 'none' ? {} : (best ?? candidates[0])!.comparison.parts
  return Object.entries(parts).flatMap(([part, result]) => (result === 'equal' ? [] : [`${part}: ${result}`]))
}

/** The cells of a house, or only those of the street or town that is certain. */
function addressCells(
  release: Release,
  hit: Pick<AddressHit, 'address' | 'sourceId' | 'dataset'> | undefined,
  level: string,
): string[] {
  if (hit === undefined) return []
  const { address, sourceId, dataset } = hit
  const isHouse = level === 'house'
  const name = findSegment(`addresses-${address.country}`).datasets[dataset ?? -1]
  const source = release.manifest.sources.find((one) => one.dataset.name === name)
  const { street, municipality, municipalityCode, municipalityPart, postalCode, latitude, longitude } = address
  const id = deriveRecordId(address.country, 'address', sourceId)
  const place = [latitude, longitude, name, source?.observedOn]
  const cells = isHouse
    ? [id, street, formatNumber(address), municipalityPart, municipality, postalCode, municipalityCode, ...place]
    : ['', level === 'town' ? '' : street, '', '', municipality, '', municipalityCode]
  return cells.map((cell) => String(cell ?? ''))
}

function companyCells({ id, company, status, origin }: Detail): string[] {
  const { country, ico, name, seat, legalForm } = company
  const form = legalForm?.name ?? legalForm?.code ?? ''
  return [id, ico ?? '', name, formatSeat(country, seat), status ?? 'active', form, origin.dataset, origin.observedOn]
}

/** The cells of records that a person chose, by their ids. */
export function cellsById(
  kind: Kind,
  release: Release,
  withdrawn: WithdrawnRecords,
  ids: ReadonlySet<string>,
): Map<string, readonly string[]> {
  const cells = new Map<string, readonly string[]>()
  if (kind === 'companies') {
    for (const id of ids) {
      const detail = release.companyById(id)
      if (detail !== undefined && detail.status !== 'removed') cells.set(id, companyCells(detail))
    }
    return cells
  }
  for (const country of COUNTRIES) {
    const columns = release.addressColumns(country)
    for (let row = 0; row < (columns?.length ?? 0) && cells.size < ids.size; row++) {
      const sourceId = columns!.sourceKeyAt(row)
      const id = deriveRecordId(country, 'address', sourceId)
      if (!ids.has(id) || withdrawn.has(country, 'address', sourceId)) continue
      const address = columns!.at(row)
      cells.set(id, addressCells(release, { address, sourceId, dataset: columns!.datasetAt(row) }, 'house'))
    }
  }
  return cells
}
