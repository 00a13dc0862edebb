import type { Country, Kind } from '../records/country.ts'

/** A release has four segments, so that a new daily of one register rebuilds one of them and links the others. */
export interface Segment {
  readonly name: SegmentName
  readonly country: Country
  readonly kind: Kind
  /** Datasets with its records, and datasets that affect them. */
  readonly datasets: readonly string[]
  readonly files: readonly string[]
}

export type SegmentName = 'companies-sk' | 'companies-cz' | 'addresses-sk' | 'addresses-cz'

const PARTS = { address: ['columns', 'index'], company: ['details.db', 'columns', 'index'] } as const

export const SEGMENTS: readonly Segment[] = [
  // The address points come before the companies that take municipality codes from them.
  makeSegment('address', 'cz', ['cz-addresses']),
  makeSegment('company', 'cz', ['cz-res', 'cz-vr', 'cz-addresses']),
  makeSegment('address', 'sk', ['sk-addresses-rageo', 'sk-addresses-csv']),
  makeSegment('company', 'sk', ['sk-rpo', 'sk-addresses-rageo', 'sk-addresses-csv']),
]

function makeSegment(kind: Kind, country: Country, datasets: readonly string[]): Segment {
  const name = `${kind === 'company' ? 'companies' : 'addresses'}-${country}` as const
  return { name, country, kind, datasets, files: PARTS[kind].map((part) => `${name}.${part}`) }
}

/** Built in parallel, each list in its order: about the same work for two processor cores. */
export const BUILD_LANES: readonly (readonly SegmentName[])[] = [
  ['addresses-cz', 'companies-cz'],
  ['addresses-sk', 'companies-sk'],
]

export function findSegment(name: SegmentName): Segment {
  return SEGMENTS.find((segment) => segment.name === name)!
}
