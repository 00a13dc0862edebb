import { SCOPES, type Scope } from '../../src/access/access.ts'
import { changeAccountState } from '../../src/access/control/accounts.ts'
import type { OperatorControl } from '../../src/access/control/acts.ts'
import { openControlDatabase } from '../../src/access/control/control.ts'
import { revokeKey } from '../../src/access/control/keys.ts'
import { setProjectState } from '../../src/access/control/projects.ts'
import { TEST_ACTOR } from '../../src/access/testing/actor.ts'
import { createCustomer, createKey, expectDone, type Key } from '../../src/access/testing/customers.ts'
import { Ledger } from '../../src/ledger/ledger.ts'
import { systemClock } from '../../src/stdx/clock.ts'

/** One account for each way an account, a project or a key can be. */
export interface Customers {
  /** Accounts with more units than the trial has requests. */
  readonly rich: readonly Key[]
  /** Keys of rich accounts with one scope. */
  readonly narrow: readonly Key[]
  /** An account with few units. */
  readonly poor: readonly Key[]
  /** The account of raw requests, and of requests whose response is not awaited. */
  readonly rough: Key
  /** Existing customers that are refused: suspended, pending, of a suspended project. */
  readonly forbidden: readonly Key[]
  /** An account whose books are not trusted. */
  readonly distrusted: Key
  /** Keys that are no longer valid. */
  readonly revoked: Key
}

export const RICH_UNITS = 1_000_000_000
export const POOR_UNITS = 30

export async function makeCustomers(place: { data: string; databaseUrl: string | undefined }): Promise<Customers> {
  await using database = await openControlDatabase(place, 'write')
  const control: OperatorControl = { database, clock: systemClock, actor: TEST_ACTOR }
  const customer = (units: number, scopes: readonly Scope[] = SCOPES) => createCustomer(control, { units, scopes })
  const rich = await inTurn(3, () => customer(RICH_UNITS))
  const customers: Customers = {
    rich,
    narrow: await inTurn(SCOPES.length, (i) => createKey(control, rich[i % 3]!, [SCOPES[i]!])),
    poor: await inTurn(2, () => customer(POOR_UNITS)),
    rough: await customer(RICH_UNITS),
    forbidden: await inTurn(3, () => customer(RICH_UNITS)),
    distrusted: await customer(RICH_UNITS),
    revoked: await createKey(control, rich[0]!, SCOPES),
  }
  const [suspended, closed, paused] = customers.forbidden
  expectDone(await changeAccountState(control, { id: suspended!.account, transition: 'suspend' }))
  expectDone(await changeAccountState(control, { id: closed!.account, transition: 'close' }))
  expectDone(await setProjectState(control, { id: paused!.project, state: 'suspended' }))
  expectDone(await revokeKey(control, customers.revoked.id))
  await distrust(place, customers.distrusted.account)
  return customers
}

/** Raises a doubt, as an audit does that finds a difference. */
async function distrust(place: { data: string; databaseUrl: string | undefined }, account: string): Promise<void> {
  await using ledger = await Ledger.open(place)
  await ledger.setAllowance(account, RICH_UNITS, 'test')
  await ledger.distrust({ account, reason: 'example', detail: 'for this run' })
}

async function inTurn<T>(times: number, make: (i: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let i = 0; i < times; i++) made.push(await make(i))
  return made
}
