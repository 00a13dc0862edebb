import { hash } from 'node:crypto'
import type { SnapshotDataset } from '../catalog/catalog.ts'
import { RELEASE_PROJECTION } from './manifest.ts'
import { readMunicipalityCodes } from './municipality-codes.ts'
import type { Segment } from './segment.ts'

/**
 * What decides the content of a segment, by name: the generation of each dataset it is made of (with its withdrawals), how records
 * are projected, and, for the Slovak points, the municipality codes that the Slovak companies told.
 */
export function segmentInputs(
  segment: Segment,
  datasets: readonly SnapshotDataset[],
  dir: string,
): Record<string, string> {
  const inputs: Record<string, string> = { projection: RELEASE_PROJECTION }
  for (const { dataset, generation, withdrawals } of datasets) {
    if (segment.datasets.includes(dataset.name)) inputs[dataset.name] = `${generation} withdrawals ${withdrawals}`
  }
  if (segment.name === 'addresses-sk' && segment.datasets.some((name) => name in inputs)) {
    inputs.municipalityCodes = hash('sha256', readMunicipalityCodes(dir).toText(), 'hex')
  }
  return inputs
}
