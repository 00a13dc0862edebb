import { readWords } from '../read-table.ts'
import type { CompanyWords } from './company-names.ts'
import { CZECH_PEOPLE } from './czech-people.ts'

export const CZECH_FIRMS: CompanyWords = {
  people: CZECH_PEOPLE,
  trades: readWords('czech/trades.txt'),
  shops: readWords('czech/shops.txt'),
}
