export { type CompanyExplanation, explainCompanies } from './companies/company-explanation.ts'
export { type CompanyHit, CompanySearch, type CompanyTrace } from './companies/company-search.ts'
