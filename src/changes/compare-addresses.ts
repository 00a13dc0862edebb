import type { Address } from '../records/address.ts'
import { formatNumber } from '../records/format-address.ts'
import { type ComparedField, fold } from './compared-field.ts'

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
