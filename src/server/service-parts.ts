import type { Ledger } from '../ledger/ledger.ts'
import type { WatchedBudgets } from './browser-budgets.ts'
import type { HttpThreads } from './http-threads.ts'
import type { WatchedAccess } from './watched-access.ts'
import type { WatchedDisk } from './watched-disk.ts'
import type { WatchedFolder } from './watched-folder.ts'
import type { WatchedRelease } from './watched-release.ts'
import type { WatchedStore } from './watched-store.ts'
import type { WatchedWithdrawals } from './watched-withdrawals.ts'

/** What a server consists of. Its readiness, its metrics and its console describe them. */
export interface ServiceParts {
  readonly ledger: Ledger
  readonly access: WatchedAccess
  readonly folder: WatchedFolder
  readonly release: WatchedRelease
  readonly withdrawals: WatchedWithdrawals
  readonly store: WatchedStore
  readonly threads: HttpThreads
  readonly budgets: WatchedBudgets
  readonly disk: WatchedDisk
}
