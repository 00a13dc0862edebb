import type { Dataset } from '../../records/dataset.ts'

/** The office requires derived data to be marked, and not to be shown as unchanged official statistics. */
export const DATASET: Dataset = {
  name: 'cz-res',
  registry: 'cz-res',
  country: 'cz',
  kind: 'company',
  code: 'ares',
  dataset: 'res',
  url: 'https://opendata.csu.gov.cz/soubory/od/od_org03/res_data.csv',
  attribution: 'Zdroj: ČSÚ, Registr ekonomických subjektů, stav k {date}, CC BY 4.0; upraveno',
  license: 'CC BY 4.0',
  licenseUrl: 'https://csu.gov.cz/podminky_pro_vyuzivani_a_dalsi_zverejnovani_statistickych_udaju_csu',
  notice:
    'Modified: a selection of columns, renamed; names of legal forms from list 56 of ČSÚ; municipality codes from RÚIAN, © ČÚZK. Not unchanged official statistics.',
  // The state on the 15th and on the last day of the month, published two days later.
  rhythmDays: 20,
  keyForm: 'eight-digits',
  fullSetRows: 3_528_951,
}
