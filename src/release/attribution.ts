import type { ManifestSource } from './manifest.ts'

/** What a source wants to be named by. Some want the year or the day of the data in it: `{year}`, `{date}`. */
export function attributionOf({ dataset, observedOn }: Pick<ManifestSource, 'dataset' | 'observedOn'>): string {
  return dataset.attribution.replaceAll('{year}', observedOn.slice(0, 4)).replaceAll('{date}', observedOn)
}
