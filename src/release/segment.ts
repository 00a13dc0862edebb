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

export const SEGMENTS: readonly Segment[] = [
  // The address points come before the companies that take municipality codes from them.
  {
    name: 'addresses-cz',
    country: 'cz',
    kind: 'address',
    datasets: ['cz-addresses'],
    files: ['addresses-cz.columns', 'addresses-cz.index'],
  },
  {
    name: 'companies-cz',
    country: 'cz',
    kind: 'company',
    datasets: ['cz-res', 'cz-vr', 'cz-addresses'],
    files: ['companies-cz.details.db', 'companies-cz.columns', 'companies-cz.index'],
  },
  {
    name: 'addresses-sk',
    country: 'sk',
    kind: 'address',
    datasets: ['sk-addresses-rageo', 'sk-addresses-csv'],
    files: ['addresses-sk.columns', 'addresses-sk.index'],
  },
  {
    name: 'companies-sk',
    country: 'sk',
    kind: 'company',
    datasets: ['sk-rpo', 'sk-addresses-rageo', 'sk-addresses-csv'],
    files: ['companies-sk.details.db', 'companies-sk.columns', 'companies-sk.index'],
  },
]

/** Built in parallel, each list in its order: about the same work for two processor cores. */
export const BUILD_LANES: readonly (readonly SegmentName[])[] = [
  ['addresses-cz', 'companies-cz'],
  ['addresses-sk', 'companies-sk'],
]

export function findSegment(name: SegmentName): Segment {
  return SEGMENTS.find((segment) => segment.name === name)!
}
