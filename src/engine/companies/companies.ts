/** Companies in memory: their columns, the index over them, and how both are built and checked. */
export {
  CompanyColumns,
  CompanyColumnsBuilder,
  type CompanyRow,
  type CompanySummary,
  type SeatJoin,
} from './company-columns.ts'
export {
  buildCompanyIndex,
  CompanyIndex,
  PLACE_MARK,
  type SharedCompanyIndex,
} from './company-index.ts'
export { CompanyIndexCheck } from './company-index-check.ts'
