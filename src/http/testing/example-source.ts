import type { Dataset } from '../../records/dataset.ts'
import type { ManifestSource } from '../../release/release.ts'
import { SK_CSV } from '../../release/testing/house.ts'

/** A source as the manifest of a release has it. */
export function exampleSource(
  dataset: Partial<Dataset>,
  of: Partial<Omit<ManifestSource, 'dataset'>> = {},
): ManifestSource {
  const imported = { missingDays: [], importedAt: '2026-06-11T04:20:00.000Z', generation: 7 }
  return { dataset: { ...SK_CSV, ...dataset }, observedOn: '2026-06-10', ...imported, ...of }
}
