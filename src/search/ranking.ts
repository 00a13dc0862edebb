/** The order of equal matches, for the builders of indexes. */
export { compareEntities } from './addresses/entity-order.ts'
export { sortCompanies } from './companies/company-order.ts'
