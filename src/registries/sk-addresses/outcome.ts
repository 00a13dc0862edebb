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
  | AddressSkip
  | AddressReject

export interface AddressSkip {
  readonly outcome: 'skip'
  readonly reason: string
}

/**
 * The register itself says that the point has no number: a row without fault, but no address that anyone could write.
 * The record of an earlier import, if there is one, is retired.
 */
export const NO_HOUSE_NUMBER: AddressSkip = {
  outcome: 'skip',
  reason: 'registration number 0 and no orientation number',
}

export interface AddressReject {
  readonly outcome: 'reject'
  readonly key: string | null
  readonly field: string
  readonly reason: string
}
