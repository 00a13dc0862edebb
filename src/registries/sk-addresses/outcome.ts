import type { Address } from '../../records/address.ts'
import { rawRow } from '../raw-row.ts'
import type { Reject, RowSink } from '../registry.ts'

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
  | ({ readonly outcome: 'reject' } & Pick<Reject, 'key' | 'field' | 'reason'>)

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

/** Tells the sink what became of a row that it does not know. */
export function deliver(
  outcome: AddressOutcome,
  place: Pick<Reject, 'file' | 'line' | 'record'>,
  row: { text(): string },
  sink: RowSink,
): void {
  if (outcome.outcome === 'skip') sink.skip(outcome.reason)
  else if (outcome.outcome === 'reject') {
    const { key, field, reason } = outcome
    sink.reject({ ...place, key, field, reason, row: rawRow(row.text()) })
  } else {
    for (const label of outcome.missing) sink.missing(label)
    sink.record(outcome.key, outcome.address)
  }
}
