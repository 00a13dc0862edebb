import { once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { fillReserve } from '../access/control/control.ts'
import { Concurrency, LimitTable } from '../access/limits/limits.ts'
import type { AccessUpdate } from '../access/view/view.ts'
import { Ledger } from '../ledger/ledger.ts'
import type { SharedRelease } from '../release/shared-release.ts'
import type { Clock } from '../stdx/clock.ts'
import { InputError } from '../stdx/input-error.ts'
import { Interruption } from '../stdx/interruption.ts'
import { monotonicClock } from '../stdx/monotonic-clock.ts'
import type { SignedTarget } from '../stdx/post-signed.ts'
import { readProgramVersion } from '../stdx/program-version.ts'
import { whenAvailable } from '../storage/when-available.ts'
import type { StoreSettings } from '../store/store.ts'
import { Acts } from './admin-api/acts.ts'
import { OperatorApi } from './admin-api/operator-api.ts'
import { type AdminPorts, adminServer } from './admin-server.ts'
import { watchBrowserBudgets } from './browser-budgets.ts'
import { shrinkHeapSoon } from './collect-garbage.ts'
import { AdminToken } from './console/admin-token.ts'
import { ConsoleReader } from './console/console-reader.ts'
import { describeServer } from './console/describe-server.ts'
import { OperatorConsole } from './console/operator-console.ts'
import { DetailsThreads } from './details-threads.ts'
import { describePortError, findFreePort } from './free-port.ts'
import { readGeoip } from './geoip.ts'
import { HttpThreads } from './http-threads.ts'
import { limitStop } from './limit-stop.ts'
import { makeLog } from './log.ts'
import { RecentRequests } from './recent-requests.ts'
import { RefusedOrigins } from './refused-origins.ts'
import { RefusedRequests } from './refused-requests.ts'
import type { ServiceParts } from './service-parts.ts'
import type { Settings } from './settings.ts'
import { watchAccess } from './watched-access.ts'
import { watchDisk } from './watched-disk.ts'
import { watchFolder } from './watched-folder.ts'
import { watchRelease } from './watched-release.ts'
import { watchStore } from './watched-store.ts'
import { watchWithdrawals } from './watched-withdrawals.ts'

export interface ServiceOptions {
  readonly data: string
  readonly databaseUrl: string | undefined
  readonly releases: string
  /** Releases and withdrawals are fetched from it. */
  readonly store?: StoreSettings | undefined
  readonly settings: Settings
  readonly clock: Clock
  /** Every reader of the operator's console must send it. Without one, only this machine may read. */
  readonly adminToken?: string | undefined
  /** Signs the messages of `alertWebhook`. */
  readonly alertSecret?: string | undefined
  /** Stops the service, which still answers the requests that have begun. */
  readonly stop: AbortSignal
}

export interface Ports {
  readonly port: number
  readonly adminPort: number
  /** Whether the folder of releases names one that is current. */
  readonly isPublished: boolean
}

/**
 * Entries of the limit table: addresses and credentials that send requests within one minute, and the addresses of a
 * day's browser sessions.
 */
const LIMIT_ENTRIES = 2 ** 19

/** The longest that a query of the operator's console may take. */
const CONSOLE_DEADLINE_MS = 10_000

/** Runs until it is stopped, also while it starts and waits for its database. */
export async function runService(
  options: ServiceOptions,
  whenReady: (ports: Ports) => void | Promise<void>,
): Promise<void> {
  try {
    await serve(options, whenReady)
  } catch (error) {
    if (!options.stop.aborted || error !== options.stop.reason) throw error
  }
}

/** At a stop the http threads end first, and the other parts in the reverse order. */
async function serve(options: ServiceOptions, whenReady: (ports: Ports) => void | Promise<void>): Promise<void> {
  const log = makeLog({ level: options.settings.logLevel, to: process.stderr })
  const program = readProgramVersion()
  log.info(program, 'regista starts')
  using _limit = limitStop(options.stop, { log, drainMs: options.settings.drainDelay * 1000 })
  const token = options.adminToken === undefined ? undefined : new AdminToken(options.adminToken)
  const { data, databaseUrl, clock, settings } = options
  const port = await findFreePort(settings, '--port')
  const geoip = settings.geoip === undefined ? undefined : readGeoip(settings.geoip)
  const starting = portsOfStart(program.version)
  let serving: AdminPorts | undefined
  const admin = adminServer(() => serving ?? starting)
  const adminPort = await listen(admin, settings)
  using _listening = { [Symbol.dispose]: () => close(admin) }
  const logProblem = (text: string): void => {
    starting.note(text)
    log.warn({ report: text }, 'the ledger reports')
  }
  await using ledger = await Ledger.open({
    data,
    databaseUrl,
    audits: 'regular',
    accounts: 'passed',
    waits: options.stop,
    fullAuditDays: settings.fullAuditDays,
    warn: logProblem,
    alert: alertTarget(options),
    monthWarned: ({ account, period, percent, units, allowance, credited }) =>
      log.warn(
        { account, period, percent, units, allowance, credited },
        'an account has used a large share of its month',
      ),
  })
  if (databaseUrl === undefined) fillReserve(data)
  let threads: HttpThreads | undefined
  const changed = (update: AccessUpdate) => threads?.send({ kind: 'access', update })
  await using access = await whenAvailable(() => watchAccess({ data, databaseUrl, ledger, clock, log, changed }), {
    report: logProblem,
    signal: options.stop,
  })
  starting.note(`${STARTS}: it reads the folder of releases`)
  await using store = watchStore(options.store, {
    releasesDir: options.releases,
    // Books in SQLite belong to one server.
    isAlone: databaseUrl === undefined,
    log,
  })
  await using folder = await watchFolder(options.releases, { log })
  starting.note(`${STARTS}: it loads the release`)
  await using release = await watchRelease(folder, {
    log,
    changed(loaded) {
      void threads?.serve(loaded)
      ledger.serve(loaded.manifest.id)
    },
  })
  using withdrawals = watchWithdrawals(folder, {
    log,
    changed: (list) => threads?.send({ kind: 'withdrawals', withdrawals: list }),
  })
  ledger.serve(release.current()?.manifest.id ?? null)
  const limitTable = LimitTable.make({ entries: LIMIT_ENTRIES, nowMs: monotonicClock.monotonicMs() })
  using budgets = watchBrowserBudgets(limitTable, {
    log,
    access: () => access.snapshot(),
    servers: () => ledger.servers,
  })
  const recent = new RecentRequests(settings.workers)
  const serve = (loaded: SharedRelease | undefined): void => {
    if (loaded !== undefined) void threads?.serve(loaded)
  }
  await using details = new DetailsThreads({ log, lost: () => serve(release.current()) })
  const refusedOrigins = new RefusedOrigins()
  const refusedRequests = new RefusedRequests(data)
  threads = new HttpThreads({
    threads: settings.workers,
    port,
    settings,
    ledger,
    geoip,
    log,
    recent,
    details,
    refused: (request) => refusedRequests.add(request),
    originRefused: (origin) => refusedOrigins.add(origin, clock.nowMs()),
    freshness: access.freshness,
    limitTable,
    concurrency: Concurrency.make({ threads: settings.workers }),
    access: () => access.snapshot(),
    release: () => release.current(),
    withdrawals: () => withdrawals.current(),
  })
  starting.note(`${STARTS}: its http threads start`)
  await threads.start()
  await using disk = watchDisk(data, log)
  const parts = { ledger, access, folder, release, withdrawals, store, threads, budgets, disk }
  let isStopping = false
  const health = {
    problems: () => [...(isStopping ? ['the server is stopping'] : []), ...listProblems(parts)],
    degraded: () => listDegraded(parts),
    metrics: async () => (await serviceMetrics()).metricsText(parts, program, clock),
  }
  const { releases } = options
  await using reader = new ConsoleReader({ data, databaseUrl, releases, log, deadlineMs: CONSOLE_DEADLINE_MS })
  const operatorConsole = new OperatorConsole({
    reader,
    clock,
    token,
    thisServer: () =>
      describeServer({ ...parts, data, settings, problems: health.problems(), degraded: health.degraded() }, clock),
    recentRequests: (nowMs) => recent.read(nowMs),
    refusedOrigins: (nowMs) => refusedOrigins.list(nowMs),
  })
  await using acts = new Acts({ data, databaseUrl, log })
  const operatorApi = new OperatorApi({ reader, acts, token, monotonic: monotonicClock })
  const own = settings.console === 'on' ? { operatorConsole, operatorApi } : NO_CONSOLE
  serving = { ...health, ...own, version: program.version }
  try {
    await whenReady({ port, adminPort, isPublished: folder.currentId() !== null })
    // Not before: it has 80 files. From now on it counts processor time and garbage collections.
    await serviceMetrics()
    operatorConsole.readPage()
    shrinkHeapSoon()
    if (!options.stop.aborted) await once(options.stop, 'abort')
    isStopping = true
    const { reason } = options.stop
    // A person who presses Ctrl-C has no load balancer.
    if (reason instanceof Interruption && reason.by === 'SIGTERM') await setTimeout(settings.drainDelay * 1000)
    log.info({}, 'the server is stopping; it still answers the requests that have begun')
  } finally {
    await threads.drain()
    await acts.drain()
    close(admin)
  }
}

function close(admin: Server): void {
  admin.close()
  admin.closeAllConnections()
}

const NO_CONSOLE = { operatorConsole: undefined, operatorApi: undefined }

const STARTS = 'the server starts'

/** What the admin port answers before the server serves. */
function portsOfStart(version: string): AdminPorts & { note(text: string): void } {
  let problem = STARTS
  return {
    problems: () => [problem],
    degraded: () => [],
    metrics: async () => {
      throw new Error(problem)
    },
    ...NO_CONSOLE,
    version,
    note: (text) => void (problem = text),
  }
}

function alertTarget({ settings, alertSecret }: ServiceOptions): SignedTarget | undefined {
  if (settings.alertWebhook === undefined) return undefined
  if (alertSecret === undefined || alertSecret.length < ALERT_SECRET_MIN)
    throw new InputError(
      `--alert-webhook needs REGISTA_ALERT_SECRET, at least ${ALERT_SECRET_MIN} characters that its receiver has too.`,
    )
  return { url: settings.alertWebhook, secret: alertSecret }
}

const ALERT_SECRET_MIN = 32

const serviceMetrics = () => import('./service-metrics.ts')

/** Why the service cannot answer. */
function listProblems({ ledger, access, release, store, threads }: ServiceParts): string[] {
  const isLoaded = release.current() !== undefined
  return [
    ...(isLoaded ? [] : [release.problem() ?? store.problem() ?? store.activity() ?? 'nothing is published']),
    ...[isLoaded ? threads.problem() : undefined].filter((problem) => problem !== undefined),
    ...(access.isFresh() ? [] : ['the control database does not answer']),
    ...ledger.listProblems(),
  ]
}

/** What is wrong although it answers. A bad publication must not take every server out of the balancer. */
function listDegraded({ ledger, folder, release, withdrawals, store, threads, disk }: ServiceParts): string[] {
  const served = release.current()
  if (served === undefined) return []
  return [
    threads.allServe(served.manifest.id) ? undefined : 'a thread does not serve the newest release yet',
    ...threads.degraded(),
    ...[folder.problem(), release.problem(), withdrawals.problem(), store.problem(), disk.problem()],
    ...[ledger.clockProblem(), ledger.heartbeatProblem()],
  ].filter((problem) => problem !== undefined)
}

async function listen(admin: Server, { adminPort, adminHost }: Settings): Promise<number> {
  try {
    admin.listen({ port: adminPort, host: adminHost })
    await once(admin, 'listening')
  } catch (error) {
    throw describePortError(error, { port: adminPort, host: adminHost }, '--admin-port')
  }
  const address = admin.address()
  return typeof address === 'object' && address !== null ? address.port : adminPort
}
