import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listAccounts } from '../access/control/accounts.ts'
import type { OperatorControl } from '../access/control/acts.ts'
import { createCustomer } from '../access/control/customers.ts'
import { listKeys } from '../access/control/keys.ts'
import { allowOrigin } from '../access/control/projects.ts'
import { InputError } from '../stdx/input-error.ts'
import { replaceFile } from '../stdx/replace-file.ts'
import type { Context } from './context.ts'
import { readControl, unwrapOutcome, withNewControl } from './with-control.ts'

/** An account with all that its owner needs. */
export interface DemoCustomer {
  readonly account: string
  readonly project: string
  readonly clientId: string
  readonly keyId: string
  /** The key itself. It is stored, unlike a real one, because it opens only invented data on this machine. */
  readonly key: string
}

/** Other accounts mean that the folder is in real use, so the demo must not create a key in it. */
export async function refuseOthersAccounts(context: Context): Promise<void> {
  if (existsSync(fileOf(context)) || !existsSync(join(context.dataDir, 'control.db'))) return
  if ((await readControl(context, listAccounts)).length === 0) return
  throw new InputError(
    `${context.dataDir} has accounts that are not the demo's. Name another folder for the demo with --data.`,
  )
}

/**
 * The customer of the demo, which pages of this machine may use. It is created once, stored in a file, and created anew
 * when its key no longer works.
 */
export async function openDemoCustomer(context: Context): Promise<DemoCustomer> {
  return await withNewControl(context, async (control) => {
    const customer = await findCustomer(control, fileOf(context))
    await allowOwnMachine(control, customer)
    return customer
  })
}

async function findCustomer(control: OperatorControl, path: string): Promise<DemoCustomer> {
  if (existsSync(path)) {
    const known = JSON.parse(readFileSync(path, 'utf8')) as DemoCustomer
    if (await isKeyValid(control, known)) return known
  }
  const customer = await newCustomer(control)
  replaceFile(path, `${JSON.stringify(customer, null, 2)}\n`, { mode: 0o600 })
  return customer
}

function fileOf(context: Context): string {
  return join(context.dataDir, 'demo.json')
}

async function isKeyValid(control: OperatorControl, { project, keyId }: DemoCustomer): Promise<boolean> {
  const nowMs = control.clock.nowMs()
  const listed = await listKeys(control, project)
  const key = listed.outcome === 'listed' ? listed.keys.find(({ id }) => id === keyId) : undefined
  return key !== undefined && key.revokedAtMs === null && nowMs < key.expiresAtMs
}

async function newCustomer(control: OperatorControl): Promise<DemoCustomer> {
  const customer = unwrapOutcome(await createCustomer(control, { name: 'Demo' }))
  const { account, project, key, text } = customer
  return { account: account.id, project: project.id, clientId: project.clientId, keyId: key.id, key: text }
}

/** For the demo's page, its /docs and the developer's own pages, at any port. */
async function allowOwnMachine(control: OperatorControl, { project }: DemoCustomer): Promise<void> {
  for (const origin of ['http://localhost', 'http://127.0.0.1', 'http://[::1]'])
    unwrapOutcome(await allowOrigin(control, { id: project, origin, kind: 'development' }))
}
