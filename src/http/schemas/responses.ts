import Type from 'typebox'
import { Address } from './address.ts'
import { BrowserSession } from './browser-session.ts'
import { closed } from './closed.ts'
import { Company } from './company.ts'
import { CompanyDetail } from './company-detail.ts'
import { DetailMeta, Meta } from './meta.ts'
import { HITS_MAX } from './parameters.ts'
import type { OperationId } from './prices.ts'
import { Usage } from './usage.ts'

/** The body of a 200, by operation. Its fields are written in this order. */
export const RESPONSES = {
  suggestAddresses: closed({ data: Type.Array(Address, { maxItems: HITS_MAX }), meta: Meta }),
  suggestCompanies: closed({ data: Type.Array(Company, { maxItems: HITS_MAX }), meta: Meta }),
  createBrowserSession: closed({ data: BrowserSession, meta: Meta }),
  getUsage: closed({ data: Usage, meta: Meta }),
  readCompany: closed({ data: CompanyDetail, meta: DetailMeta }),
} as const satisfies Record<OperationId, object>
