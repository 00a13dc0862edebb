import type { Country } from './country.ts'

/** An address point: one numbered entrance or building. Unknown is null; codes are strings. */
export interface Address {
  readonly country: Country
  readonly street: string | null
  readonly streetId: string | null
  readonly municipality: string
  readonly municipalityCode: string | null
  /** časť obce, část obce */
  readonly municipalityPart: string | null
  readonly municipalityPartCode: string | null
  readonly postalCode: string | null
  /** súpisné číslo, číslo popisné */
  readonly registrationNumber: string | null
  /** číslo evidenční */
  readonly evidenceNumber: string | null
  /** The Czech house number with its type, as published (`č.p.` or `č.ev.`). */
  readonly houseNumber: string | null
  readonly houseNumberType: string | null
  readonly orientationNumber: string | null
  readonly orientationLetter: string | null
  /** městský obvod, městská část */
  readonly district: string | null
  readonly districtCode: string | null
  /** Prague's obvod ("Praha 7"): how a postal address names the city. Not part of the API's components. */
  readonly postalDistrict: string | null
  /** okres */
  readonly county: string | null
  readonly countyCode: string | null
  /** kraj */
  readonly region: string | null
  readonly regionCode: string | null
  /** WGS 84, degrees. Both or neither. */
  readonly latitude: number | null
  readonly longitude: number | null
  /** The day from which the point is valid: no source says when it last changed it. */
  readonly validFrom: string | null
}
