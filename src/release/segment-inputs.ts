import { hash } from 'node:crypto'
import type { CatalogSnapshot, SnapshotDataset } from '../catalog/catalog.ts'
import { FILE_FORMATS } from '../engine/engine.ts'
import { RELEASE_PROJECTION } from './manifest.ts'
import type { MunicipalityCodes } from './municipality-codes.ts'
import type { Segment } from './segment.ts'

export type SegmentInputs = Readonly<Record<string, string>>

/** What decides how a record is shown, whichever dataset it stands in. */
export const RECORD_INPUTS = ['projection', 'formats', 'withdrawals']

/**
 * What decides the content of a segment, by name: the generation that last changed each dataset it is made of, with its history; withdrawals; how records
 * are projected, and how their files are laid out; and, where there are Slovak points, the municipality codes that they take from companies.
 */
export function segmentInputs(
  segment: Segment,
  snapshot: CatalogSnapshot,
  /** See `hashCodes`; undefined if there are no Slovak points. */
  municipalityCodes: string | undefined,
): SegmentInputs {
  const inputs: Record<string, string> = {
    projection: RELEASE_PROJECTION,
    formats: FILE_FORMATS[segment.kind],
    withdrawals: snapshot.withdrawalHistory(),
  }
  for (const { dataset, changedIn, digests } of snapshot.datasets()) {
    if (segment.datasets.includes(dataset.name)) inputs[dataset.name] = `${changedIn} ${digests.get(changedIn)}`
  }
  if (municipalityCodes !== undefined) inputs.municipalityCodes = municipalityCodes
  return inputs
}

export function hashCodes(codes: MunicipalityCodes): string {
  return hash('sha256', codes.toText(), 'hex')
}

/**
 * The generation of each dataset that an earlier build had, where the catalog still has that history: only then did nothing change but
 * what came later. Null if there is no such build, or if one dataset has another history.
 */
export function generationsOf(
  inputs: SegmentInputs | undefined,
  datasets: readonly SnapshotDataset[],
): ReadonlyMap<string, number> | null {
  if (inputs === undefined) return null
  const known = new Map<string, number>()
  for (const { dataset, digests } of datasets) {
    const [generation, digest] = (inputs[dataset.name] ?? '').split(' ')
    if (digest === undefined || digests.get(Number(generation)) !== digest) return null
    known.set(dataset.name, Number(generation))
  }
  return known
}
