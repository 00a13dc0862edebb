import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Control,
  createAccount,
  createProject,
  issueKey,
  listKeys,
  SCOPES,
  stepAccount,
} from '../access/access.ts'
import type { Context } from './context.ts'
import { granted, withControl } from './with-control.ts'

/** An account with all that its owner needs. */
export interface DemoCustomer {
  readonly account: string
  readonly project: string
  readonly clientId: string
  readonly keyId: string
  /** The key itself. A real one is shown once and nowhere kept; this one opens invented data on this machine. */
  readonly key: string
}

/** The account of the demonstration: made once, kept in a file of its own, and made anew when its key no longer works. */
export async function demoCustomer(context: Context): Promise<DemoCustomer> {
  const path = join(context.dataDir, 'demo.json')
  return await withControl(context, async (control) => {
    if (existsSync(path)) {
      const known = JSON.parse(readFileSync(path, 'utf8')) as DemoCustomer
      if (await stillWorks(control, known)) return known
    }
    const customer = await newCustomer(control)
    writeFileSync(path, `${JSON.stringify(customer, null, 2)}\n`, { mode: 0o600 })
    return customer
  })
}

async function stillWorks(control: Control, { project, keyId }: DemoCustomer): Promise<boolean> {
  const nowMs = control.clock.nowMs()
  const listed = await listKeys(control, project)
  const key = listed.outcome === 'listed' ? listed.keys.find(({ id }) => id === keyId) : undefined
  return key !== undefined && key.revokedAtMs === null && nowMs < key.expiresAtMs
}

async function newCustomer(control: Control): Promise<DemoCustomer> {
  const { account } = granted(await createAccount(control, { name: 'Demo' }))
  granted(await stepAccount(control, { id: account.id, step: 'verify' }))
  const { project } = granted(
    await createProject(
      control,
      { account: account.id, name: 'Demo', origins: ['http://localhost', 'http://localhost:3000'] },
      'https_and_localhost',
    ),
  )
  const { key, text } = granted(await issueKey(control, { project: project.id, name: 'demo', scopes: SCOPES }))
  return { account: account.id, project: project.id, clientId: project.clientId, keyId: key.id, key: text }
}
