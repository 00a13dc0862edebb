import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Control, listAccounts, listKeys } from '../access/access.ts'
import { InputError } from '../stdx/input-error.ts'
import type { Context } from './context.ts'
import { createCustomer } from './create-customer.ts'
import { lookAtControl, withControl } from './with-control.ts'

/** An account with all that its owner needs. */
export interface DemoCustomer {
  readonly account: string
  readonly project: string
  readonly clientId: string
  readonly keyId: string
  /** The key itself. A real one is shown once and nowhere kept; this one opens invented data on this machine. */
  readonly key: string
}

/** Accounts of somebody else: this folder is in use for real, and gets no key that nobody asked for. */
export async function refuseOthersAccounts(context: Context): Promise<void> {
  if (existsSync(fileOf(context)) || !existsSync(join(context.dataDir, 'control.db'))) return
  if ((await lookAtControl(context, listAccounts)).length === 0) return
  throw new InputError(
    `${context.dataDir} has accounts that are not the demo's. Name another folder for the demo with --data.`,
  )
}

/** The account of the demonstration: made once, kept in a file of its own, and made anew when its key no longer works. */
export async function demoCustomer(context: Context): Promise<DemoCustomer> {
  const path = fileOf(context)
  return await withControl(context, async (control) => {
    if (existsSync(path)) {
      const known = JSON.parse(readFileSync(path, 'utf8')) as DemoCustomer
      if (await stillWorks(control, known)) return known
    }
    const customer = await newCustomer(control)
    // Under its name when it is whole: the next demo reads it.
    writeFileSync(`${path}.tmp`, `${JSON.stringify(customer, null, 2)}\n`, { mode: 0o600 })
    renameSync(`${path}.tmp`, path)
    return customer
  })
}

function fileOf(context: Context): string {
  return join(context.dataDir, 'demo.json')
}

async function stillWorks(control: Control, { project, keyId }: DemoCustomer): Promise<boolean> {
  const nowMs = control.clock.nowMs()
  const listed = await listKeys(control, project)
  const key = listed.outcome === 'listed' ? listed.keys.find(({ id }) => id === keyId) : undefined
  return key !== undefined && key.revokedAtMs === null && nowMs < key.expiresAtMs
}

async function newCustomer(control: Control): Promise<DemoCustomer> {
  const origins = ['http://localhost', 'http://localhost:3000']
  const customer = await createCustomer(control, { name: 'Demo', origins, policy: 'https_and_localhost' })
  const { account, project, key, text } = customer
  return { account: account.id, project: project.id, clientId: project.clientId, keyId: key.id, key: text }
}
