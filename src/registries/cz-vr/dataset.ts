import type { Dataset } from '../../records/dataset.ts'

/**
 * ARES states no licence by name; its older terms ask that the ministry is named as the source and the data are not
 * distorted.
 */
export const DATASET: Dataset = {
  name: 'cz-vr',
  registry: 'cz-vr',
  country: 'cz',
  kind: 'company',
  code: 'ares',
  dataset: 'vr',
  url: 'https://ares.gov.cz/otevrena-data/ares_vreo_all.tar.gz',
  attribution: 'Zdroj: Ministerstvo financí ČR, ARES',
  license: 'ARES',
  licenseUrl: 'https://ares.gov.cz/',
  notice: 'Modified: a selection of fields, renamed; persons, bodies and activities left out.',
  // Made daily. It only adds to RES, so it may be as old as RES.
  rhythmDays: 20,
  keyForm: 'eight-digits',
  fullSetRows: 1_284_719,
}
