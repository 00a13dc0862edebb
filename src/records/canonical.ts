import { assert } from '../stdx/assert.ts'
import type { Address } from './address.ts'
import type { Company, Seat } from './company.ts'
import type { Country } from './country.ts'
import type { RegistryCode } from './registry-code.ts'
import type { EndDay } from './unknown-day.ts'

/**
 * The canonical form: a JSON array of the fields in a fixed order. Equal records give equal bytes, so their SHA-256
 * identifies the record. A new field needs a new projection version in every register.
 */
export function encodeRecord(record: Company | Address): string {
  return 'seat' in record ? encodeCompany(record) : encodeAddress(record)
}

function encodeCompany(c: Company): string {
  const s = c.seat
  return JSON.stringify([
    c.country,
    c.ico,
    c.name,
    c.otherNames.length === 0 ? null : c.otherNames,
    c.naturalPerson ? 1 : 0,
    c.establishedOn,
    c.dissolvedOn,
    encodeCode(c.legalForm),
    encodeCode(c.legalStatus),
    encodeCode(c.register),
    c.registerOffice,
    c.registerNumber,
    c.size,
    c.updatedOn,
    s.street,
    s.municipality,
    s.municipalityCode,
    s.municipalityPart,
    s.registrationNumber,
    s.evidenceNumber,
    s.orientationNumber,
    s.orientationLetter,
    s.buildingNumber,
    s.postalCode,
    s.country,
    s.countryCode,
    s.addressId,
    s.unstructured,
    // Written only if it is set, so that the hashes of all other records stay as they are.
    ...(c.inconsistent === true ? [1] : []),
  ])
}

function encodeAddress(a: Address): string {
  return JSON.stringify([
    a.country,
    a.street,
    a.streetId,
    a.municipality,
    a.municipalityCode,
    a.municipalityPart,
    a.municipalityPartCode,
    a.postalCode,
    a.registrationNumber,
    a.evidenceNumber,
    a.houseNumber,
    a.houseNumberType,
    a.orientationNumber,
    a.orientationLetter,
    a.district,
    a.districtCode,
    a.postalDistrict,
    a.county,
    a.countyCode,
    a.region,
    a.regionCode,
    a.latitude,
    a.longitude,
    a.validFrom,
  ])
}

/** Positions in the text, for queries that read single fields of millions of records: in SQL, `body ->> position`. */
export const COMPANY_FIELDS = { ico: 1, municipality: 15, municipalityCode: 16 } as const
export const ADDRESS_FIELDS = { municipality: 3, county: 17, region: 19 } as const

type Text = string | null
type Code = readonly [Text, Text, Text] | null

export function decodeCompany(body: string): Company {
  const f = JSON.parse(body) as readonly unknown[]
  assert(f.length === 28 || f.length === 29, 'a company has 28 canonical fields, and a 29th if it is inconsistent')
  const seat: Seat = {
    street: f[14] as Text,
    municipality: f[15] as Text,
    municipalityCode: f[16] as Text,
    municipalityPart: f[17] as Text,
    registrationNumber: f[18] as Text,
    evidenceNumber: f[19] as Text,
    orientationNumber: f[20] as Text,
    orientationLetter: f[21] as Text,
    buildingNumber: f[22] as Text,
    postalCode: f[23] as Text,
    country: f[24] as Text,
    countryCode: f[25] as Text,
    addressId: f[26] as Text,
    unstructured: f[27] as Text,
  }
  return {
    country: f[0] as Country,
    ico: f[1] as Text,
    name: f[2] as string,
    otherNames: (f[3] as readonly string[] | null) ?? [],
    naturalPerson: f[4] === 1,
    establishedOn: f[5] as Text,
    dissolvedOn: f[6] as EndDay | null,
    legalForm: decodeCode(f[7] as Code),
    legalStatus: decodeCode(f[8] as Code),
    register: decodeCode(f[9] as Code),
    registerOffice: f[10] as Text,
    registerNumber: f[11] as Text,
    size: f[12] as Text,
    updatedOn: f[13] as Text,
    seat,
    ...(f.length === 29 ? { inconsistent: true } : undefined),
  }
}

export function decodeAddress(body: string): Address {
  const f = JSON.parse(body) as readonly unknown[]
  assert(f.length === 24, 'an address has 24 canonical fields')
  return {
    country: f[0] as Country,
    street: f[1] as Text,
    streetId: f[2] as Text,
    municipality: f[3] as string,
    municipalityCode: f[4] as Text,
    municipalityPart: f[5] as Text,
    municipalityPartCode: f[6] as Text,
    postalCode: f[7] as Text,
    registrationNumber: f[8] as Text,
    evidenceNumber: f[9] as Text,
    houseNumber: f[10] as Text,
    houseNumberType: f[11] as Text,
    orientationNumber: f[12] as Text,
    orientationLetter: f[13] as Text,
    district: f[14] as Text,
    districtCode: f[15] as Text,
    postalDistrict: f[16] as Text,
    county: f[17] as Text,
    countyCode: f[18] as Text,
    region: f[19] as Text,
    regionCode: f[20] as Text,
    latitude: f[21] as number | null,
    longitude: f[22] as number | null,
    validFrom: f[23] as Text,
  }
}

function encodeCode(code: RegistryCode | null): Code {
  return code === null ? null : [code.code, code.name, code.codelist]
}

function decodeCode(code: Code): RegistryCode | null {
  return code === null ? null : { code: code[0], name: code[1], codelist: code[2] }
}
