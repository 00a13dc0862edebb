import type { Country } from './country.ts'
import type { RegistryCode } from './registry-code.ts'
import type { EndDay } from './unknown-day.ts'

/** A company, an office or a sole trader, as one registry describes it on one day. Unknown is null. */
export interface Company {
  readonly country: Country
  /** Eight digits, or null: RPO keeps some records without one. */
  readonly ico: string | null
  readonly name: string
  /** Names it had before, the newest first, and other names it goes by. */
  readonly otherNames: readonly string[]
  readonly naturalPerson: boolean
  readonly establishedOn: string | null
  /** Null for a living one. */
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
  /** The number as RPO publishes it, before it is taken apart. */
  readonly buildingNumber: string | null
  readonly postalCode: string | null
  readonly country: string | null
  /** ISO 3166 numeric, as both registries publish it. */
  readonly countryCode: string | null
  /** Key of the address in the address register of the same country. */
  readonly addressId: string | null
  /** The address as one text, where the source has nothing better: mostly foreign seats. */
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
