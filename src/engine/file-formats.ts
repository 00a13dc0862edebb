import type { Kind } from '../records/country.ts'
import { ADDRESS_COLUMNS } from './addresses/address-fields.ts'
import { ADDRESS_INDEX } from './addresses/address-index.ts'
import { COMPANY_COLUMNS } from './companies/company-columns.ts'
import { COMPANY_INDEX } from './companies/company-index.ts'

/**
 * The format of the files of each kind. Files of another format must be built again, even from the same records.
 */
export const FILE_FORMATS: Readonly<Record<Kind, string>> = {
  company: `columns ${COMPANY_COLUMNS.format}, index ${COMPANY_INDEX.format}`,
  address: `columns ${ADDRESS_COLUMNS.format}, index ${ADDRESS_INDEX.format}`,
}
