import { SCOPES } from '../access/access.ts'
import { type Account, changeAccountState, createAccount } from '../access/control/accounts.ts'
import type { Control } from '../access/control/control.ts'
import { issueKey, type ServerKey } from '../access/control/keys.ts'
import { createProject, type Project } from '../access/control/projects.ts'
import { unwrapOutcome } from './with-control.ts'

export interface NewCustomer {
  readonly name: string
  readonly allowanceUnits?: number | undefined
  readonly origins: readonly string[]
}

export interface Customer {
  readonly account: Account
  readonly project: Project
  readonly key: ServerKey
  /** The key itself, which the database does not store. */
  readonly text: string
}

/** Creates an account with one project and one key. The account is verified last: half a customer cannot call. */
export async function createCustomer(control: Control, customer: NewCustomer): Promise<Customer> {
  const { name, allowanceUnits, origins } = customer
  const { account: pending } = unwrapOutcome(await createAccount(control, { name, allowanceUnits }))
  const { project } = unwrapOutcome(await createProject(control, { account: pending.id, name, origins }))
  const { key, text } = unwrapOutcome(await issueKey(control, { project: project.id, scopes: SCOPES }))
  const { account } = unwrapOutcome(await changeAccountState(control, { id: pending.id, transition: 'verify' }))
  return { account, project, key, text }
}
