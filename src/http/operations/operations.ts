import { createBrowserSession } from './create-browser-session.ts'
import { getUsage } from './get-usage.ts'
import type { Operation } from './operation.ts'
import { readCompany } from './read-company.ts'
import { suggestAddresses } from './suggest-addresses.ts'
import { suggestCompanies } from './suggest-companies.ts'

export const OPERATIONS: readonly Operation[] = [
  suggestAddresses,
  suggestCompanies,
  createBrowserSession,
  getUsage,
  readCompany,
]
