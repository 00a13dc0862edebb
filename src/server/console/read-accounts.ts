import { wantedStateOf } from '../../access/control/accounts.ts'
import { countAccounts, pageOfAccounts } from '../../access/control/pages.ts'
import { findDifferences } from '../../ledger/account-differences.ts'
import { readAccounts as readBooksAccounts } from '../../ledger/accounting.ts'
import { monthAt } from '../../ledger/calendar.ts'
import { isoTime } from '../../stdx/clock.ts'
import { ConsoleError } from './console-error.ts'
import type { ConsoleSources } from './console-sources.ts'

export interface AccountsWanted {
  /** As `q` of the list of `/admin/v1/accounts`. Empty: all. */
  readonly text?: string
  /** `next_cursor` of the page before. Empty: the first page. */
  readonly cursor?: string
}

const PAGE_ROWS = 100
const TEXT_MAX = 200

/** `/console/api/accounts?q=…&cursor=…`: a page of accounts, with what each has used this month. */
export async function readAccounts(sources: ConsoleSources, { text = '', cursor = '' }: AccountsWanted) {
  // PostgreSQL refuses the character zero in a text.
  if (!/^\d{0,15}$/.test(cursor) || TEXT_MAX < text.length || text.includes('\0'))
    throw new ConsoleError('invalid_page', `Write q=TEXT with at most ${TEXT_MAX} characters, and cursor=NEXT_CURSOR.`)
  const nowMs = sources.clock.nowMs()
  const { period } = monthAt(nowMs)
  const { page, total } = await sources.withControl(async (control) => ({
    page: await pageOfAccounts(control, { after: Number(cursor), limit: PAGE_ROWS, text }),
    total: await countAccounts(control),
  }))
  const ids = page.rows.map(({ id }) => id)
  const { inMonth, differences } = await sources.withBooks(async (books) => ({
    inMonth: await readBooksAccounts(books, ids, period),
    differences: await findDifferences(books, page.rows.map(wantedStateOf)),
  }))
  const differing = new Map(
    differences.map(({ account, found }) => [account, found === undefined ? 'missing' : 'differs']),
  )
  const unitsOf = new Map(inMonth.map((row) => [row.account, row]))
  return {
    as_of: isoTime(nowMs),
    period,
    total_accounts: total,
    accounts: page.rows.map(({ id, name, state, allowanceUnits, createdAtMs, appliedAtMs }) => {
      // An account that has never been passed to the books has no row there; then the operator's figure counts.
      const { allowance, spent } = unitsOf.get(id) ?? { allowance: allowanceUnits, spent: 0 }
      return {
        id,
        name,
        state,
        created_at: isoTime(createdAtMs),
        applied_at: appliedAtMs === null ? null : isoTime(appliedAtMs),
        in_books: differing.get(id) ?? 'as_wanted',
        allowance_units: allowance,
        confirmed_units: spent,
        left_units: Math.max(0, allowance - spent),
      }
    }),
    next_cursor: page.next === undefined ? null : String(page.next),
  }
}
