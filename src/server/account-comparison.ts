import { wantedStateOf } from '../access/control/accounts.ts'
import { applyAccountsAgain, type Control } from '../access/control/control.ts'
import { type AccessSnapshot, SnapshotRows } from '../access/view/view.ts'
import type { Log } from '../http/http.ts'
import { type AccountDifference, formatDifferences } from '../ledger/account-differences.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { formatCount } from '../stdx/format-count.ts'

export type ComparedLedger = Pick<Ledger, 'incarnation' | 'findDifferences' | 'enforce' | 'accountsPassed' | 'notice'>

/**
 * Compares all accounts with the books, and passes those that differ again: other books may have taken the place of
 * those that had them. Only then does the ledger put back what these books lack.
 */
export class AccountComparison {
  readonly #control: Control
  readonly #ledger: ComparedLedger
  readonly #log: Log
  /** The last comparison. */
  #compared: { readonly rows: AccessSnapshot['rows']; readonly incarnation: number } | undefined
  /** What no notice has yet. */
  #found: AccountDifference[] = []

  constructor(control: Control, { ledger, log }: { readonly ledger: ComparedLedger; readonly log: Log }) {
    this.#control = control
    this.#ledger = ledger
    this.#log = log
  }

  /** Compares once for each reading of all rows and each incarnation. Changes between them are passed as pending. */
  async compareIfDue(snapshot: AccessSnapshot): Promise<void> {
    const { incarnation } = this.#ledger
    const { rows } = snapshot
    if (this.#compared?.rows !== rows || this.#compared.incarnation !== incarnation) {
      const wanted = new SnapshotRows(snapshot)
        .accounts()
        .map(([id, , state, allowanceUnits]) => wantedStateOf({ id, state, allowanceUnits }))
      const differing = (await this.#ledger.findDifferences(wanted)).map(({ account }) => account)
      await applyAccountsAgain(this.#control, differing, async (some) => {
        this.#found.push(...(await this.#ledger.enforce(some)))
      })
      await this.#ledger.accountsPassed(incarnation)
      this.#compared = { rows, incarnation }
    }
    await this.#report()
  }

  async #report(): Promise<void> {
    if (this.#found.length === 0) return
    const accounts = formatCount(this.#found.length, 'account')
    const what = `the books differed from the control database in ${accounts}, which the server has passed again`
    const detail = `${what}: ${formatDifferences(this.#found)}`
    await this.#ledger.notice({ reason: 'accounts_differed', detail })
    this.#log.warn({ report: detail }, 'the server has passed accounts to the books again')
    this.#found = []
  }
}
