import type { Address } from '../records/address.ts'
import type { Company, Seat } from '../records/company.ts'
import { formatNumber, formatSeat } from '../records/format-address.ts'
import type { RegistryCode } from '../records/registry-code.ts'
import { foldLetters } from '../text/fold-letters.ts'
import { parseSubjectName } from '../text/subject-name.ts'

/** What a change of a record concerns: how it is compared, and how it is shown. A null is unknown. */
export interface ComparedField<R> {
  readonly what: string
  readonly isEqual: (before: R, after: R) => boolean
  /** Whether one of them does not have it. */
  readonly isUnknown: (record: R) => boolean
  /** A seat that is lost or found is no move, but a status is. */
  readonly needsBoth?: true
  readonly show: (record: R) => string | null
}

/** Without case, diacritics and punctuation. */
function fold(text: string | null | undefined): string {
  return foldLetters(text ?? '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

export const COMPANY_FIELDS_COMPARED: readonly ComparedField<Company>[] = [
  {
    what: 'renamed',
    isEqual: (a, b) => foldName(a.name) === foldName(b.name),
    isUnknown: () => false,
    show: ({ name }) => name,
  },
  {
    what: 'moved',
    isEqual: (a, b) => isSameSeat(a.seat, b.seat),
    isUnknown: (company) => showSeat(company) === null,
    needsBoth: true,
    show: showSeat,
  },
  compareCode('legal_form', (company) => company.legalForm),
  compareCode('status', (company) => company.legalStatus),
]

/** The only change that is reported of a natural person. It names neither town. */
export const PERSON_FIELDS_COMPARED: readonly ComparedField<Company>[] = [
  {
    what: 'moved',
    isEqual: (a, b) => isSameTown(a.seat, b.seat),
    isUnknown: ({ seat }) => seat.municipality === null,
    needsBoth: true,
    show: () => null,
  },
]

function showSeat({ country, seat }: Company): string | null {
  return formatSeat(country, seat) || null
}

function compareCode(what: string, read: (company: Company) => RegistryCode | null): ComparedField<Company> {
  const identify = (company: Company) => read(company)?.code ?? fold(read(company)?.name)
  return {
    what,
    isEqual: (a, b) => identify(a) === identify(b),
    isUnknown: (company) => read(company) === null,
    show: (company) => read(company)?.name ?? read(company)?.code ?? null,
  }
}

/** Without diacritics, case, punctuation and titles: another reading of a name is no other name. */
function foldName(name: string): string {
  return parseSubjectName(name).words.join(' ')
}

function isSameTown(a: Seat, b: Seat): boolean {
  if (a.municipalityCode !== null && b.municipalityCode !== null) return a.municipalityCode === b.municipalityCode
  return fold(a.municipality) === fold(b.municipality)
}

/** A renamed street or another postal code moves nobody. */
function isSameSeat(a: Seat, b: Seat): boolean {
  if (a.addressId !== null && b.addressId !== null && a.addressId === b.addressId) return true
  if (!isSameTown(a, b) || fold(a.street) !== fold(b.street) || fold(numberOf(a)) !== fold(numberOf(b))) return false
  return a.municipality !== null || fold(a.unstructured) === fold(b.unstructured)
}

function numberOf(seat: Seat): string | null {
  return formatNumber(seat) ?? seat.buildingNumber
}

export const ADDRESS_FIELDS_COMPARED: readonly ComparedField<Address>[] = [
  compareText('renumbered', (address) => formatNumber(address)),
  compareText('street_renamed', ({ street }) => street),
  compareText('postal_code', ({ postalCode }) => postalCode),
]

function compareText(what: string, read: (address: Address) => string | null): ComparedField<Address> {
  return {
    what,
    isEqual: (a, b) => fold(read(a)) === fold(read(b)),
    isUnknown: (address) => read(address) === null,
    show: read,
  }
}
