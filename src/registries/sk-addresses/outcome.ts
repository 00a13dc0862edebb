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
