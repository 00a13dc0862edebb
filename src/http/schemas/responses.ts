import Type from 'typebox'
import { Address } from './address.ts'
import { BrowserSession } from './browser-session.ts'
import { closed } from './closed.ts'
import { Company } from './company.ts'
import { CompanyDetail } from './company-detail.ts'
import { DetailMeta, Meta } from './meta.ts'
import { Usage } from './usage.ts'

/** A suggestion has at most ten hits. */
export const HITS_MAX = 10

/** The bodies of success, by operation. */
export const RESPONSES = {
  suggestAddresses: closed({ data: Type.Array(Address, { maxItems: HITS_MAX }), meta: Meta }),
  suggestCompanies: closed({ data: Type.Array(Company, { maxItems: HITS_MAX }), meta: Meta }),
  createBrowserSession: closed({ data: BrowserSession, meta: Meta }),
  getUsage: closed({ data: Usage, meta: Meta }),
  readCompany: closed({ data: CompanyDetail, meta: DetailMeta }),
} as const

export type OperationId = keyof typeof RESPONSES
