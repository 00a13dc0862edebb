import type { Company, CompanyDetail } from '../index.ts'
import { listStreetValues } from './address-values.ts'

/** What every suggestion has. */
export const SUGGESTION_FIELDS = ['name', 'ico', 'address', 'country'] as const

/** What only `readCompany` knows, for 10 units. */
export const DETAIL_FIELDS = [
  'street-line',
  'street',
  'number',
  'postcode',
  'town',
  'part',
  'legal-form',
  'established',
  'register',
  'register-office',
  'register-number',
] as const

export const COMPANY_FIELDS = [...SUGGESTION_FIELDS, ...DETAIL_FIELDS] as const

export type CompanyField = (typeof COMPANY_FIELDS)[number]

type Values<Field extends string> = Record<Field, string>

export function listCompanyValues(company: Company): Values<(typeof SUGGESTION_FIELDS)[number]> {
  const { name, ico, address, country } = company
  return { name, ico: ico ?? '', address, country: country.toUpperCase() }
}

export function listDetailValues(detail: CompanyDetail): Values<(typeof DETAIL_FIELDS)[number]> {
  const { components } = detail.address
  const { register, office, number } = detail.registration
  return {
    ...listStreetValues(components, components.building_number),
    'legal-form': detail.legal_form?.name ?? '',
    established: detail.dates.established_at ?? '',
    register: register?.name ?? '',
    'register-office': office ?? '',
    'register-number': number ?? '',
  }
}
