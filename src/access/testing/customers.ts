import assert from 'node:assert/strict'
import { SCOPES, type Scope } from '../access.ts'
import { changeAccountState, createAccount } from '../control/accounts.ts'
import type { Control } from '../control/control.ts'
import { issueKey } from '../control/keys.ts'
import { createProject, type NewProject } from '../control/projects.ts'
import { TEST_ACTOR } from './actor.ts'

export const ORIGINS = ['https://www.example.com', 'https://shop.example:8443'] as const
const SESSION_SCOPES = SCOPES.filter((scope) => scope !== 'usage:read')

export interface Key {
  readonly account: string
  readonly project: string
  readonly clientId: string
  /** The name in the books. */
  readonly id: string
  readonly text: string
  readonly scopes: readonly Scope[]
}

/** A verified account with a project and a key. */
export async function createCustomer(
  given: Control,
  { units, scopes = SCOPES, ...more }: Partial<NewProject> & { units: number; scopes?: readonly Scope[] },
): Promise<Key> {
  const control = { ...given, actor: TEST_ACTOR }
  const { account } = expectDone(await createAccount(control, { name: 'Example', allowanceUnits: units }))
  expectDone(await changeAccountState(control, { id: account.id, transition: 'verify' }))
  const shop = { name: 'Shop', origins: ORIGINS, browserScopes: SESSION_SCOPES, ...more, account: account.id }
  const { project } = expectDone(await createProject(control, shop))
  return createKey(control, { account: account.id, project: project.id, clientId: project.clientId }, scopes)
}

export async function createKey(
  control: Control,
  { account, project, clientId }: Pick<Key, 'account' | 'project' | 'clientId'>,
  scopes: readonly Scope[],
): Promise<Key> {
  const { key, text } = expectDone(await issueKey({ ...control, actor: TEST_ACTOR }, { project, scopes }))
  return { account, project, clientId, id: key.id, text, scopes }
}

/** Fails the test if the operation was refused. */
export function expectDone<T extends { readonly outcome: string }>(
  outcome: T,
): Exclude<T, { readonly sentence: string }> {
  assert(!('sentence' in outcome), JSON.stringify(outcome))
  return outcome as Exclude<T, { readonly sentence: string }>
}
