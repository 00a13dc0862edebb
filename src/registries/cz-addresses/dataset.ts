import type { Dataset } from '../../records/dataset.ts'

/**
 * The licence asks for the holder with the year of the data, a link to the conditions, and word of every modification.
 */
export const DATASET: Dataset = {
  name: 'cz-addresses',
  registry: 'cz-addresses',
  country: 'cz',
  kind: 'address',
  code: 'ruian',
  dataset: 'ruian-adr',
  url: 'https://atom.cuzk.gov.cz/RUIAN-CSV-ADR-ST/datasetFeeds/CZ-00025712-CUZK_RUIAN-CSV-ADR-ST_1.xml',
  attribution: 'ČÚZK, {year}',
  license: 'CC BY 4.0',
  licenseUrl:
    'https://cuzk.gov.cz/Predpisy/Podminky-poskytovani-prostor-dat-a-sitovych-sluzeb/Podminky-poskytovani-prostorovych-dat-CUZK.aspx',
  notice:
    'Modified: columns renamed and combined, coordinates transformed from S-JTSK to WGS 84, names of okresy and kraje added from code lists of ČÚZK.',
  // Published once a month; the operator has half a month to fetch it.
  rhythmDays: 45,
  keyForm: 'plain',
  fullSetRows: 3_020_222,
}
