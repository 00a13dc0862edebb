import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from '@prometheus-io/client'
import { countExpiringKeys } from '../access/view/view.ts'
import { COUNTERS } from '../ledger/ledger.ts'
import type { Clock } from '../stdx/clock.ts'
import type { ProgramVersion } from '../stdx/program-version.ts'
import type { ServiceParts } from './service-parts.ts'

const PROCESS = new Registry()
collectDefaultMetrics({ register: PROCESS, prefix: 'regista_' })

/** All metrics, in the Prometheus text format. */
export async function metricsText(
  { ledger, access, release, store, threads, budgets, disk }: ServiceParts,
  { version, commit }: ProgramVersion,
  clock: Clock,
): Promise<string> {
  const own = new Registry()
  const gauge = (name: string, help: string, value: number, labels: Readonly<Record<string, string>> = {}): void => {
    const made = new Gauge({ name: `regista_${name}`, help, labelNames: Object.keys(labels), registers: [own] })
    made.set(labels, value)
  }
  const gaugeBy = (label: string, name: string, help: string, values: Iterable<[string, number]>): void => {
    const made = new Gauge({ name: `regista_${name}`, help, labelNames: [label], registers: [own] })
    for (const [which, value] of values) made.set({ [label]: which }, value)
  }
  const counter = (name: string, help: string, value: number): void => {
    new Counter({ name: `regista_${name}_total`, help, registers: [own] }).inc(value)
  }
  const nowMs = clock.nowMs()
  gauge('build_info', 'Always 1; the labels name the program that runs', 1, { version, commit })
  const served = release.current()?.manifest
  if (served !== undefined) {
    const ageMs = nowMs - Date.parse(served.createdAt)
    gauge('release_age_seconds', 'Time since the served release was published, in seconds', ageMs / 1000, {
      release: served.id,
    })
  }
  gauge(
    'release_refused',
    '1 if the newest release cannot be served and an older one is served',
    Number(release.problem() !== undefined),
  )
  const answerAgeMs = store.answerAgeMs()
  if (answerAgeMs !== undefined) {
    gauge('store_problem', '1 if the store of releases cannot be followed', Number(store.problem() !== undefined))
    gauge('store_answer_age_seconds', 'Time since the store last answered, in seconds', answerAgeMs / 1000)
  }
  gauge('access_fresh', '1 if the control database was read in the last ten seconds', Number(access.isFresh()))
  const { reasons, doubtedAccounts, isSynchronous } = ledger.trustStatus()
  gauge('books_trusted', '1 if the books are trusted', Number(reasons.length === 0))
  gauge('books_doubted_accounts', 'Accounts that are not charged because of a doubt', doubtedAccounts)
  if (isSynchronous !== undefined)
    gauge('books_commits_synchronous', '1 if each commit waits for a standby', Number(isSynchronous))
  gauge(
    'ledger_heartbeat_age_seconds',
    'Time since the last successful heartbeat, in seconds; from 2 on the server is degraded while it charges, else not ready',
    ledger.heartbeatAgeMs() / 1000,
  )
  gauge(
    'clock_ahead_seconds',
    'By how much the clock of this machine is ahead of that of the books, in seconds',
    ledger.clockAheadMs / 1000,
  )
  gauge('data_disk_low', '1 if less than 64 MiB are free on the disk of the data folder', Number(disk.isLow()))
  counter('http_thread_deaths', 'Http threads that failed since the start', threads.deaths)
  const expiring = countExpiringKeys(access.snapshot(), nowMs)
  gauge('keys_expiring', 'Server keys that expire within two weeks and have no successor', expiring)
  gauge('nodes', 'Live servers on these books; they share the rate limits', ledger.servers)
  const freeBytes = disk.freeBytes()
  if (freeBytes !== undefined)
    gauge('data_free_bytes', 'Free space on the disk of the data folder, in bytes', freeBytes)
  const { accountsByShare } = ledger
  if (accountsByShare !== undefined)
    gaugeBy(
      'percent',
      'accounts_by_share',
      'Accounts that have used so many percent of their month, and not the next share; read every five minutes',
      Object.entries(accountsByShare),
    )
  gaugeBy(
    'owner',
    'browser_budget_share',
    'Used share of the daily budget of browser sessions, from 0.5 on; owner is an account or a project',
    budgets.shares(),
  )
  for (const [name, value] of Object.entries(ledger.counters())) {
    counter(`ledger_${name}`, COUNTERS[name as keyof typeof COUNTERS], value)
  }
  const ofThreads = AggregatorRegistry.aggregate((await threads.metrics()).map((metrics) => [...metrics]))
  return `${(await Promise.all([PROCESS.metrics(), own.metrics(), ofThreads.metrics()])).join('\n')}\n`
}
