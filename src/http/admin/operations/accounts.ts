import {
  type AccountOutcome,
  type AccountTransition,
  changeAccountState,
  renameAccount,
  reopenAccount as reopen,
  setAccountBudget,
  setAllowance,
  showAccount,
} from '../../../access/control/accounts.ts'
import type { OperatorControl } from '../../../access/control/acts.ts'
import { changeTogether } from '../../../access/control/control.ts'
import { pageOfAccounts } from '../../../access/control/pages.ts'
import { array, optional, strictObject, text, type ValueOf } from '../../schemas/schema.ts'
import { faultOf } from '../faults.ts'
import { type AdminResult, defineOperation } from '../operation.ts'
import * as schemas from '../schemas.ts'
import { readBudget, writeAccount } from '../write-data.ts'

const inAccount = strictObject({ account: schemas.AccountId })
const resultOf = (outcome: AccountOutcome): AdminResult =>
  'sentence' in outcome ? outcome : { data: writeAccount(outcome.account) }

export const listAccounts = defineOperation({
  id: 'listAccounts',
  method: 'GET',
  path: '/admin/v1/accounts',
  role: 'read',
  summary: 'List accounts',
  description: 'In order of creation.',
  isList: true,
  query: strictObject({
    q: optional(
      text({
        pattern: '^[^\\u0000-\\u001f]*$',
        description: 'A part of the name or of a web site, or a whole id or client id.',
      }),
    ),
    state: optional(schemas.State),
    limit: optional(schemas.PageSize),
    cursor: optional(schemas.Cursor),
  }),
  data: array(schemas.AccountData),
  async run({ control, parameters: { q, state, limit = 100, cursor = '0' } }) {
    const wanted = { text: q, state, limit, after: Number(cursor) }
    const { rows, next } = await pageOfAccounts(control, wanted)
    return { data: rows.map(writeAccount), next }
  },
})

export const readAccount = defineOperation({
  id: 'readAccount',
  method: 'GET',
  path: '/admin/v1/accounts/{account}',
  role: 'read',
  summary: 'Read an account',
  description: 'State, allowance and budget, as wanted; `applied_at` says whether the books have them.',
  inPath: inAccount,
  data: schemas.AccountData,
  async run({ control, parameters: { account } }) {
    const found = await showAccount(control, account)
    return 'sentence' in found ? found : { data: writeAccount(found.account) }
  },
})

const AccountChange = strictObject(
  {
    name: optional(schemas.Name),
    allowance_units: optional(schemas.Allowance),
    state: optional(schemas.WantedState),
    browser_budget: optional(schemas.Budget),
  },
  { title: 'AccountChange', description: 'What is left out stays as it is.' },
)

export const changeAccount = defineOperation({
  id: 'changeAccount',
  method: 'PATCH',
  path: '/admin/v1/accounts/{account}',
  role: 'provision',
  summary: 'Change an account',
  description: 'Name, allowance, state and budget, all or none. Servers act on it within a second.',
  inPath: inAccount,
  body: AccountChange,
  data: schemas.AccountData,
  run: async ({ control, parameters: { account }, body }) =>
    resultOf(await changeTogether(control, (inner) => changeEach(inner, account, body))),
})

async function changeEach(
  control: OperatorControl,
  id: string,
  { name, allowance_units: allowanceUnits, state, browser_budget: budget }: ValueOf<typeof AccountChange>,
): Promise<AccountOutcome> {
  const found = await showAccount(control, id)
  if ('sentence' in found) return found
  const steps = [
    name !== undefined && (() => renameAccount(control, { id, name })),
    allowanceUnits !== undefined && (() => setAllowance(control, { id, allowanceUnits })),
    budget !== undefined && (() => setAccountBudget(control, { id, settings: readBudget(budget) })),
    state !== undefined &&
      (() => changeAccountState(control, { id, transition: transitionTo(state, found.account.state) })),
  ]
  let last: AccountOutcome = { outcome: 'unchanged', account: found.account }
  for (const step of steps) {
    if (step === false) continue
    last = await step()
    if ('sentence' in last) return last
  }
  return last
}

function transitionTo(state: ValueOf<typeof schemas.WantedState>, now: string): AccountTransition {
  if (state === 'suspended') return 'suspend'
  return now === 'pending' ? 'verify' : 'resume'
}

export const closeAccount = defineOperation({
  id: 'closeAccount',
  method: 'POST',
  path: '/admin/v1/accounts/{account}/close',
  role: 'operate',
  summary: 'Close an account',
  description: 'Its requests are rejected within a second. It can be reopened for 31 days.',
  inPath: inAccount,
  body: strictObject(
    { confirm: optional(schemas.Confirm) },
    { title: 'Confirmation', description: 'That it is meant.' },
  ),
  data: schemas.AccountData,
  async run({ control, parameters: { account: id }, body: { confirm } }) {
    if (confirm !== id) return faultOf('confirmation_required')
    return resultOf(await changeAccountState(control, { id, transition: 'close' }))
  },
})

export const reopenAccount = defineOperation({
  id: 'reopenAccount',
  method: 'POST',
  path: '/admin/v1/accounts/{account}/reopen',
  role: 'operate',
  summary: 'Reopen an account',
  description: 'Gives an account that was closed within the last 31 days the state that it had.',
  inPath: inAccount,
  data: schemas.AccountData,
  run: async ({ control, parameters: { account } }) => resultOf(await reopen(control, account)),
})
