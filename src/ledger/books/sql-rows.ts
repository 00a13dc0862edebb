import type { Queries } from '../../storage/storage.ts'
import { readAccountMonths } from './sql-account-months.ts'
import { createAccountRows } from './sql-accounts.ts'
import type { SqlDialect } from './sql-dialect.ts'
import { createGrantRows } from './sql-grants.ts'
import { createJournalRows } from './sql-journal.ts'
import { createRegisterRows } from './sql-register.ts'

/** `archive`: the folder of archived batches, if they are to be read. */
export function createRows(queries: Queries, dialect: SqlDialect, archive?: string) {
  return {
    ...createRegisterRows(queries, dialect),
    ...createAccountRows(queries, dialect),
    ...createGrantRows(queries, dialect),
    ...createJournalRows(queries, dialect, archive),
    accountMonths: (account: string, periods: readonly string[]) => readAccountMonths(queries, account, periods),
  }
}
