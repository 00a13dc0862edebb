import { isoTime } from '../../stdx/clock.ts'
import { type Account, readAccount } from './accounts.ts'
import { type Act, noteAct, type OperatorControl } from './acts.ts'
import { checkBounds } from './check-bounds.ts'
import { change } from './control-database.ts'
import { checkName, invalid, notFound, type OperatorMistake, wrongState } from './operator-mistake.ts'

export interface NewCredit {
  readonly account: string
  readonly units: number
  readonly why: string
}

/** What the books get. `who` names the line of the act, so a credit that is carried out again is recognised. */
export interface NotedCredit {
  readonly outcome: 'noted'
  readonly act: number
  readonly credit: NewCredit & { readonly who: string }
}

/** A credit of more than so many allowances is more likely a slip than wanted. */
const LARGE_CREDIT_ALLOWANCES = 10

/** Writes the line of a credit. The caller then carries it out in the books, which are another database. */
export async function noteCredit(
  control: OperatorControl,
  { account: id, units, why }: NewCredit,
  { isConfirmed }: { readonly isConfirmed: boolean },
): Promise<NotedCredit | OperatorMistake> {
  const wrong = checkName(why, 'reason')
  if (wrong !== undefined) return wrong
  if (!Number.isSafeInteger(units) || units < 1) return invalid('A credit is a whole number of units, at least 1.')
  const beyond = checkBounds(control.actor, { allowanceUnits: units })
  if (beyond !== undefined) return beyond
  return await change(control, async (queries) => {
    const account = await readAccount(queries, id)
    if (account === undefined) return notFound('account', id)
    if (account.state === 'closed') return wrongState('The account is closed; it cannot get a credit.')
    if (!isConfirmed && LARGE_CREDIT_ALLOWANCES * account.allowanceUnits < units) return tooLarge(account)
    const act = await noteAct(control, queries, {
      what: 'account.credit',
      account: id,
      subject: id,
      after: { units, why },
    })
    const who = nameAct({ ...act, who: control.actor.who })
    return { outcome: 'noted', act: act.number, credit: { account: id, units, why, who } }
  })
}

/** With its time: an older copy of the control database gives a number again. */
function nameAct({ who, number, atMs }: Pick<Act, 'who' | 'number' | 'atMs'>): string {
  return `${who}, act ${number} of ${isoTime(atMs)}`
}

function tooLarge({ allowanceUnits }: Account): OperatorMistake {
  return wrongState(
    `The credit is larger than ${LARGE_CREDIT_ALLOWANCES} allowances of ${allowanceUnits} units, and no credit can be taken back. If it is meant, confirm it: --yes.`,
  )
}
