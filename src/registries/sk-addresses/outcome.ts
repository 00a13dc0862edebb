import type { Address } from '../../records/address.ts'

/** What became of one row. */
export type AddressOutcome =
  | {
      readonly outcome: 'record'
      readonly key: number
      readonly address: Address
      /** Losses that do not spoil the row, by the labels under which they are counted. */
      readonly missing: readonly string[]
    }
  | AddressReject

export interface AddressReject {
  readonly outcome: 'reject'
  readonly key: string | null
  readonly field: string
  readonly reason: string
}

const RAW_ROW_LENGTH_MAX = 2000

/** The raw row as the rejects file keeps it: addresses are no secret, but a broken row may be of any length. */
export function rawRow(text: string): string {
  return text.slice(0, RAW_ROW_LENGTH_MAX)
}
