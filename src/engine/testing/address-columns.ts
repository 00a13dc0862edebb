import type { Address } from '../../records/address.ts'
import { BARE_ADDRESS } from '../../records/testing/bare-records.ts'
import { compareText } from '../../stdx/compare-text.ts'
import { loadSections } from '../../stdx/testing/sections.ts'
import { AddressColumns } from '../addresses/address-columns.ts'
import { AddressColumnsBuilder } from '../addresses/address-columns-builder.ts'
import type { CompareEntities } from '../addresses/address-entities.ts'
import { AddressIndex } from '../addresses/address-index.ts'
import { buildAddressSections } from '../addresses/build-address-index.ts'

export interface ExamplePoint {
  readonly key: number
  readonly address: Address
}

/** The tests of the engine need no other order. */
export const BY_SOURCE_ID: CompareEntities = (a, b) => compareText(a.sourceId, b.sourceId)

/** An address with defaults for every field. */
export function exampleAddress(changes: Partial<Address>): Address {
  return { ...BARE_ADDRESS, municipality: 'Ab', ...changes }
}

export function indexPoints(points: readonly ExamplePoint[], order: CompareEntities = BY_SOURCE_ID): AddressIndex {
  const builder = new AddressColumnsBuilder('cz', 'plain')
  for (const { key, address } of points) builder.push(key, address, 0)
  const columns = new AddressColumns(loadSections(builder.sections()))
  return new AddressIndex(loadSections(buildAddressSections(columns, order)), columns)
}
