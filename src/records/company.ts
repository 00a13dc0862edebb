import type { Country } from './country.ts'
import type { RegistryCode } from './registry-code.ts'
import type { EndDay } from './unknown-day.ts'

/** A company, an office or a sole trader, as a register describes it on one day. Unknown is null. */
export interface Company {
  readonly country: Country
  /** Eight digits; null for some records of RPO. */
  readonly ico: string | null
  readonly name: string
  /** Former names, the newest first, and other current names. */
  readonly otherNames: readonly string[]
  readonly naturalPerson: boolean
  readonly establishedOn: string | null
  /** Null while the company exists. */
  readonly dissolvedOn: EndDay | null
  readonly legalForm: RegistryCode | null
  readonly legalStatus: RegistryCode | null
  readonly register: RegistryCode | null
  readonly registerOffice: string | null
  readonly registerNumber: string | null
  /** The headcount band, as the source codes it (RES KATPO). */
  readonly size: string | null
  readonly seat: Seat
  /** The day the source last changed the record. */
  readonly updatedOn: string | null
  /** Set if the source marks that the record contradicts another one. */
  readonly inconsistent?: true
}

/** Where a company has its seat. */
export interface Seat {
  readonly street: string | null
  readonly municipality: string | null
  readonly municipalityCode: string | null
  readonly municipalityPart: string | null
  /** súpisné číslo, číslo popisné */
  readonly registrationNumber: string | null
  /** číslo evidenční */
  readonly evidenceNumber: string | null
  readonly orientationNumber: string | null
  readonly orientationLetter: string | null
  /** The number as RPO publishes it, unparsed. */
  readonly buildingNumber: string | null
  readonly postalCode: string | null
  readonly country: string | null
  /** ISO 3166 numeric. */
  readonly countryCode: string | null
  /** The key in the address register of the same country. */
  readonly addressId: string | null
  /** The address as one text, if the source has nothing better: mostly foreign seats. */
  readonly unstructured: string | null
}

export const EMPTY_SEAT: Seat = {
  street: null,
  municipality: null,
  municipalityCode: null,
  municipalityPart: null,
  registrationNumber: null,
  evidenceNumber: null,
  orientationNumber: null,
  orientationLetter: null,
  buildingNumber: null,
  postalCode: null,
  country: null,
  countryCode: null,
  addressId: null,
  unstructured: null,
}
