import { Address } from './address.ts'
import { BrowserSession } from './browser-session.ts'
import { Company } from './company.ts'
import { CompanyDetail } from './company-detail.ts'
import { DetailMeta, Meta } from './meta.ts'
import { HITS_MAX } from './parameters.ts'
import type { OperationId } from './prices.ts'
import { array, strictObject } from './schema.ts'
import { Usage } from './usage.ts'

const FOUND = { maxItems: HITS_MAX, description: 'What was found, the best match first.' }

/** The body of a 200, by operation. Its fields are written in this order. */
export const RESPONSES = {
  suggestAddresses: strictObject(
    { data: array(Address, FOUND), meta: Meta },
    { title: 'AddressesAnswer', description: 'The answer of suggestAddresses.' },
  ),
  suggestCompanies: strictObject(
    { data: array(Company, FOUND), meta: Meta },
    { title: 'CompaniesAnswer', description: 'The answer of suggestCompanies.' },
  ),
  createBrowserSession: strictObject(
    { data: BrowserSession, meta: Meta },
    { title: 'BrowserSessionAnswer', description: 'The answer of createBrowserSession.' },
  ),
  getUsage: strictObject({ data: Usage, meta: Meta }, { title: 'UsageAnswer', description: 'The answer of getUsage.' }),
  readCompany: strictObject(
    { data: CompanyDetail, meta: DetailMeta },
    { title: 'CompanyDetailAnswer', description: 'The answer of readCompany.' },
  ),
} as const satisfies Record<OperationId, object>
