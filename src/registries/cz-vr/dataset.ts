import type { Dataset } from '../../records/dataset.ts'

/**
 * ARES names no licence. Its older terms require users to name the ministry as the source and not to distort the data.
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
  // Published daily. It only completes RES, so it may be as old as RES.
  rhythmDays: 20,
  keyForm: 'eight-digits',
  fullSetRows: 1_284_719,
}
