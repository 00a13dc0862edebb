import { createBrowserSession } from './create-browser-session.ts'
import { getUsage } from './get-usage.ts'
import { readCompany } from './read-company.ts'
import type { Route } from './route.ts'
import { suggestAddresses } from './suggest-addresses.ts'
import { suggestCompanies } from './suggest-companies.ts'

export const ROUTES: readonly Route[] = [
  suggestAddresses,
  suggestCompanies,
  createBrowserSession,
  getUsage,
  readCompany,
]
