import type { Company, CompanyDetail } from '../index.ts'
import { listStreetValues } from './address-values.ts'
import type { Values } from './fill-fields.ts'

/** What every suggestion has. Every other field needs the detail of the company, for 10 units. */
const SUGGESTED = /^(id|ico|name|address|status|country)$/

/** Fields of suggestions, components of the seat as the API has them, and what forms want besides. */
export type CompanyField =
  | ('id' | 'ico' | 'name' | 'address' | 'status' | 'country')
  | keyof CompanyDetail['address']['components']
  | keyof ReturnType<typeof listStreetValues>
  | 'legal-form'

export function isOfDetail(field: string): boolean {
  return !SUGGESTED.test(field)
}

export function listCompanyValues(company: Company): Values {
  return { ...company, country: company.country.toUpperCase() }
}

/** Without what the suggestion has: the country of the detail is a text of the register. */
export function listDetailValues({ address, legal_form: form }: CompanyDetail): Values {
  const { country: _, ...components } = address.components
  return { ...components, ...listStreetValues(components, components.building_number), 'legal-form': form?.name }
}
