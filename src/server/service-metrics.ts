import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from '@prometheus-io/client'
import { COUNTERS } from '../ledger/ledger.ts'
import type { ProgramVersion } from '../stdx/program-version.ts'

export interface MeasuredService {
  readonly program: ProgramVersion
  /** Counters of the ledger since the start, by name. */
  ledger(): Readonly<Record<string, number>>
  /** The metrics of each http thread. */
  threads(): Promise<readonly (readonly object[])[]>
  state(): ServiceState
}

/** The state at this moment. */
export interface ServiceState {
  readonly release: { readonly id: string; readonly ageMs: number } | undefined
  readonly releaseRefused: boolean
  /** `answerAgeMs`: since the store last answered; undefined: there is no store. */
  readonly store: { readonly hasProblem: boolean; readonly answerAgeMs: number | undefined }
  readonly accessFresh: boolean
  readonly trusted: boolean
  /** Accounts that are not charged because of a doubt. */
  readonly doubtedAccounts: number
  /** Whether commits wait for a standby; undefined: the books are in SQLite. */
  readonly isSynchronous: boolean | undefined
  /** Since the last successful heartbeat. */
  readonly heartbeatAgeMs: number
  /** By how much the clock of this machine is ahead of that of the books; negative: behind. */
  readonly clockAheadMs: number
  readonly threadDeaths: number
  readonly servers: number
  /** Working keys that expire within two weeks. */
  readonly keysExpiring: number
  /** Accounts by the percent of their month that they have used; undefined: not read yet. */
  readonly accountsByShare: Readonly<Record<string, number>> | undefined
  /** Free space on the disk of the data folder. */
  readonly freeBytes: number | undefined
  readonly diskLow: boolean
  /** The used share of each daily budget that is at least half used, by account or project. */
  readonly browserBudgetShares: ReadonlyMap<string, number>
}

const PROCESS = new Registry()
collectDefaultMetrics({ register: PROCESS, prefix: 'regista_' })

/** All metrics, in the Prometheus text format. */
export async function metricsText(service: MeasuredService): Promise<string> {
  const own = new Registry()
  const gauge = (name: string, help: string, value: number, labels: Readonly<Record<string, string>> = {}): void => {
    const made = new Gauge({ name: `regista_${name}`, help, labelNames: Object.keys(labels), registers: [own] })
    made.set(labels, value)
  }
  const counter = (name: string, help: string, value: number): void => {
    new Counter({ name: `regista_${name}_total`, help, registers: [own] }).inc(value)
  }
  const { release, ...state } = service.state()
  const { version, commit } = service.program
  gauge('build_info', 'Always 1; the labels name the program that runs', 1, { version, commit })
  if (release !== undefined)
    gauge('release_age_seconds', 'Time since the served release was published, in seconds', release.ageMs / 1000, {
      release: release.id,
    })
  gauge(
    'release_refused',
    '1 if the newest release cannot be served and an older one is served',
    Number(state.releaseRefused),
  )
  if (state.store.answerAgeMs !== undefined) {
    gauge('store_problem', '1 if the store of releases cannot be followed', Number(state.store.hasProblem))
    gauge('store_answer_age_seconds', 'Time since the store last answered, in seconds', state.store.answerAgeMs / 1000)
  }
  gauge('access_fresh', '1 if the control database was read in the last ten seconds', Number(state.accessFresh))
  gauge('books_trusted', '1 if the books are trusted', Number(state.trusted))
  gauge('books_doubted_accounts', 'Accounts that are not charged because of a doubt', state.doubtedAccounts)
  if (state.isSynchronous !== undefined)
    gauge('books_commits_synchronous', '1 if each commit waits for a standby', Number(state.isSynchronous))
  gauge(
    'ledger_heartbeat_age_seconds',
    'Time since the last successful heartbeat, in seconds; from 2 on the server is degraded while it charges, else not ready',
    state.heartbeatAgeMs / 1000,
  )
  gauge(
    'clock_ahead_seconds',
    'By how much the clock of this machine is ahead of that of the books, in seconds',
    state.clockAheadMs / 1000,
  )
  gauge('data_disk_low', '1 if less than 64 MiB are free on the disk of the data folder', Number(state.diskLow))
  counter('http_thread_deaths', 'Http threads that failed since the start', state.threadDeaths)
  gauge('keys_expiring', 'Server keys that expire within two weeks', state.keysExpiring)
  gauge('nodes', 'Live servers on these books; they share the rate limits', state.servers)
  if (state.freeBytes !== undefined)
    gauge('data_free_bytes', 'Free space on the disk of the data folder, in bytes', state.freeBytes)
  if (state.accountsByShare !== undefined) {
    const accounts = new Gauge({
      name: 'regista_accounts_by_share',
      help: 'Accounts that have used so many percent of their month, and not the next share; read every five minutes',
      labelNames: ['percent'],
      registers: [own],
    })
    for (const [percent, count] of Object.entries(state.accountsByShare)) accounts.set({ percent }, count)
  }
  const shares = new Gauge({
    name: 'regista_browser_budget_share',
    help: 'Used share of the daily budget of browser sessions, from 0.5 on; owner is an account or a project',
    labelNames: ['owner'],
    registers: [own],
  })
  for (const [owner, share] of state.browserBudgetShares) shares.set({ owner }, share)
  for (const [name, value] of Object.entries(service.ledger())) {
    counter(`ledger_${name}`, COUNTERS[name as keyof typeof COUNTERS], value)
  }
  const threads = await service.threads()
  const ofThreads = AggregatorRegistry.aggregate(threads.map((metrics) => [...metrics]))
  return `${(await Promise.all([PROCESS.metrics(), own.metrics(), ofThreads.metrics()])).join('\n')}\n`
}
