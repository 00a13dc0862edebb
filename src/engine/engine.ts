export { AddressColumns, PointMunicipalities, type PointMunicipality } from './addresses/address-columns.ts'
export { AddressColumnsBuilder } from './addresses/address-columns-builder.ts'
export { DEGREE, NO_DEGREE } from './addresses/address-fields.ts'
export { AddressIndex, type SharedAddressIndex } from './addresses/address-index.ts'
export { buildAddressIndex } from './addresses/build-address-index.ts'
export type { NumberRange, NumberTable } from './addresses/number-table.ts'
export { findUnorderedNames } from './addresses/unordered-names.ts'
export {
  CompanyColumns,
  CompanyColumnsBuilder,
  type CompanyRow,
  type CompanySummary,
  type SeatJoin,
} from './companies/company-columns.ts'
export {
  buildCompanyIndex,
  CompanyIndex,
  PLACE_MARK,
  type SharedCompanyIndex,
} from './companies/company-index.ts'
export { CompanyIndexCheck } from './companies/company-index-check.ts'
export { FILE_FORMATS } from './file-formats.ts'
export type { Budget, Visit } from './words/intersection.ts'
export { KWayMerge } from './words/k-way-merge.ts'
export { NAME_END, NO_NAME, TERM, type WordIndex } from './words/word-index.ts'
export { WORDS_MAX, WORK_MAX, WordSearch } from './words/word-search.ts'
