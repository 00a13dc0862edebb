import type { ManifestSource } from './manifest.ts'

/** Fills the year or the day of the data into the attribution: `{year}`, `{date}`. */
export function formatAttribution({ dataset, observedOn }: Pick<ManifestSource, 'dataset' | 'observedOn'>): string {
  return dataset.attribution.replaceAll('{year}', observedOn.slice(0, 4)).replaceAll('{date}', observedOn)
}
