import type { CompanyRules } from '../engine/companies/companies.ts'
import { sortCompanies } from './companies/company-order.ts'
import { createShortNames } from './companies/short-names.ts'

/** The order of equal matches, and short names, for the builders of indexes. */
export { compareEntities } from './addresses/entity-order.ts'
export const COMPANY_RULES: CompanyRules = { sort: sortCompanies, createShortNames }
