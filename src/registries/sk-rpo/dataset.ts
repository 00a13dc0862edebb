import type { Dataset } from '../../records/dataset.ts'

/** Three days: the register publishes changes daily, and a daily may lag it by one more. */
export const RPO_DATASET: Dataset = {
  name: 'sk-rpo',
  registry: 'sk-rpo',
  country: 'sk',
  kind: 'company',
  code: 'rpo',
  dataset: 'rpo',
  url: 'https://rpo.minv.sk/rpo-api-doc.html',
  attribution: 'Zdroj: Register právnických osôb, podnikateľov a orgánov verejnej moci (ŠÚ SR / MV SR), CC BY 4.0',
  license: 'CC BY 4.0',
  licenseUrl: 'https://creativecommons.org/licenses/by/4.0/',
  notice:
    'Modified: a selection of fields, renamed; of each history the current value; persons, capital and activities left out.',
  rhythmDays: 3,
  keyForm: 'plain',
  fullSetRows: 2_254_624,
}
