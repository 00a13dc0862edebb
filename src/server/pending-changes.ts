import { wantedStateOf } from '../access/control/accounts.ts'
import { applyAccountChanges, applyTrustRequests, type Control } from '../access/control/control.ts'
import type { Ledger, TrustResult } from '../ledger/ledger.ts'

export type ChangeableLedger = Pick<Ledger, 'setAllowance' | 'setState' | 'trust'>

/** Passes the state and the allowance of accounts from the control database to the ledger. */
export function passAccountChanges(control: Control, ledger: ChangeableLedger): Promise<number> {
  return applyAccountChanges(control, async (changed) => {
    const { account, state, allowance } = wantedStateOf(changed)
    await ledger.setAllowance(account, allowance, 'operator')
    await ledger.setState(account, state)
  })
}

/** Passes trust requests from the control database to the ledger. May take as long as an audit. */
export function passTrustRequests(control: Control, ledger: ChangeableLedger): Promise<number> {
  return applyTrustRequests(control, async (request) => formatTrustResult(await ledger.trust(request)))
}

/** One line for the operator. */
function formatTrustResult({ resolved, refused, notStanding }: TrustResult): string {
  const parts = [
    list('resolved', resolved),
    ...refused.map(
      ({ id, account }) => `not resolved: ${id}, because the audit finds differences of ${account ?? 'all accounts'}`,
    ),
    list('not standing in the books', notStanding),
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'not carried out: the request names no doubt' : parts.join('; ')
}

function list(what: string, doubts: readonly { readonly id: number }[]): string {
  return doubts.length === 0 ? '' : `${what}: ${doubts.map(({ id }) => id).join(', ')}`
}
