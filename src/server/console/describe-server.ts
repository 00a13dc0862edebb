import { type Clock, isoTime } from '../../stdx/clock.ts'
import { quoteForShell } from '../../stdx/quote-for-shell.ts'
import type { ServiceParts } from '../service-parts.ts'
import type { Settings } from '../settings.ts'

export interface DescribedServer extends Pick<ServiceParts, 'ledger' | 'release' | 'threads' | 'disk'> {
  /** The data folder. */
  readonly data: string
  readonly settings: Pick<Settings, 'workers'>
  readonly problems: readonly string[]
  /** What is wrong although it answers. */
  readonly degraded: readonly string[]
}

/** `/console/api/server`: what the server that answers knows of itself, from memory. */
export function describeServer(
  { data, settings, ledger, release, threads, disk, problems, degraded }: DescribedServer,
  clock: Clock,
): object {
  return {
    as_of: isoTime(clock.nowMs()),
    data_option: `--data ${quoteForShell(data)}`,
    incarnation: ledger.incarnation,
    is_ready: problems.length === 0,
    problems,
    degraded,
    release: release.current()?.manifest.id ?? null,
    living_nodes: ledger.servers,
    heartbeat_age_ms: Math.round(ledger.heartbeatAgeMs()),
    workers: settings.workers,
    worker_deaths: threads.deaths,
    free_bytes: disk.freeBytes() ?? null,
    is_disk_low: disk.isLow(),
    /** Accounts that have used so many percent of their month, and not the next share; null: not read yet. */
    accounts_by_share: ledger.accountsByShare ?? null,
    ledger_counters: ledger.counters(),
  }
}
