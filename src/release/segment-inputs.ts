import { hash } from 'node:crypto'
import type { CatalogSnapshot, SnapshotDataset } from '../catalog/snapshot.ts'
import { NAME_TABLE_FORMAT } from '../engine/addresses/addresses.ts'
import { FILE_FORMATS } from '../engine/engine.ts'
import { type ManifestSegment, RELEASE_PROJECTION } from './manifest.ts'
import type { MunicipalityCodes } from './municipality-codes.ts'
import type { Segment, SegmentName } from './segment.ts'

export type SegmentInputs = Readonly<Record<string, string>>

/** The inputs that affect the records of every dataset. */
export const RECORD_INPUTS = ['projection', 'formats', 'withdrawals']

/**
 * The inputs of a segment by name: the projection, the file formats, the withdrawals, for each dataset the generation
 * that last changed it with its digest, and for Slovak points the municipality codes of companies.
 */
export function collectInputs(
  segment: Segment,
  snapshot: CatalogSnapshot,
  /** See `hashCodes`; undefined if there are no Slovak points. */
  municipalityCodes: string | undefined,
): SegmentInputs {
  const inputs: Record<string, string> = {
    projection: RELEASE_PROJECTION,
    formats: FILE_FORMATS[segment.kind],
    withdrawals: '',
  }
  for (const { dataset, changedIn, digests, withdrawals } of snapshot.datasets()) {
    if (!segment.datasets.includes(dataset.name)) continue
    inputs[dataset.name] = `${changedIn} ${digests.get(changedIn)}`
    inputs.withdrawals += withdrawals
  }
  // A server reads indexes without it too, so it is no file format.
  if (segment.kind === 'address') inputs.names = NAME_TABLE_FORMAT
  if (municipalityCodes !== undefined) inputs.municipalityCodes = municipalityCodes
  return inputs
}

export function hashCodes(codes: MunicipalityCodes): string {
  return hash('sha256', codes.toText(), 'hex')
}

/** The hash of the codes that the points of the same country were built with. */
export function hashOfPointCodes({
  segment,
  builtBefore,
}: {
  readonly segment: SegmentName
  readonly builtBefore: readonly ManifestSegment[]
}): string | undefined {
  const points = builtBefore.find(({ name }) => name === 'addresses-sk')
  return segment === 'companies-sk' ? points?.inputs.municipalityCodes : undefined
}

/** The segment of the previous release, and whether it was built from the same inputs. */
export function findPrevious(
  previous: { readonly segments: readonly ManifestSegment[] } | null,
  segment: SegmentName,
  inputs: SegmentInputs,
): { readonly before: ManifestSegment | undefined; readonly same: boolean } {
  const before = previous?.segments.find(({ name }) => name === segment)
  return { before, same: JSON.stringify(before?.inputs) === JSON.stringify(inputs) }
}

/**
 * The generation of each dataset in an earlier build. Null if there is no such build, or if the catalog has another
 * history: then more may differ than the later changes.
 */
export function matchGenerations(
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
