import type { AddressIndex } from '../../engine/engine.ts'
import type { Address } from '../../records/address.ts'
import type { AddressTier } from './address-tiers.ts'
import { GRADES } from './point-collector.ts'

export interface AddressHit {
  /** A numbered house; or, before there is a number, a street or a place (municipality or a part of one). */
  readonly kind: 'point' | 'street' | 'place'
  /** What the source calls it, and `recordId` makes its id of: a point's key, `street:…` or `place:…`. */
  readonly sourceId: string
  readonly address: Address
  /** A point: the place of its dataset in the segment's list. */
  readonly dataset: number | null
  /** The day of the point, or of the newest point of a street or place. */
  readonly updatedOn: string | null
  readonly found: HitOrigin
}

/** How it was found: what `explain` tells. */
export interface HitOrigin {
  readonly tier: AddressTier | 'numbers'
  /** Which reading, by its place in the query's list. */
  readonly reading: number
  /** The place of the street or place among all, by weight; of a point that is its own street's or place's that led to it, if known. */
  readonly document: number | null
  readonly grade: (typeof GRADES)[number] | null
}

/** A hit before it is shown: two numbers. */
export interface AddressCandidate {
  readonly document: number
  /** -1 for a street or place. */
  readonly row: number
  readonly tier: HitOrigin['tier']
  readonly reading: number
  readonly grade: number
}

export function readHit(index: AddressIndex, { document, row, tier, reading, grade }: AddressCandidate): AddressHit {
  if (row < 0) {
    const address = index.addressOf(document)
    return {
      kind: index.kindOf(document) === 'street' ? 'street' : 'place',
      sourceId: index.sourceIdOf(document),
      address,
      dataset: null,
      updatedOn: address.validFrom,
      found: { tier, reading, document, grade: null },
    }
  }
  const address = index.columns.at(row)
  return {
    kind: 'point',
    sourceId: index.columns.sourceKeyAt(row),
    address,
    dataset: index.columns.datasetAt(row),
    updatedOn: address.validFrom,
    found: { tier, reading, document: document < 0 ? null : document, grade: GRADES[grade]! },
  }
}
