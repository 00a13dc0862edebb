import type { Kind } from '../records/country.ts'
import { ADDRESS_COLUMNS } from './addresses/address-fields.ts'
import { ADDRESS_INDEX } from './addresses/address-index.ts'
import { COMPANY_COLUMNS } from './companies/company-columns.ts'
import { COMPANY_INDEX } from './companies/company-index.ts'

/** How the files of each kind are laid out and by which rules they are made; others must be built anew, even of the same records. */
export const FILE_FORMATS: Readonly<Record<Kind, string>> = {
  company: `columns ${COMPANY_COLUMNS.format}, index ${COMPANY_INDEX.format}`,
  address: `columns ${ADDRESS_COLUMNS.format}, index ${ADDRESS_INDEX.format}`,
}
