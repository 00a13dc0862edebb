import type { Kind } from '../records/country.ts'
import { ADDRESS_INDEX } from './addresses/address-index.ts'
import { COMPANY_INDEX } from './companies/company-index.ts'

/** What the index files of each kind are; another one must be built anew, even over the same records. */
export const INDEX_FORMATS: Readonly<Record<Kind, string>> = {
  company: String(COMPANY_INDEX.format),
  address: String(ADDRESS_INDEX.format),
}
