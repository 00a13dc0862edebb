import { SCOPES } from '../scopes.ts'
import { type Account, changeAccountState, createAccount } from './accounts.ts'
import { noteAct, type OperatorControl } from './acts.ts'
import { changeTogether } from './control-database.ts'
import { issueKey, type ServerKey } from './keys.ts'
import type { OperatorMistake } from './operator-mistake.ts'
import { createProject, type NewProject, type Project } from './projects.ts'

export interface NewCustomer extends Pick<NewProject, 'scopes' | 'browserScopes' | 'origins'> {
  readonly name: string
  readonly allowanceUnits?: number | undefined
  /** How long the key works; null: without end. */
  readonly keyDays?: number | null | undefined
}

export interface Customer {
  readonly outcome: 'created'
  readonly account: Account
  readonly project: Project
  readonly key: ServerKey
  /** The key itself, which the database does not store. */
  readonly text: string
}

/** Creates a verified account with a project and a key, in one transaction. The key has all scopes of the project. */
export async function createCustomer(
  control: OperatorControl,
  { name, allowanceUnits, scopes = SCOPES, keyDays, ...more }: NewCustomer,
): Promise<Customer | OperatorMistake> {
  return await changeTogether(control, async (open, queries) => {
    const inner = { ...open, isPart: true } as const
    const created = await createAccount(inner, { name, allowanceUnits })
    if ('sentence' in created) return created
    const { id } = created.account
    const made = await createProject(inner, { account: id, name, scopes, ...more })
    if ('sentence' in made) return made
    const issued = await issueKey(inner, { project: made.project.id, scopes, days: keyDays })
    if ('sentence' in issued) return issued
    const verified = await changeAccountState(inner, { id, transition: 'verify' })
    if ('sentence' in verified) return verified
    const { account } = verified
    const { project } = made
    const { key, text } = issued
    const { clientId, origins } = project
    const parts = { project: project.id, clientId, scopes, origins, key: key.id, expiresAtMs: key.expiresAtMs }
    const after = { name, state: account.state, allowanceUnits: account.allowanceUnits, ...parts }
    await noteAct(open, queries, { what: 'customer.create', account: id, subject: id, after })
    return { outcome: 'created', account, project, key, text }
  })
}
