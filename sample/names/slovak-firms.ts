import { readWords } from '../read-table.ts'
import type { CompanyWords } from './company-names.ts'
import { SLOVAK_PEOPLE } from './slovak-people.ts'

export const SLOVAK_FIRMS: CompanyWords = {
  people: SLOVAK_PEOPLE,
  trades: readWords('slovak/trades.txt'),
  shops: readWords('slovak/shops.txt'),
}

/** Trades as a sole trader's certificate or the register's list of activities says them. */
export const SLOVAK_ACTIVITIES: readonly string[] = readWords('slovak/activities.txt')
