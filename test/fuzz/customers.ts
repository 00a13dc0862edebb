import assert from 'node:assert/strict'
import {
  type Control,
  createAccount,
  createProject,
  issueKey,
  type NewProject,
  openControlDatabase,
  revokeKey,
  SCOPES,
  type Scope,
  setProjectState,
  stepAccount,
} from '../../src/access/access.ts'
import { Ledger } from '../../src/ledger/ledger.ts'
import { systemClock } from '../../src/stdx/clock.ts'

export const ORIGINS = ['https://www.example.com', 'https://shop.example:8443'] as const
const SESSION_SCOPES = SCOPES.filter((scope) => scope !== 'usage:read')

export interface Key {
  readonly account: string
  readonly project: string
  readonly clientId: string
  /** What stands in the books. */
  readonly id: string
  readonly text: string
  readonly scopes: readonly Scope[]
}

/** One account for each way an account, a project or a key can be. */
export interface Customers {
  /** They may use more units than there are requests. */
  readonly rich: readonly Key[]
  /** Keys of rich accounts for one thing only. */
  readonly narrow: readonly Key[]
  /** May use a few units. */
  readonly poor: readonly Key[]
  /** The account of all that is sent raw, or without waiting for the answer. */
  readonly rough: Key
  /** They exist, and may not call: suspended, pending, of a suspended project. */
  readonly forbidden: readonly Key[]
  /** Its books are not trusted. */
  readonly distrusted: Key
  /** No longer valid. */
  readonly revoked: Key
}

export const RICH_UNITS = 1_000_000_000
export const POOR_UNITS = 60

export async function makeCustomers(place: { data: string; databaseUrl: string | undefined }): Promise<Customers> {
  await using database = await openControlDatabase(place, 'write')
  const control: Control = { database, clock: systemClock }
  const customer = (units: number, scopes: readonly Scope[] = SCOPES) => newCustomer(control, { units, scopes })
  const rich = await inTurn(3, () => customer(RICH_UNITS))
  const customers: Customers = {
    rich,
    narrow: await inTurn(SCOPES.length, (i) => newKey(control, rich[i % 3]!, [SCOPES[i]!])),
    poor: await inTurn(2, () => customer(POOR_UNITS)),
    rough: await customer(RICH_UNITS),
    forbidden: await inTurn(3, () => customer(RICH_UNITS)),
    distrusted: await customer(RICH_UNITS),
    revoked: await newKey(control, rich[0]!, SCOPES),
  }
  const [suspended, closed, paused] = customers.forbidden
  done(await stepAccount(control, { id: suspended!.account, step: 'suspend' }))
  done(await stepAccount(control, { id: closed!.account, step: 'close' }))
  done(await setProjectState(control, { id: paused!.project, state: 'suspended' }))
  done(await revokeKey(control, customers.revoked.id))
  await distrust(place, customers.distrusted.account)
  return customers
}

export async function newCustomer(
  control: Control,
  {
    units,
    scopes = SCOPES,
    ...more
  }: { readonly units: number; readonly scopes?: readonly Scope[] } & Partial<NewProject>,
): Promise<Key> {
  const { account } = done(await createAccount(control, { name: 'Example', allowanceUnits: units }))
  done(await stepAccount(control, { id: account.id, step: 'verify' }))
  const shop = { name: 'Shop', origins: ORIGINS, browserScopes: SESSION_SCOPES, ...more, account: account.id }
  const { project } = done(await createProject(control, shop, 'https'))
  const { account: _, ...key } = await newKey(
    control,
    { account: account.id, project: project.id, clientId: project.clientId },
    scopes,
  )
  return { ...key, account: account.id }
}

async function newKey(
  control: Control,
  { account, project, clientId }: Pick<Key, 'account' | 'project' | 'clientId'>,
  scopes: readonly Scope[],
): Promise<Key> {
  const { key, text } = done(await issueKey(control, { project, scopes }))
  return { account, project, clientId, id: key.id, text, scopes }
}

/** As an audit that finds something would. */
async function distrust(place: { data: string; databaseUrl: string | undefined }, account: string): Promise<void> {
  await using ledger = await Ledger.open(place)
  await ledger.setAllowance(account, RICH_UNITS, 'test')
  await ledger.distrust({ account, reason: 'example', detail: 'for this run' })
}

function done<T extends { readonly outcome: string }>(outcome: T): Exclude<T, { readonly sentence: string }> {
  assert(!('sentence' in outcome), JSON.stringify(outcome))
  return outcome as Exclude<T, { readonly sentence: string }>
}

async function inTurn<T>(times: number, make: (i: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let i = 0; i < times; i++) made.push(await make(i))
  return made
}
