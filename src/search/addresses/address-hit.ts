import type { AddressIndex } from '../../engine/addresses/addresses.ts'
import type { Address } from '../../records/address.ts'
import type { AddressTierName } from './address-tiers.ts'
import { GRADES } from './point-collector.ts'

export interface AddressHit {
  /** A numbered house; or, before there is a number, a street or a place (municipality or a part of one). */
  readonly kind: 'point' | 'street' | 'place'
  /** The key that gives its id: the source's key of a point, `street:…` or `place:…`. */
  readonly sourceId: string
  readonly address: Address
  /** The index of a point's dataset in the list of the segment. */
  readonly dataset: number | null
  /** The day of the point, or of the newest point of a street or place. */
  readonly updatedOn: string | null
  readonly found: HitOrigin
}

/** How it was found. `explain` prints it. */
export interface HitOrigin {
  readonly tier: AddressTierName | 'numbers' | 'joined'
  /** The index of the reading. */
  readonly reading: number
  /**
   * The rank of the street or place, or of the one that led to a point, if known.
   */
  readonly document: number | null
  readonly grade: (typeof GRADES)[number] | null
}

/** A hit before its texts are read. */
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
