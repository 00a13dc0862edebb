import type { Address } from '../../records/address.ts'
import { BARE_ADDRESS } from '../../records/testing/bare-records.ts'
import { compareEntities } from '../../search/ranking.ts'
import { loadSections } from '../../stdx/testing/sections.ts'
import { AddressColumns } from '../addresses/address-columns.ts'
import { AddressColumnsBuilder } from '../addresses/address-columns-builder.ts'
import { AddressIndex } from '../addresses/address-index.ts'
import { buildAddressSections } from '../addresses/build-address-index.ts'

export interface ExamplePoint {
  readonly key: number
  readonly address: Address
}

/** An address with defaults for every field. */
export function exampleAddress(changes: Partial<Address>): Address {
  return { ...BARE_ADDRESS, municipality: 'Ab', ...changes }
}

function exampleColumns(points: readonly ExamplePoint[]): AddressColumns {
  const builder = new AddressColumnsBuilder('cz', 'plain')
  for (const { key, address } of points) builder.push(key, address, 0)
  return new AddressColumns(loadSections(builder.sections()))
}

export function exampleIndex(points: readonly ExamplePoint[]): AddressIndex {
  const columns = exampleColumns(points)
  return new AddressIndex(loadSections(buildAddressSections(columns, compareEntities)), columns)
}
