import { findSession, type SessionSecrets } from '../../access/control/sessions.ts'
import type { AdminCall } from '../../http/admin/admin.ts'
import { ConsoleError } from './console-error.ts'
import type { ConsoleSources } from './console-sources.ts'
import { type AccountsWanted, readAccounts } from './read-accounts.ts'
import { readCall } from './read-call.ts'
import { readKeys } from './read-keys.ts'
import { readLedger } from './read-ledger.ts'
import { readProjects } from './read-projects.ts'
import { readReleases } from './read-releases.ts'
import { readServers } from './read-servers.ts'
import { readSources } from './read-sources.ts'
import { readUsage, type UsageWanted } from './read-usage.ts'

/** The resources that have no parameters. */
const RESOURCES = {
  nodes: readServers,
  sources: readSources,
  releases: readReleases,
  ledger: readLedger,
  keys: readKeys,
} as const

/** Everything that the console's thread can read. */
export type ConsoleQuery =
  | { readonly resource: keyof typeof RESOURCES }
  | ({ readonly resource: 'accounts' } & AccountsWanted)
  | { readonly resource: 'projects'; readonly account: string }
  | ({ readonly resource: 'usage' } & UsageWanted)
  /** An operation of the API of operators that only reads. */
  | { readonly resource: 'call'; readonly call: AdminCall }
  /** Whether a session works. */
  | { readonly resource: 'session'; readonly secrets: SessionSecrets }

export function runConsoleQuery(sources: ConsoleSources, query: ConsoleQuery): Promise<object> {
  if (query.resource === 'call') return readCall(sources, query.call)
  if (query.resource === 'session') return checkSession(sources, query.secrets)
  if (query.resource === 'usage') return readUsage(sources, query)
  if (query.resource === 'accounts') return readAccounts(sources, query)
  if (query.resource === 'projects') return readProjects(sources, query.account)
  return RESOURCES[query.resource](sources)
}

async function checkSession(sources: ConsoleSources, secrets: SessionSecrets): Promise<object> {
  const found = await sources.withControl((control) => findSession(control, secrets))
  if (found === undefined) throw new ConsoleError('token_required', 'The session has ended. Sign in again.')
  return {}
}
