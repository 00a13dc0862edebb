import { Address } from './address.ts'
import { BrowserSession } from './browser-session.ts'
import { Company } from './company.ts'
import { CompanyDetail } from './company-detail.ts'
import { DetailMeta, Meta } from './meta.ts'
import { HITS_MAX } from './parameters.ts'
import type { OperationId } from './prices.ts'
import { array, strictObject } from './schema.ts'
import { Usage } from './usage.ts'

/** The body of a 200, by operation. Its fields are written in this order. */
export const RESPONSES = {
  suggestAddresses: strictObject({ data: array(Address, { maxItems: HITS_MAX }), meta: Meta }),
  suggestCompanies: strictObject({ data: array(Company, { maxItems: HITS_MAX }), meta: Meta }),
  createBrowserSession: strictObject({ data: BrowserSession, meta: Meta }),
  getUsage: strictObject({ data: Usage, meta: Meta }),
  readCompany: strictObject({ data: CompanyDetail, meta: DetailMeta }),
} as const satisfies Record<OperationId, object>
