import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { COUNTERS } from '../ledger/ledger.ts'

export interface MeasuredService {
  /** What has happened in the books since the start, by name. */
  ledger(): Readonly<Record<string, number>>
  /** Of each thread that answers. */
  threads(): Promise<readonly (readonly object[])[]>
  state(): ServiceState
}

/** What is true at this moment; numbers, so that an alarm can be set on them. */
export interface ServiceState {
  readonly release: { readonly id: string; readonly publishedAtMs: number } | undefined
  readonly releaseRefused: boolean
  readonly accessFresh: boolean
  readonly trusted: boolean
  /** Since the database last took a heartbeat. */
  readonly heartbeatAgeMs: number
  readonly threadDeaths: number
  readonly nodes: number
  /** Of the disk of the data folder. */
  readonly freeBytes: number | undefined
  readonly diskLow: boolean
  /** By account or project, of those whose browser sessions have used half of their daily budget. */
  readonly browserBudgetShares: ReadonlyMap<string, number>
}

const PROCESS = new Registry()
collectDefaultMetrics({ register: PROCESS, prefix: 'regista_' })

/** All figures, in the text form of Prometheus. */
export async function metricsText(service: MeasuredService): Promise<string> {
  const own = new Registry()
  const gauge = (name: string, help: string, value: number, labels: Readonly<Record<string, string>> = {}): void => {
    const made = new Gauge({ name: `regista_${name}`, help, labelNames: Object.keys(labels), registers: [own] })
    made.set(labels, value)
  }
  const { release, ...state } = service.state()
  if (release !== undefined)
    gauge('release_published_seconds', 'When the served release was made, since 1970', release.publishedAtMs / 1000, {
      release: release.id,
    })
  gauge('release_refused', '1: the newest release cannot be served, an older one is', Number(state.releaseRefused))
  gauge('access_fresh', '1: the control database was heard from in the last ten seconds', Number(state.accessFresh))
  gauge('books_trusted', '1: the books are trusted', Number(state.trusted))
  gauge(
    'ledger_heartbeat_age_seconds',
    'Since the database last took a heartbeat; not ready from two on',
    state.heartbeatAgeMs / 1000,
  )
  gauge('data_disk_low', '1: less than 64 MiB are free on the disk of the data folder', Number(state.diskLow))
  gauge('http_thread_deaths', 'Threads that ended by a fault since the start', state.threadDeaths)
  gauge('nodes', 'Nodes on these books that are alive, which share the rate limits', state.nodes)
  if (state.freeBytes !== undefined) gauge('data_free_bytes', 'Room on the disk of the data folder', state.freeBytes)
  const shares = new Gauge({
    name: 'regista_browser_budget_share',
    help: 'Used share of the daily budget of browser sessions, from one half on; owner is an account or a project',
    labelNames: ['owner'],
    registers: [own],
  })
  for (const [owner, share] of state.browserBudgetShares) shares.set({ owner }, share)
  for (const [name, value] of Object.entries(service.ledger())) {
    const help = COUNTERS[name as keyof typeof COUNTERS] ?? name
    new Counter({ name: `regista_ledger_${name}`, help, registers: [own] }).inc(value)
  }
  const threads = await service.threads()
  const ofThreads = AggregatorRegistry.aggregate(threads.map((metrics) => [...metrics]))
  return `${(await Promise.all([PROCESS.metrics(), own.metrics(), ofThreads.metrics()])).join('\n')}\n`
}
