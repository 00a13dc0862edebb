import type { ConsoleSources } from './console-sources.ts'
import { readAccounts } from './read-accounts.ts'
import { readKeys } from './read-keys.ts'
import { readLedger } from './read-ledger.ts'
import { readProjects } from './read-projects.ts'
import { readReleases } from './read-releases.ts'
import { readServers } from './read-servers.ts'
import { readSources } from './read-sources.ts'
import { readUsage, type UsageWanted } from './read-usage.ts'

/** Everything that the console's thread can read. */
export type ConsoleQuery =
  | { readonly resource: 'accounts' | 'nodes' | 'sources' | 'releases' | 'ledger' | 'keys' }
  | { readonly resource: 'projects'; readonly account: string }
  | ({ readonly resource: 'usage' } & UsageWanted)

export function runConsoleQuery(sources: ConsoleSources, query: ConsoleQuery): Promise<object> {
  switch (query.resource) {
    case 'accounts':
      return readAccounts(sources)
    case 'usage':
      return readUsage(sources, query)
    case 'projects':
      return readProjects(sources, query.account)
    case 'nodes':
      return readServers(sources)
    case 'sources':
      return readSources(sources)
    case 'releases':
      return readReleases(sources)
    case 'ledger':
      return readLedger(sources)
    case 'keys':
      return readKeys(sources)
  }
}
