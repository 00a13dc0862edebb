import type { Dataset } from '../../records/dataset.ts'

const OURS = {
  registry: 'sk-addresses',
  country: 'sk',
  kind: 'address',
  code: 'ra',
  keyForm: 'check-character',
} as const

/** The whole country in one file, published quarterly; a month is left for a late one. */
export const CSV_DATASET: Dataset = {
  ...OURS,
  name: 'sk-addresses-csv',
  dataset: 'ra-csv',
  url: 'https://data.slovensko.sk/datasety/b27f57f1-7e76-45e0-8968-631f9176b2e9',
  attribution: 'Zdroj: Ministerstvo vnútra SR — Register adries, CC0 1.0',
  license: 'CC0 1.0',
  licenseUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
  notice: 'Modified: columns renamed, orientation numbers split into number and letter.',
  rhythmDays: 122,
  fullSetRows: 1_739_536,
}

/** The regions (kraje, NUTS 3), each with a file of its own. */
export const REGIONS = ['SK010', 'SK021', 'SK022', 'SK023', 'SK031', 'SK032', 'SK041', 'SK042']

/** A file for each region, published daily; a week is left, because its host is often not to be reached. */
export const RAGEO_DATASET: Dataset = {
  ...OURS,
  name: 'sk-addresses-rageo',
  dataset: 'ra-rageo',
  url: 'https://rageo.minv.sk/opendata/katalog.json',
  attribution: 'Zdroj: Ministerstvo vnútra SR — Register adries / RAGEO Open Data, CC BY 4.0',
  license: 'CC BY 4.0',
  licenseUrl: 'https://creativecommons.org/licenses/by/4.0/',
  notice: 'Modified: a selection of fields, renamed; orientation numbers split into number and letter.',
  rhythmDays: 7,
}
