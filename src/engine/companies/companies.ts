/** Companies in memory: their columns, the index over them, and how both are built and checked. */
export {
  CompanyColumns,
  CompanyColumnsBuilder,
  type CompanyRow,
  type CompanySummary,
} from './company-columns.ts'
export {
  buildCompanyIndex,
  CompanyIndex,
  type CompanyRules,
  PLACE_MARK,
  SHORT_MARKS,
} from './company-index.ts'
export { CompanyIndexCheck } from './company-index-check.ts'
export {
  encodeSeatJoin,
  type FieldOutcome,
  type FieldOutcomes,
  SEAT_FIELDS,
  type SeatField,
  type SeatJoinCode,
} from './seat-join.ts'
export { findSubjectRows } from './subject-rows.ts'
