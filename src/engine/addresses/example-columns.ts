import type { Address } from '../../records/address.ts'
import type { SectionArray, SectionSource } from '../../stdx/section-file.ts'
import { AddressColumns } from './address-columns.ts'
import { AddressColumnsBuilder } from './address-columns-builder.ts'
import { AddressIndex } from './address-index.ts'
import { addressIndexSections } from './build-address-index.ts'

export interface ExamplePoint {
  readonly key: number
  readonly address: Address
}

/** For tests: an address of nowhere, but for what is said. */
export function exampleAddress(changes: Partial<Address>): Address {
  return {
    country: 'cz',
    street: null,
    streetId: null,
    municipality: 'Ab',
    municipalityCode: null,
    municipalityPart: null,
    municipalityPartCode: null,
    postalCode: null,
    registrationNumber: null,
    evidenceNumber: null,
    houseNumber: null,
    houseNumberType: null,
    orientationNumber: null,
    orientationLetter: null,
    district: null,
    districtCode: null,
    postalDistrict: null,
    county: null,
    countyCode: null,
    region: null,
    regionCode: null,
    latitude: null,
    longitude: null,
    validFrom: null,
    ...changes,
  }
}

export function exampleColumns(points: readonly ExamplePoint[]): AddressColumns {
  const builder = new AddressColumnsBuilder('cz')
  for (const { key, address } of points) builder.push(key, address, 0)
  return new AddressColumns(loaded(builder.sections()))
}

export function exampleIndex(points: readonly ExamplePoint[]): AddressIndex {
  const columns = exampleColumns(points)
  return new AddressIndex(loaded(addressIndexSections(columns)), columns)
}

/** What a file of these sections would give back. */
export function loaded(sections: Readonly<Record<string, SectionSource>>): Map<string, SectionArray> {
  const asRead = (source: SectionSource): SectionArray => {
    const pieces = Array.isArray(source) ? source : [source as SectionArray]
    if (pieces[0] instanceof Uint8Array) return Uint8Array.from(Buffer.concat(pieces))
    const Type = pieces[0].constructor as new (numbers: number[]) => SectionArray
    return new Type(pieces.flatMap((piece) => [...piece]))
  }
  return new Map(Object.entries(sections).map(([name, source]) => [name, asRead(source)]))
}
